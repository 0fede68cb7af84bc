import type { Penalty } from '@pitboard/contract/stewards/penalty'
import type { CaseStatement, StewardCase } from '@pitboard/contract/stewards/steward-case'
import type { StewardRules } from '@pitboard/contract/stewards/steward-rules'
import type { Row } from '../../platform/db/tables.ts'

declare module '../../platform/db/tables.ts' {
  interface Refinements {
    steward_rules: {
      rules: StewardRules
    }
    steward_case: {
      links: string[]
      state: Exclude<StewardCase['state'], 'waiting'>
    }
    steward_statement: {
      kind: CaseStatement['kind']
      links: string[]
    }
    steward_proposal: {
      penalties: Penalty[]
    }
    steward_decision: {
      penalties: Penalty[]
      penalty_events: PenaltyEvent[]
    }
  }
}

/** This happened to a penalty after its decision. */
export interface PenaltyEvent {
  /** It is its index among the penalties of the decision. */
  readonly place: number
  readonly kind: 'activated' | 'served'
  /** The time is in UTC. */
  readonly at: string
  /** The decision made these adjustments. */
  readonly adjustmentIds: readonly string[]
}

export type StewardCaseRow = Row<'steward_case'>
export type StewardDecisionRow = Row<'steward_decision'>
