import type { TokenScope } from '@pitboard/contract/wire/token-scopes'
import type { SessionHighlights } from '@pitboard/contract/sessions/listed-session'
import type {
  Assist,
  CarPerformance,
  Formula,
  LapWeather,
  TyreClass,
} from '@pitboard/contract/records/lap-category'
import type { TraceContradiction, WithheldReason } from '@pitboard/contract/records/records'
import type { SessionKind } from '@pitboard/contract/wire/session-kind'
import type { ColumnType, Generated, GeneratedAlways, Insertable, Kysely, Selectable } from 'kysely'
import type { AuthTables } from './auth-tables.ts'
import type { NotificationTables } from './notification-tables.ts'
import type { RosterTables } from './roster-tables.ts'
import type { SeasonTables } from './season-tables.ts'
import type { SignUpTables } from './sign-up-tables.ts'
import type { StewardTables } from './steward-tables.ts'

/** Set by the database when it is left out. */
type Default<T> = ColumnType<T, T | undefined, T>

export interface UserTable {
  id: string
  /** Unique without case; null until the user has chosen one. */
  username: string | null
  avatar_url: Default<string | null>
  created_at: Default<Date>
  updated_at: Default<Date>
  /** False: their laps are in no list of records. */
  is_in_records: Default<boolean>
}

interface PersonalAccessTokenTable {
  id: string
  user_id: string
  name: string
  /** SHA-256 of the token. */
  token_hash: Buffer
  scopes: TokenScope[]
  created_at: Default<Date>
  expires_at: Date
  last_used_at: Date | null
}

interface RecorderKeyTable {
  id: string
  user_id: string
  name: string
  /** SHA-256 of the key. */
  key_hash: Buffer
  created_at: Default<Date>
  last_used_at: Date | null
}

export interface SessionTable {
  id: string
  internal_session_id: GeneratedAlways<number>
  /** The game's session UID as a decimal string. */
  game_session_id: string
  user_id: string
  status: 'live' | 'recorded'
  track_id: number
  track_name: string
  session_type: number
  number_of_laps: number | null
  started_at: Date
  ended_at: Date | null
  game_version: number | null
  game_build: string
  packet_format: number | null
  is_multiplayer: boolean | null
  season_link_identifier: number
  weekend_link_identifier: number
  session_link_identifier: number
  start_track_temp: number | null
  start_air_temp: number | null
  start_weather: number | null
  /** The session detail document as gzip, sent as it is stored. */
  detail: Buffer | null
  detail_etag: string | null
  capture_key: string | null
  created_at: Default<Date>
  /** What the recording itself says, where siblings fill `detail`; null where it is the same. */
  own_detail: Buffer | null
  /** The same for all recordings of one session; null where there is one alone. */
  group_id: string | null
  /** When the document was last derived from its datagrams. */
  derived_at: Date | null
  frames_seen: number | null
  laps_missing: number | null
  hidden_names: number | null
  restricted_drivers: number | null
  classification: 'final' | 'provisional' | null
  /** The best lap of the user who recorded it; null for a spectator and where it is not known. */
  best_lap_ms: number | null
  /** Null until it is derived from the document. */
  highlights: ColumnType<SessionHighlights | null, string | null | undefined, string | null>
  /** Distinguishes the session from others: see `lapMarks`. */
  lap_marks: Default<number[]>
  /**
   * Where a result comes from that no recorder saw: who sent it is all that vouches for it. Null for
   * others.
   */
  origin: Default<'hand' | 'document' | null>
  /** Identifies a result that is sent twice; set together with `origin`. */
  document_hash: Default<string | null>
  /** Its capture was uploaded as a file, and not streamed by a recorder or a game. */
  is_uploaded: Default<boolean>
}

/** A sibling was removed or a user renamed: the document has to be rebuilt. */
interface SessionToLinkTable {
  session_id: string
  /** Rises with every time it is marked. */
  mark: Default<number>
  attempts: Default<number>
  next_attempt_at: Default<Date>
}

/** The size of the capture with this key; the session may have another one by now. */
interface CaptureSizeTable {
  session_id: string
  capture_key: string
  bytes: number
}

