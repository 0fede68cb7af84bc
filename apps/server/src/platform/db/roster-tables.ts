import type { NameClaim } from '@pitboard/contract/roster/roster'
import type { Generated } from 'kysely'

interface SeasonTeamTable {
  season_id: string
  /** Chosen by the caller that added it. */
  id: string
  /** The place in the organiser's order. */
  place: number
  name: string
  colour: string
}

interface SeasonDriverTable {
  season_id: string
  id: string
  place: number
  name: string
  car_number: number | null
  team_id: string | null
  from_event_id: string | null
  to_event_id: string | null
  is_reserve: boolean
  tier: string
}

interface SeasonTeamPictureTable {
  file_key: string
  season_id: string
  /** It stays while the team is not in the roster, for an undo. */
  team_id: string
  content_type: string
  bytes: number
  etag: string
  /** Version of the season of the change that replaced or removed it; null: the team has it now. */
  archived_version: number | null
}

/** Apart from the driver, since only organisers and the driver may read it. */
interface SeasonDriverPlatformTable {
  season_id: string
  driver_id: string
  platform_id: string
  /** The driver, so that it is erased with their account; null if nobody has claimed the name. */
  user_id: string | null
}

interface SeasonClaimTable {
  id: string
  season_id: string
  user_id: string
  /** The name in the standings when it was claimed. */
  name: string
  status: NameClaim['status']
  created_at: Generated<Date>
}

export interface RosterTables {
  season_team: SeasonTeamTable
  season_team_picture: SeasonTeamPictureTable
  season_driver: SeasonDriverTable
  season_driver_platform: SeasonDriverPlatformTable
  season_claim: SeasonClaimTable
}
