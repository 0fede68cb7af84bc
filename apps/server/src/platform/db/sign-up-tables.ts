import type { AttendanceAnswer } from '@pitboard/contract/attendance/attendance'
import type {
  SignUpAnswer,
  SignUpQuestion,
  SignUpStatus,
  SignUpTier,
} from '@pitboard/contract/sign-ups/sign-ups'
import type { ColumnType, Generated, Selectable } from 'kysely'

/** Written as text, so that lists are JSON too and not PostgreSQL's arrays. */
type Json<T> = ColumnType<T, string, string>

interface SeasonSignUpFormTable {
  season_id: string
  opens_at: Date | null
  closes_at: Date | null
  needs_approval: boolean
  capacity: number | null
  tiers: Json<SignUpTier[]>
  questions: Json<SignUpQuestion[]>
  note: string
}

/** An answer with its question, which the organiser may change or remove later. */
export interface StoredAnswer extends SignUpAnswer {
  readonly question: string
}

interface SeasonSignUpTable {
  id: string
  season_id: string
  user_id: string
  name: string
  tier: string
  platform_id: string | null
  answers: Json<StoredAnswer[]>
  status: SignUpStatus
  /** Whether an organiser has accepted the driver, who may wait for a place. */
  is_approved: Generated<boolean>
  /** Their entry of the roster; null if they have none. */
  driver_id: string | null
  /** Orders the waiting list. */
  queued_at: Generated<Date>
  created_at: Generated<Date>
}

interface SeasonAttendanceRuleTable {
  season_id: string
  deadline_hours: number
}

export interface AnswerColumns {
  event_id: string
  season_id: string
  answer: AttendanceAnswer | null
  answered_at: Date | null
  /** When a reserve was asked to take a free place; null for others. */
  called_up_at: Date | null
}

interface SeasonAttendanceTable extends AnswerColumns {
  user_id: string
}

/** The answers of drivers without an account. */
interface SeasonDriverAttendanceTable extends AnswerColumns {
  /** Their entry of the roster. */
  driver_id: string
}

interface SeasonAttendanceReminderTable {
  event_id: string
  user_id: string
  season_id: string
  deadline_at: Date
  created_at: Generated<Date>
}

export interface SignUpTables {
  season_sign_up_form: SeasonSignUpFormTable
  season_sign_up: SeasonSignUpTable
  season_attendance_rule: SeasonAttendanceRuleTable
  season_attendance: SeasonAttendanceTable
  season_driver_attendance: SeasonDriverAttendanceTable
  season_attendance_reminder: SeasonAttendanceReminderTable
}

export type SignUpFormRow = Selectable<SeasonSignUpFormTable>
export type SignUpRow = Selectable<SeasonSignUpTable>
