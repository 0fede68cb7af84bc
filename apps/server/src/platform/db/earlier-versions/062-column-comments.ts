import { sql, type Kysely } from 'kysely'

/** The schema explains its tables and columns: who reads it sees the same words as in the types that are made of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, text] of Object.entries(TABLES)) {
    await sql`comment on table ${sql.id(...table.split('.'))} is ${sql.lit(text)}`.execute(db)
  }
  for (const [table, columns] of Object.entries(COLUMNS)) {
    for (const [column, text] of Object.entries(columns)) {
      const name = sql.id(...table.split('.'), column)
      await sql`comment on column ${name} is ${sql.lit(text)}`.execute(db)
    }
  }
}

const TABLES: Readonly<Record<string, string>> = {
  owner_change_row:
    'A row that a change added (`before` is null), replaced or removed (`after` is null); written by triggers.',
  node: 'A server process on this database.',
  live_owner: 'Which node records a user.',
  live_session:
    'A session that is being driven; its row may be recorded, if it has gone on after a break.',
  driven_lap: 'A complete lap of the user who recorded the session.',
  session_to_link: 'A sibling was removed or a user renamed: the document has to be rebuilt.',
  removed_capture: 'A capture of a deleted session, or one that was removed by age or quota.',
  capture_size: 'The size of the capture with this key; the session may have another one by now.',
  lap_trace: 'A lap of a car against distance.',
  lap_trace_job: 'A session that needs traces, made from its capture.',
  rate_bucket: 'What a caller has left of a limit.',
  job: 'Work that survives a restart of the server.',
  recorder_pairing: 'A recorder that waits to be connected to an account.',
  idempotency_key: 'A call that may be sent again; `status` is null until it is answered.',
  storage_leftover: 'A file that no object holds: one that is being written, or one to be removed.',
  udp_lease: 'The right of a game at this address to send to a port.',
  'auth.outbox': 'Messages that wait to be sent.',
  'auth.server_secrets': 'What the servers of this database share.',
  owner_change: 'What an owner or a member did: to a league or to a season.',
  season_driver_platform:
    'Apart from the driver, since only organisers and the driver may read it.',
  season_driver_attendance: 'The answers of drivers without an account.',
}

const COLUMNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  node: {
    instance: 'Differs at every start: an older process of the same id is fenced off.',
    host: 'Where recorders reach it; null for the host that they registered at.',
    data_folder: 'Nodes with the same one share DATA_DIR, and so their journals.',
  },
  live_owner: {
    node_id: 'The node of the last claim; null once that node is forgotten.',
    epoch: 'Rises with every claim.',
    since_epoch: 'Since this claim the user was recorded into the same DATA_DIR.',
    is_free: 'The node has released the stream.',
  },
  live_session: {
    orphaned_at: 'Since when no node has it in memory; null while one does.',
  },
  track_outline: {
    points: 'JSON of the outline, as in the contract.',
    pit_lane: 'JSON of the pit lane; null where no session has shown it.',
    sessions: 'The number of sessions that it is the mean of.',
  },
  user: {
    username: 'Unique without case; null until the user has chosen one.',
    is_in_records: 'False: their laps are in no list of records.',
  },
  recorder_key: {
    key_hash: 'SHA-256 of the key.',
  },
  personal_access_token: {
    token_hash: 'SHA-256 of the token.',
  },
  session: {
    game_session_id: "The game's session UID as a decimal string.",
    detail: 'The session detail document as gzip, sent as it is stored.',
    own_detail:
      'What the recording itself says, where siblings fill `detail`; null where it is the same.',
    group_id: 'The same for all recordings of one session; null where there is one alone.',
    derived_at: 'When the document was last derived from its datagrams.',
    best_lap_ms:
      'The best lap of the user who recorded it; null for a spectator and where it is not known.',
    highlights: 'Null until it is derived from the document.',
    lap_marks: 'Marks of its laps, which distinguish the session from others.',
    origin:
      'Where a result comes from that no recorder saw: who sent it is all that vouches for it. Null for others.',
    document_hash: 'Identifies a result that is sent twice; set together with `origin`.',
    is_uploaded: 'Its capture was uploaded as a file, and not streamed by a recorder or a game.',
  },
  driven_lap: {
    tyre_age_laps: 'Laps of the stint that the tyres had done before.',
    withheld: 'Why it is in no record; null for most.',
    is_proven: 'Null for laps from before that was checked.',
    assists: 'Null for laps from before it was stored.',
    set_age_laps:
      'How many laps its tyres had done before, in every session; null where no telemetry has it.',
    is_best: "The user's best in its category.",
    driven_at:
      'When the session started; null unless it is recorded. Written by triggers, as is `has_trace`.',
  },
  session_to_link: {
    mark: 'Rises with every time it is marked.',
  },
  lap_trace: {
    flags: 'Bits by the places of `LAP_FLAGS`.',
    mini_sectors_ms:
      'Null if a part of the lap is unknown, and for traces from before there were any.',
    contradiction: 'Why the lap can be in no record; null if nothing contradicts it.',
    is_proven:
      'Whether it proves the time of its lap; null for traces from before that was checked.',
  },
  storage_object: {
    owner_id: 'Null where the service key has put it there.',
    user_metadata: 'What its user says of it; the server never reads it.',
  },
  rate_bucket: {
    key: "A hash of the limit's name and of the user, address or network that it counts for.",
  },
  job: {
    due_at: 'The end of the lease of the server that works on it, or the time of the next attempt.',
  },
  idempotency_key: {
    key: 'The hash of the key, and of the request.',
    answer: 'Sealed; null for an answer that is not kept.',
  },
  udp_lease: {
    key_id: 'The recorder key that it was registered with.',
    received_at: 'When the newest datagram was received, to the minute; null before the first.',
    node_id: 'The server with the port; null for one that is forgotten.',
  },
  schema_compatibility: {
    oldest_server:
      'The oldest server that runs on this schema, by the newest schema that it knows.',
  },
  'auth.users': {
    email: 'Lower case.',
    phone: 'The number without the leading plus.',
    email_change_confirmed: 'How many of the two addresses have agreed to the change.',
  },
  'auth.identities': {
    provider_id: "The provider's name for the person; for e-mail and phone the user's id.",
  },
  'auth.outbox': {
    content: 'Encrypted.',
    is_notification: "Whether it ends with the user's notifications by mail.",
  },
  'auth.server_secrets': {
    content:
      'The fingerprint of the secret, or a key that is encrypted with a key derived from it.',
  },
  'auth.sessions': {
    refresh_counter: 'Number of the refresh token that is good now.',
    elevated_counter: 'Number of the first refresh token since a second factor was shown last.',
  },
  'auth.one_time_tokens': {
    token_hash: 'Hex SHA-224 of address and code, after `pkce_` where the request had a challenge.',
    relates_to: 'The address it was sent to.',
  },
  'auth.flow_states': {
    nonce: 'Of the server towards the provider, as is the verifier.',
    linking_user_id: "Set where a signed-in user links the provider's identity.",
    session_not_after: 'When the session that comes of it ends, whatever happens.',
  },
  'auth.audit_log': {
    actor_id: 'Who did it; null where nobody was signed in.',
    user_id: 'The user it was done to.',
  },
  'auth.factors': {
    secret: 'Base32, of TOTP.',
    last_used_step: 'The 30 s step of the last code taken: a code counts once.',
  },
  'auth.passkeys': {
    credential_id: 'base64url, as browsers send it.',
  },
  'auth.passkey_challenges': {
    user_id: 'The user who registers a passkey; null for a sign-in.',
  },
  league: {
    version: 'Counts the changes.',
    deleted_at: 'Removed for good some weeks later.',
  },
  league_invitation: {
    user_id: 'The invited user.',
    role: '`owner` offers the league itself to a member.',
  },
  league_invitation_link: {
    code_hash: 'SHA-256 of the code.',
  },
  league_picture_kept: {
    version: 'The version of the league, after the change that took the picture away.',
  },
  season: {
    dismissed_merges: 'Names that the organiser says are different drivers.',
    visibility: 'Maintained by triggers from the leagues that the season is in.',
  },
  season_adjustment: {
    decision_id: "The stewards' decision that made it; null for an adjustment of its own.",
    is_author_deleted: 'The account of its author is deleted, and `author_id` is the owner.',
  },
  season_publication: {
    standings: 'JSON as gzip.',
  },
  owner_change: {
    version: 'The version of the league or season, after the change.',
    is_author_deleted: 'The account of its author is deleted, and `author_id` is the owner.',
  },
  session_result: {
    detail_etag: 'The tag of the document that it was made from.',
  },
  webhook: {
    url: 'Encrypted.',
    secret: 'Encrypted; null for a receiver without a signature.',
    busy_until: 'While a server sends to it, and as long as the receiver asks to wait.',
  },
  webhook_delivery: {
    subject: 'What is announced; a receiver gets it once.',
    content: 'Null before the first attempt.',
  },
  calendar_feed: {
    secret_hash: 'SHA-256 of the secret in the address.',
  },
  follow: {
    league_id: 'Either a league or a season.',
    is_following: 'False for a user who has unfollowed what they follow automatically.',
  },
  notification_settings: {
    preferences: 'What differs from the defaults.',
  },
  push_device: {
    endpoint_hash: 'SHA-256: a browser is subscribed for one user.',
    endpoint: 'Encrypted.',
    secrets: 'Encrypted JSON of the keys that messages are encrypted with.',
  },
  notification_event: {
    user_id: 'The only user to notify; null for all who follow the season.',
  },
  notification: {
    device_id: 'Null for a mail.',
    subject: 'What it is about; a user gets it once by mail and once at each device.',
    mail_id: 'Notifications of one mail share it.',
  },
  season_team: {
    id: 'Chosen by the caller that added it.',
    place: "The place in the organiser's order.",
  },
  season_team_picture: {
    team_id: 'It stays while the team is not in the roster, for an undo.',
    archived_version:
      'Version of the season of the change that replaced or removed it; null: the team has it now.',
  },
  season_driver_platform: {
    user_id:
      'The driver, so that it is erased with their account; null if nobody has claimed the name.',
  },
  season_claim: {
    name: 'The name in the standings when it was claimed.',
  },
  season_sign_up: {
    is_approved: 'Whether an organiser has accepted the driver, who may wait for a place.',
    driver_id: 'Their entry of the roster; null if they have none.',
    queued_at: 'Orders the waiting list.',
  },
  season_attendance: {
    called_up_at: 'When a reserve was asked to take a free place; null for others.',
  },
  season_driver_attendance: {
    called_up_at: 'When a reserve was asked to take a free place; null for others.',
    driver_id: 'Their entry of the roster.',
  },
  steward_case: {
    reporter_id: 'Null once the account is deleted.',
  },
}
