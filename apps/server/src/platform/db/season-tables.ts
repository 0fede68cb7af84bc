import type { LeagueFields } from '@pitboard/contract/leagues/league'
import type { Announcement, AnnouncementType } from '@pitboard/contract/leagues/announcement'
import type { Webhook, WebhookDelivery } from '@pitboard/contract/leagues/webhooks'
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

interface LeaguePictureTable extends PictureTable {
  kind: LeaguePictureKind
}

interface StoredPictureTable extends PictureTable {
  /** The version of the league, after the change that took the picture away. */
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
  /** The time without penalties. */
  readonly totalRaceTimeMs: number | null
  readonly totalPenaltiesSeconds: number
  readonly bestLapTimeMs: number | null
  readonly startingPosition: number | null
}

interface SessionResultTable {
  session_id: string
  /** The tag of the document that it was made from. */
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
  places: number | null
  /** The stewards' decision that made it; null for an adjustment of its own. */
  decision_id: string | null
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
  /** The version of the league or season, after the change. */
  version: number
  author_id: string
  /** Then `author_id` is the owner. */
  is_author_deleted: Generated<boolean>
  action: string
  details: Json<Record<string, unknown>>
  at: Generated<Date>
}

/** A row that a change added (`before` is null), replaced or removed (`after` is null); written by triggers. */
interface OwnerChangeRowTable {
  change_id: string
  place: GeneratedAlways<number>
  table_name: string
  key: Json<Record<string, unknown>>
  before: ColumnType<Record<string, unknown> | null, string | null, string | null>
  after: ColumnType<Record<string, unknown> | null, string | null, string | null>
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

interface WebhookTable {
  id: string
  league_id: string
  kind: Webhook['kind']
  name: string
  language: Webhook['language']
  /** Encrypted. */
  url: Buffer
  /** Encrypted; null for a receiver without a signature. */
  secret: Buffer | null
  types: Json<AnnouncementType[]>
  state: Generated<Webhook['state']>
  failing_since: Date | null
  /** While a server sends to it, and as long as the receiver asks to wait. */
  busy_until: Generated<Date>
  attempted_at: Date | null
  created_at: Generated<Date>
}

interface WebhookDeliveryTable {
  id: Generated<string>
  webhook_id: string
  type: Announcement['type']
  /** What is announced; a receiver gets it once. */
  subject: string
  season_id: string | null
  details: JsonDefault<AnnouncementDetails>
  /** Null before the first attempt. */
  content: ColumnType<Announcement | null, string | null | undefined, string | null>
  state: Generated<WebhookDelivery['state']>
  attempts: Generated<number>
  next_attempt_at: Generated<Date>
  attempted_at: Date | null
  ended_at: Date | null
  status_code: number | null
  duration_ms: number | null
  failure: Exclude<WebhookDelivery['failure'], null> | null
  answer: string | null
  created_at: Generated<Date>
}

/** What the database's triggers note of a change. */
export interface AnnouncementDetails {
  readonly sessionId?: string
  readonly eventId?: string
  readonly adjustmentId?: string
  readonly decisionId?: string
  readonly isRevoked?: boolean
  /** When the event was to start, or drivers were to answer: a new date is announced on its own. */
  readonly startsAt?: string
  readonly deadlineAt?: string
  readonly publication?: number
}

interface CalendarFeedTable {
  user_id: string
  /** SHA-256 of the secret in the address. */
  secret_hash: Buffer
  created_at: Generated<Date>
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
  owner_change_row: OwnerChangeRowTable
  session_result: SessionResultTable
  webhook: WebhookTable
  webhook_delivery: WebhookDeliveryTable
  calendar_feed: CalendarFeedTable
}

export type LeagueRow = Selectable<LeagueTable>
export type SeasonRow = Selectable<SeasonTable>
export type WebhookRow = Selectable<WebhookTable>
export type WebhookDeliveryRow = Selectable<WebhookDeliveryTable>
