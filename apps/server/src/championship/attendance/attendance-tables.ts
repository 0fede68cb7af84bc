import type { AttendanceAnswer } from '@pitboard/contract/attendance/attendance'
import type { Tables } from '../../platform/db/tables.ts'

declare module '../../platform/db/tables.ts' {
  interface Refinements {
    season_attendance: {
      answer: AttendanceAnswer
    }
    season_driver_attendance: {
      answer: AttendanceAnswer
    }
  }
}

/** A driver with an account and one without answer with the same columns. */
export type AnswerColumns = Omit<Tables['season_attendance'], 'user_id'>
