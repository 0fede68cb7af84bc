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

/** What a driver with an account and one without have answered. */
export type AnswerColumns = Omit<Tables['season_attendance'], 'user_id'>
