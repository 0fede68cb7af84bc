import type { League } from '@pitboard/contract/leagues/league'
import type { LeagueRole } from '@pitboard/contract/leagues/league-roles'
import type { Edit } from '../../../changes/use-edit.ts'

/** Each part of the page of members needs these. */
export interface MembersProps {
  readonly league: League
  readonly edit: Edit
  readonly userId: string
  readonly roles: readonly LeagueRole[]
  /** It is called after the user has left the league. */
  readonly onLeft: () => void
}
