import type {
  SignUpAnswer,
  SignUpQuestion,
  SignUpStatus,
  SignUpTier,
} from '@pitboard/contract/sign-ups/sign-ups'
import type { Row } from '../../platform/db/tables.ts'

declare module '../../platform/db/tables.ts' {
  interface Refinements {
    season_sign_up_form: {
      tiers: SignUpTier[]
      questions: SignUpQuestion[]
    }
    season_sign_up: {
      answers: StoredAnswer[]
      status: SignUpStatus
    }
  }
}

/** The answer has its question, which the organiser may change or remove later. */
export interface StoredAnswer extends SignUpAnswer {
  readonly question: string
}

export type SignUpFormRow = Row<'season_sign_up_form'>
export type SignUpRow = Row<'season_sign_up'>