/** A capture of a deleted session, or one that was removed by age or quota. */
interface RemovedCaptureTable {
  session_id: string
  capture_key: string
  removed_at: Default<Date>
  attempts: Default<number>
  next_attempt_at: Default<Date>
}

/** A lap of a car against distance, as `racing/traces` packs it. */
interface LapTraceTable {
  session_id: string
  driver_idx: number
  lap_num: number
  /** Bits by the places of `LAP_FLAGS`. */
  flags: number
  sample_hz: number | null
  trace: Buffer
  /** Null if a part of the lap is unknown, and for traces from before there were any. */
  mini_sectors_ms: Default<number[] | null>
  /** Why the lap can be in no record; null if nothing contradicts it. */
  contradiction: Default<TraceContradiction | null>
  /** Whether it proves the time of its lap; null for traces from before that was checked. */
  is_proven: Default<boolean | null>
}

/** A session that needs traces, made from its capture. */
interface LapTraceJobTable {
  session_id: string
  due_at: Default<Date>
  attempts: Default<number>
}

interface StorageObjectTable {
  id: string
  bucket: string
  path: string
  /** Null where the service key has put it there. */
  owner_id: string | null
  file_key: string
  content_type: string
  bytes: number
  etag: string
  cache_control: string
  /** What its user says of it; never read by us. */
  user_metadata: ColumnType<Record<string, unknown>, string | undefined, string>
  created_at: Default<Date>
  updated_at: Default<Date>
}

/** A file that no object holds: one that is being written, or one to be removed. */
interface StorageLeftoverTable {
  file_key: string
  due_at: Date
  attempts: Default<number>
}

interface TrackOutlineTable {
  track_id: number
  game_version: number
  track_length: number
  user_id: string
  /** JSON of the outline, as in the contract. */
  points: string
  /** JSON of the pit lane; null where no session has shown it. */
  pit_lane: Default<string | null>
  /** The number of sessions that it is the mean of. */
  sessions: Default<number>
  created_at: Default<Date>
  updated_at: Default<Date>
}

/** The right of a game at this address to send to a port. */
interface UdpLeaseTable {
  user_id: string
  /** The recorder key that it was registered with. */
  key_id: string
  port: number
  address: string
  leased_at: Date
  /** When the newest datagram was received, to the minute; null before the first. */
  received_at: Date | null
  /** The server with the port; null for one that is forgotten. */
  node_id: Default<string | null>
}

/** A complete lap of the user who recorded the session. */
export interface DrivenLapTable {
  session_id: string
  lap_num: number
  user_id: string
  driver_idx: number
  track_id: number
  game_version: number
  session_kind: SessionKind
  tyre_class: TyreClass
  weather: LapWeather
  tyre_compound: number
  /** Laps of the stint that the tyres had done before. */
  tyre_age_laps: number
  lap_time_ms: number
  sector1_time_ms: number
  sector2_time_ms: number
  sector3_time_ms: number
  /** Why it is in no record; null for most. */
  withheld: WithheldReason | null
  /** Null for laps from before that was checked. */
  is_proven: Default<boolean | null>
  formula: Default<Formula>
  performance: Default<CarPerformance>
  /** Null for laps from before it was stored. */
  assists: Default<Assist[] | null>
  /** How many laps its tyres had done before, in every session; null where no telemetry has it. */
  set_age_laps: Default<number | null>
  /** The user's best in its category. */
  is_best: Default<boolean>
  /** When the session started; null unless it is recorded. Written by triggers, as is `has_trace`. */
  driven_at: ColumnType<Date | null, never, never>
  has_trace: ColumnType<boolean, never, never>
}

interface SessionPitLossTable {
  session_id: string
  flag: string
  track_id: number
  game_version: number
  track_length: number
  low_ms: number
  median_ms: number
  high_ms: number
  stops: number
}

/** A recorder that waits to be connected to an account. */
interface RecorderPairingTable {
  user_code: string
  device_hash: Buffer
  computer_name: string
  operating_system: string
  recorder_version: string
  ip_address: string
  requested_at: Date
  expires_at: Date
  interval_ms: number
  next_poll_at: Date
  approved_by: string | null
  is_refused: Default<boolean>
}

