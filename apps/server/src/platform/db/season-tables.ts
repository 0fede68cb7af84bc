import type { LeagueFields } from '@pitboard/contract/leagues/league'
import type { LeaguePictureKind } from '@pitboard/contract/leagues/league-pictures'
import type { LeagueRole, MemberRole } from '@pitboard/contract/leagues/league-roles'
import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely'
import type { AdjustmentKind } from '@pitboard/contract/seasons/adjustment'
import type {
  Alias,
  EventFields,
  EventSessionFields,
  Publication,
  SeasonFields,
  Visibility,
} from '@pitboard/contract/seasons/season'
import type { FieldColumns } from './field-columns.ts'

/** Written as text, so that lists are JSON too and not PostgreSQL's arrays. */
type Json<T> = ColumnType<T, string, string>
type JsonDefault<T> = ColumnType<T, string | undefined, string>

export interface LeagueTable extends FieldColumns<LeagueFields> {
  id: string
  owner_id: string
  /** Counts the changes. */
  version: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
  /** Removed for good some weeks later. */
  deleted_at: Date | null
  search_name: GeneratedAlways<string>
}

interface PictureTable {
  league_id: string
  file_key: string
  content_type: string
  bytes: number
  etag: string
}

export interface LeaguePictureTable extends PictureTable {
  kind: LeaguePictureKind
}

interface StoredPictureTable extends PictureTable {
  /** Of the league, after the act that took the picture away. */
  version: number
}

export interface SeasonTable extends FieldColumns<SeasonFields> {
  id: string
  owner_id: string
  aliases: JsonDefault<Alias[]>
  /** Names that the organiser says are different drivers. */
  dismissed_merges: JsonDefault<string[][]>
  /** Maintained by triggers from the leagues that the season is in. */
  visibility: Generated<Visibility>
  version: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
  deleted_at: Date | null
  search_name: GeneratedAlways<string>
}

interface LeagueSeasonTable {
  league_id: string
  season_id: string
  added_at: Generated<Date>
}

export interface SeasonEventTable extends FieldColumns<Omit<EventFields, 'startsAt'>> {
  id: string
  season_id: string
  starts_at: ColumnType<Date | null, string | null, string | null>
}

interface SeasonSessionTable extends FieldColumns<EventSessionFields> {
  season_id: string
  session_id: string
  event_id: string
}

/** What standings need of a session's document. */
export interface SessionResult {
  /** 0 where it is not known or the session runs by time. */
  readonly plannedLaps: number
  readonly raceKind: 'sprint' | 'main' | null
  readonly cars: readonly CarResult[]
}

/** One car's result as it was recorded. */
export interface CarResult {
  readonly driverIdx: number
  readonly name: string
  /** The game hid the name: it says nothing of who drove. */
  readonly isHidden: boolean
  readonly carNumber: number | null
  /** Empty for a driver without a team. */
  readonly team: string
  readonly teamColour: string
  /** The game's; null where it places nobody. */
  readonly position: number | null
  readonly resultStatus: number
  /** Null where it is not known: then the car is taken to have driven as far as the one ahead. */
  readonly numberOfLaps: number | null
  /** Without penalties. */
  readonly totalRaceTimeMs: number | null
  readonly totalPenaltiesSeconds: number
  readonly bestLapTimeMs: number | null
  readonly startingPosition: number | null
}

interface SessionResultTable {
  session_id: string
  /** Of the document that it was made from. */
  detail_etag: string
  result: Json<SessionResult>
}

interface SeasonAdjustmentTable {
  id: string
  season_id: string
  kind: AdjustmentKind
  session_id: string | null
  driver_idx: number | null
  name: string | null
  seconds: number | null
  points: number | null
  reason: string
  author_id: string
  /** Then `author_id` is the owner. */
  is_author_deleted: Generated<boolean>
  created_at: Generated<Date>
  revoked_at: Date | null
  revoked_reason: string | null
}

interface SeasonPublicationTable {
  season_id: string
  version: number
  status: Publication['status']
  note: string
  published_at: Generated<Date>
  /** JSON as gzip. */
  standings: Buffer
}

/** What an owner or a member did: to a league or to a season. */
interface OwnerChangeTable {
  id: string
  league_id: string | null
  season_id: string | null
  /** Of the league or season, after the change. */
  version: number
  author_id: string
  /** Then `author_id` is the owner. */
  is_author_deleted: Generated<boolean>
  action: string
  details: Json<Record<string, unknown>>
  at: Generated<Date>
}

interface LeagueMemberTable {
  league_id: string
  user_id: string
  role: MemberRole
  added_at: Generated<Date>
}

interface LeagueInvitationTable {
  id: string
  league_id: string
  /** The invited user. */
  user_id: string
  /** `owner` offers the league itself to a member. */
  role: LeagueRole
  invited_by: string
  created_at: Date
  expires_at: Date
}

interface LeagueInvitationLinkTable {
  league_id: string
  role: MemberRole
  /** SHA-256. */
  code_hash: Buffer
  invited_by: string
  uses_left: number
  created_at: Date
  expires_at: Date
}

export interface SeasonTables {
  league: LeagueTable
  league_member: LeagueMemberTable
  league_invitation: LeagueInvitationTable
  league_invitation_link: LeagueInvitationLinkTable
  league_picture: LeaguePictureTable
  ['league_picture_kept']: StoredPictureTable
  league_season: LeagueSeasonTable
  season: SeasonTable
  season_event: SeasonEventTable
  season_session: SeasonSessionTable
  season_adjustment: SeasonAdjustmentTable
  season_publication: SeasonPublicationTable
  owner_change: OwnerChangeTable
  session_result: SessionResultTable
}

export type LeagueRow = Selectable<LeagueTable>
export type SeasonRow = Selectable<SeasonTable>
