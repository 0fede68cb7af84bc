import type { CaseStatement, StewardCase } from '@pitboard/contract/stewards/steward-case'
import type { Penalty } from '@pitboard/contract/stewards/penalty'
import type { StewardRules } from '@pitboard/contract/stewards/steward-rules'
import type { ColumnType, Generated, Selectable } from 'kysely'

/** Written as text, so that lists are JSON too and not PostgreSQL's arrays. */
type Json<T> = ColumnType<T, string, string>

interface StewardRulesTable {
  season_id: string
  rules: Json<StewardRules>
}

interface StewardCaseTable {
  id: string
  season_id: string
  number: number
  session_id: string
  event_id: string
  lap: number | null
  event_seq: number | null
  description: string
  links: Json<string[]>
  /** Null: the account is deleted. */
  reporter_id: string | null
  state: Generated<Exclude<StewardCase['state'], 'waiting'>>
  version: Generated<number>
  respond_until: Date
  created_at: Date
}

interface StewardCaseCarTable {
  case_id: string
  driver_idx: number
  name: string
  user_id: string | null
}

interface StewardStatementTable {
  id: string
  case_id: string
  user_id: string | null
  kind: CaseStatement['kind']
  text: string
  links: Json<string[]>
  created_at: Date
}

interface StewardCommentTable {
  id: string
  case_id: string
  user_id: string | null
  text: string
  created_at: Date
}

interface StewardProposalTable {
  id: string
  case_id: string
  user_id: string | null
  penalties: Json<Penalty[]>
  reason: string
  created_at: Date
}

interface StewardVoteTable {
  case_id: string
  user_id: string
  proposal_id: string
}

interface StewardDecisionTable {
  id: string
  season_id: string
  case_id: string
  number: number
  penalties: Json<Penalty[]>
  reason: string
  author_id: string | null
  published_at: Date
  revoked_at: Date | null
  revoked_reason: string | null
  replaced_by: number | null
  is_appealed: Generated<boolean>
}

export interface StewardTables {
  steward_rules: StewardRulesTable
  steward_case: StewardCaseTable
  steward_case_car: StewardCaseCarTable
  steward_statement: StewardStatementTable
  steward_comment: StewardCommentTable
  steward_proposal: StewardProposalTable
  steward_vote: StewardVoteTable
  steward_decision: StewardDecisionTable
}

export type StewardCaseRow = Selectable<StewardCaseTable>
export type StewardDecisionRow = Selectable<StewardDecisionTable>