/** A call that may be sent again; `status` is null until it is answered. */
export interface IdempotencyKeyTable {
  user_id: string
  /** The hash of the key, and of the request. */
  key: Buffer
  request: Buffer
  claimed_at: Date
  status: Default<number | null>
  etag: Default<string | null>
  /** Sealed; null for an answer that is not kept. */
  answer: Default<Buffer | null>
}

/** See `racing/uploads/upload-jobs.ts`. */
interface JobTable {
  id: string
  kind: string
  place: string
  user_id: string
  task: ColumnType<unknown, string, never>
  attempts: number
  progress: Default<number>
  /** The end of the lease of the server that works on it, or the time of the next attempt. */
  due_at: Date
  ended_at: Date | null
  result: ColumnType<object | null, string | null | undefined, string | null>
  failure: ColumnType<object | null, string | null | undefined, string | null>
}

/** What a caller has left of a limit; made and removed by `platform/limits`. */
interface RateBucketTable {
  /** A hash of the limit's name and of the user, address or network that it counts for. */
  key: Buffer
  full_at: Date
}

/** A server process on this database. */
interface NodeTable {
  id: string
  /** Differs at every start: an older process of the same id is fenced off. */
  instance: string
  /** Where recorders reach it; null for the host that they registered at. */
  host: string | null
  tcp_port: number
  seen_at: Date
  draining: Default<boolean>
  /** Nodes with the same one share DATA_DIR, and so their journals. */
  data_folder: Default<string | null>
}

/** Which node records a user. */
interface LiveOwnerTable {
  user_id: string
  /** The node of the last claim; null once that node is forgotten. */
  node_id: string | null
  /** Rises with every claim. */
  epoch: number
  /** Since this claim the user was recorded into the same DATA_DIR. */
  since_epoch: number
  /** The node has released the stream. */
  is_free: boolean
}

/** A session that is being driven; its row may be recorded, if it has gone on after a break. */
interface LiveSessionTable {
  session_id: string
  user_id: string
  /** Since when no node has it in memory; null while one does. */
  orphaned_at: Date | null
}

interface SchemaCompatibilityTable {
  id: Generated<boolean>
  /** The oldest server that runs on this schema, by the newest schema that it knows. */
  oldest_server: string
}

export interface Tables
  extends AuthTables, NotificationTables, RosterTables, SeasonTables, SignUpTables, StewardTables {
  node: NodeTable
  live_owner: LiveOwnerTable
  live_session: LiveSessionTable
  track_outline: TrackOutlineTable
  user: UserTable
  recorder_key: RecorderKeyTable
  personal_access_token: PersonalAccessTokenTable
  session: SessionTable
  session_pit_loss: SessionPitLossTable
  driven_lap: DrivenLapTable
  session_to_link: SessionToLinkTable
  removed_capture: RemovedCaptureTable
  capture_size: CaptureSizeTable
  lap_trace: LapTraceTable
  lap_trace_job: LapTraceJobTable
  storage_object: StorageObjectTable
  rate_bucket: RateBucketTable
  job: JobTable
  recorder_pairing: RecorderPairingTable
  idempotency_key: IdempotencyKeyTable
  storage_leftover: StorageLeftoverTable
  udp_lease: UdpLeaseTable
  schema_compatibility: SchemaCompatibilityTable
}

/** The database, or a transaction on it: queries take either as their first argument. */
export type Db = Kysely<Tables>

export type User = Selectable<UserTable>
export type StoredJob = Selectable<JobTable>
export type SessionToLinkRow = Selectable<SessionToLinkTable>
export type RemovedCaptureRow = Selectable<RemovedCaptureTable>
export type StorageLeftoverRow = Selectable<StorageLeftoverTable>
export type LapTraceJobRow = Selectable<LapTraceJobTable>
export type RecorderPairing = Selectable<RecorderPairingTable>
export type PersonalAccessTokenRow = Selectable<PersonalAccessTokenTable>
export type RecorderKey = Selectable<RecorderKeyTable>
export type SessionRow = Selectable<SessionTable>
export type StorageObject = Selectable<StorageObjectTable>
export type NewSession = Insertable<SessionTable>
