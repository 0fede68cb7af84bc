import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { test } from 'node:test'
import { NO_POINTS } from '@pitboard/contract/seasons/points-presets'
import { sampleOf } from '@pitboard/contract/testing/sample'
import { type RawBuilder, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { signToken } from '../../testing/account.ts'
import { createCall } from '../../testing/call.ts'
import { openBareDatabase, openTestDatabase } from '../../testing/database.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { StartError } from '../diagnostics/errors.ts'
import {
  findOldestServer,
  getMigrations,
  listBaselineVersions,
  listSchemaVersions,
  migrate,
} from './migrate.ts'
import type { Db } from './tables.ts'

const makeId = (number: number) => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`
const ADA = makeId(1)
const KEY = makeId(2)
const RACE = makeId(3)
const SIGN_IN = makeId(4)
const PASSKEY = makeId(5)
const FILE = makeId(6)
const LEAGUE = makeId(7)
const SEASON = makeId(8)
const EVENT = makeId(9)
const ADJUSTMENT = makeId(10)
const MANUAL_RESULT = makeId(11)
const LIVE = makeId(16)
const UPLOAD = makeId(17)
const TOKEN = makeId(19)
const MEMBER = makeId(21)
const WEBHOOK = makeId(39)
const CASE = makeId(45)
const NODE = 'server of before'

const STARTED_AT = '2026-07-05T14:00:00.000Z'
const DOCUMENT = {
  id: RACE,
  userId: ADA,
  trackId: 7,
  sessionType: 10,
  sessionStartTime: STARTED_AT,
  startTrackTemp: 31,
  drivers: [],
}
/** Earlier servers stored this document: they wrote 0 for unknown temperatures. */
const MANUAL_DOCUMENT = { ...DOCUMENT, id: MANUAL_RESULT, startTrackTemp: 0, startAirTemp: 0 }

const SESSION_COLUMNS = `id, game_session_id, user_id, status, track_id, track_name, session_type,
  number_of_laps, started_at, ended_at, game_version, game_build, packet_format, is_multiplayer,
  season_link_identifier, weekend_link_identifier, session_link_identifier, start_track_temp,
  start_air_temp, start_weather, detail, detail_etag`

/** A user of a version has this in the database, as that version stored it. */
interface Rows {
  /** This version is the first with these tables and columns. */
  readonly since: string
  /** This version is the first that stores something else. */
  readonly until?: string
  insert(db: Db): Promise<void>
  /** Reads them with the newest server. */
  check(read: (path: string) => Promise<unknown>, server: TestServer): Promise<void>
}

const ROWS: readonly Rows[] = [
  {
    since: '001-users-and-sessions',
    async insert(db) {
      await sql`insert into "user" (id, username) values (${ADA}, 'Ada')`.execute(db)
      await sql`insert into recorder_key (id, user_id, name, key_hash)
        values (${KEY}, ${ADA}, 'desk', '\\x01')`.execute(db)
      await insertSession(db, RACE, DOCUMENT)
    },
    async check(read) {
      assert.partialDeepStrictEqual(await read(`/api/Sessions/${RACE}`), DOCUMENT)
      assert.partialDeepStrictEqual(await read('/api/Account/export'), {
        profile: { id: ADA, username: 'Ada' },
        recorderKeys: [{ id: KEY, name: 'desk' }],
        sessions: [{ id: RACE, trackName: 'Silverstone', sessionStartTime: STARTED_AT }],
      })
    },
  },
  {
    since: '002-accounts',
    async insert(db) {
      await sql`insert into auth.users (id, email) values (${ADA}, 'ada@example.com')`.execute(db)
      await sql`insert into auth.identities (id, user_id, provider, provider_id, identity_data)
        values (${ADA}, ${ADA}, 'email', ${ADA}, '{"email": "ada@example.com"}')`.execute(db)
      await sql`insert into auth.sessions (id, user_id, refresh_counter)
        values (${SIGN_IN}, ${ADA}, 3)`.execute(db)
    },
    async check(read) {
      assert.partialDeepStrictEqual(await read('/auth/v1/user'), {
        email: 'ada@example.com',
        identities: [{ provider: 'email' }],
      })
    },
  },
  {
    since: '004-files-and-changes',
    async insert(db) {
      await sql`insert into storage_object
          (id, bucket, path, owner_id, file_key, content_type, bytes, etag, cache_control)
        values (${FILE}, 'avatars', ${`${ADA}/me.png`}, ${ADA}, ${FILE}, 'image/png', 3, 'e', 'no-cache')`.execute(
        db,
      )
    },
    async check(read) {
      assert.partialDeepStrictEqual(await read('/api/Account/export'), {
        files: [{ bucket: 'avatars', path: `${ADA}/me.png`, bytes: 3 }],
      })
    },
  },
  {
    since: '005-passkeys',
    async insert(db) {
      await sql`insert into auth.passkeys (id, user_id, friendly_name, credential_id, credential)
        values (${PASSKEY}, ${ADA}, 'phone', 'abc', '{}')`.execute(db)
    },
    async check(read) {
      assert.partialDeepStrictEqual(await read('/auth/v1/passkeys'), [
        { id: PASSKEY, friendly_name: 'phone' },
      ])
    },
  },
  {
    since: '006-leagues-and-seasons',
    insert: insertSeason,
    async check(read) {
      assert.partialDeepStrictEqual(await read(`/api/League/${LEAGUE}`), {
        name: 'Ardennes Cup',
        ownerName: 'Ada',
        seasonIds: [SEASON],
      })
      assert.partialDeepStrictEqual(await read(`/api/Seasons/${SEASON}`), {
        name: 'Winter',
        adjustments: [{ id: ADJUSTMENT, kind: 'points', points: -1 }],
        events: [{ id: EVENT, sessions: [{ session: { id: RACE }, pointsByDistance: true }] }],
      })
      assert.partialDeepStrictEqual(await read(`/api/League/${LEAGUE}/history`), [{ version: 1 }])
      const found = await read('/api/Search?q=ardenes')
      assert.match(JSON.stringify(found), /Ardennes Cup/)
    },
  },
  {
    since: '006-leagues-and-seasons',
    async insert(db) {
      await sql`insert into league_picture (league_id, file_key, content_type, bytes, etag)
        values (${LEAGUE}, ${makeId(15)}, 'image/webp', 3, 'logo')`.execute(db)
    },
    async check(read) {
      assert.partialDeepStrictEqual(await read(`/api/League/${LEAGUE}`), {
        thumbnailId: 'logo',
        bannerId: null,
        links: [],
        accentColour: null,
      })
    },
  },
  {
    since: '010-session-documents',
    until: '018-unknown-values',
    async insert(db) {
      await insertSession(db, MANUAL_RESULT, MANUAL_DOCUMENT, 'hand')
    },
    async check(read) {
      assert.partialDeepStrictEqual(await read(`/api/Sessions/${MANUAL_RESULT}`), {
        startTrackTemp: null,
        startAirTemp: null,
      })
    },
  },
  {
    since: '014-kept-pictures',
    async insert(db) {
      await sql`insert into league_picture_kept (league_id, version, file_key, content_type, bytes, etag)
        values (${LEAGUE}, 1, ${makeId(12)}, 'image/png', 3, 'e')`.execute(db)
    },
    async check(_read, { context }) {
      const pictures = await context.db.selectFrom('league_picture_kept').selectAll().execute()
      assert.partialDeepStrictEqual(pictures, [{ league_id: LEAGUE, version: 1, bytes: 3 }])
    },
  },
  {
    since: '017-outbox',
    async insert(db) {
      await sql`insert into auth.outbox (id, user_id, kind, content, next_attempt_at, expires_at)
        values (${makeId(13)}, ${ADA}, 'mail', '\\x00', now() + interval '1 day', now() + interval '2 days')`.execute(
        db,
      )
    },
    async check(_read, { context }) {
      const messages = await context.db.selectFrom('auth.outbox').selectAll().execute()
      assert.partialDeepStrictEqual(messages, [
        { user_id: ADA, kind: 'mail', attempts: 0, is_notification: false },
      ])
    },
  },
  {
    since: '001-users-and-sessions',
    until: '026-live-owners',
    async insert(db) {
      await insertSession(db, LIVE, { ...DOCUMENT, id: LIVE })
      await sql`update session set status = 'live' where id = ${LIVE}`.execute(db)
    },
    async check(_read, { context }) {
      const live = await context.db.selectFrom('live_session').selectAll().execute()
      assert.partialDeepStrictEqual(live, [{ session_id: LIVE, user_id: ADA }])
      assert.ok(live[0]?.orphaned_at, 'its recorder has time to return')
    },
  },
  {
    since: '025-udp-leases',
    async insert(db) {
      await sql`insert into udp_lease (user_id, key_id, port, address, leased_at)
        values (${ADA}, ${KEY}, ${await findFreePort()}, '192.0.2.1', now())`.execute(db)
      await sql`insert into auth.server_secrets (name, content) values ('old', '\\x01')`.execute(db)
    },
    async check(_read, { context }) {
      const leases = await context.db.selectFrom('udp_lease').selectAll().execute()
      assert.partialDeepStrictEqual(leases, [{ user_id: ADA, address: '192.0.2.1' }])
      const secret = sql<{ content: Buffer }>`select content from auth.server_secrets
        where name = 'old'`
      assert.deepEqual((await secret.execute(context.db)).rows, [{ content: Buffer.of(1) }])
    },
  },
  {
    since: '026-live-owners',
    async insert(db) {
      await sql`insert into node (id, instance, host, tcp_port, seen_at)
        values (${NODE}, ${makeId(18)}, 'one.example', 20778, now() - interval '1 day')`.execute(db)
      await sql`insert into live_owner (user_id, node_id, epoch, since_epoch, is_free)
        values (${ADA}, ${NODE}, 7, 5, true)`.execute(db)
      await sql`insert into live_session (session_id, user_id) values (${RACE}, ${ADA})`.execute(db)
    },
    async check(_read, { context: { db } }) {
      const nodes = await db.selectFrom('node').selectAll().where('id', '=', NODE).execute()
      assert.partialDeepStrictEqual(nodes, [{ host: 'one.example', data_folder: null }])
      assert.partialDeepStrictEqual(await db.selectFrom('live_owner').selectAll().execute(), [
        { user_id: ADA, node_id: NODE, epoch: 7, since_epoch: 5, is_free: true },
      ])
      assert.partialDeepStrictEqual(await db.selectFrom('live_session').selectAll().execute(), [
        { session_id: RACE, user_id: ADA },
      ])
    },
  },
  {
    since: '027-rate-buckets',
    async insert(db) {
      await sql`insert into rate_bucket values ('\\x01', now() + interval '1 day')`.execute(db)
    },
    async check(_read, { context }) {
      const buckets = await context.db.selectFrom('rate_bucket').select('key').execute()
      assert.deepEqual(buckets, [{ key: Buffer.of(1) }])
    },
  },
  {
    since: '028-recorder-pairings',
    async insert(db) {
      await sql`insert into recorder_pairing (user_code, device_hash, computer_name, operating_system,
          recorder_version, ip_address, requested_at, expires_at, interval_ms, next_poll_at)
        values ('BCDF-GHJK', '\\x01', 'RIG', 'Linux', '0.1.0', '192.0.2.1', now(),
          now() + interval '1 day', 5000, now())`.execute(db)
    },
    async check(_read, { context }) {
      const pairings = await context.db.selectFrom('recorder_pairing').selectAll().execute()
      assert.partialDeepStrictEqual(pairings, [{ user_code: 'BCDF-GHJK', is_refused: false }])
    },
  },
  {
    since: '029-capture-sizes',
    async insert(db) {
      await sql`insert into capture_size values (${RACE}, ${`${RACE}/1`}, 5000000000)`.execute(db)
    },
    async check(_read, { context }) {
      const sizes = await context.db.selectFrom('capture_size').selectAll().execute()
      assert.partialDeepStrictEqual(sizes, [{ session_id: RACE, bytes: 5_000_000_000 }])
    },
  },
  {
    since: '030-jobs',
    async insert(db) {
      const result = { sessions: [] }
      await sql`insert into job (id, kind, place, user_id, task, attempts, due_at, ended_at, result)
        values (${UPLOAD}, 'upload', 'elsewhere', ${ADA}, '{}', 1, now(), now(),
          ${JSON.stringify(result)})`.execute(db)
    },
    async check(_read, { context }) {
      const jobs = await context.db.selectFrom('job').selectAll().execute()
      assert.partialDeepStrictEqual(jobs, [{ id: UPLOAD, progress: 0, result: { sessions: [] } }])
    },
  },
  {
    since: '031-schema-compatibility',
    async insert(db) {
      await sql`insert into schema_compatibility (oldest_server) values ('001')`.execute(db)
    },
    async check(_read, { context }) {
      const rows = await context.db.selectFrom('schema_compatibility').selectAll().execute()
      assert.deepEqual(rows, [{ id: true, oldest_server: await findOldestServer() }])
    },
  },
  {
    since: '033-lap-traces',
    async insert(db) {
      await sql`insert into lap_trace (session_id, driver_idx, lap_num, flags, sample_hz, trace)
        values (${RACE}, 3, 7, 1, 20, '\\x01')`.execute(db)
    },
    async check(_read, { context }) {
      const traces = await sql`select session_id, driver_idx, lap_num, trace from lap_trace
          where lap_num = 7`.execute(context.db)
      const trace = Buffer.of(1)
      assert.deepEqual(traces.rows, [{ session_id: RACE, driver_idx: 3, lap_num: 7, trace }])
    },
  },
  {
    since: '035-driven-laps',
    async insert(db) {
      await sql`insert into driven_lap (session_id, lap_num, user_id, driver_idx, track_id,
          game_version, session_kind, tyre_class, weather, tyre_compound, tyre_age_laps, lap_time_ms,
          sector1_time_ms, sector2_time_ms, sector3_time_ms, is_best)
        values (${RACE}, 7, ${ADA}, 3, 7, 2024, 'race', 'dry', 'dry', 16, 4, 90000, 30000, 30000,
          30000, true)`.execute(db)
    },
    async check(read) {
      const best = { sessionId: RACE, lapNum: 7, lapTimeMs: 90_000 }
      assert.partialDeepStrictEqual(await read('/api/OwnLaps'), [
        // Versions before 052 have them in the tables of sessions and traces alone.
        { best: { ...best, drivenAt: STARTED_AT, hasTrace: true, isProven: false } },
      ])
    },
  },
  {
    since: '037-trace-checks',
    async insert(db) {
      await sql`insert into lap_trace (session_id, driver_idx, lap_num, flags, trace,
          mini_sectors_ms, contradiction)
        values (${RACE}, 3, 8, 1, '\\x01', array[4000, 3900], 'clock')`.execute(db)
    },
    async check(_read, { context }) {
      const traces = await sql`select mini_sectors_ms, contradiction from lap_trace
        where lap_num = 8`.execute(context.db)
      assert.deepEqual(traces.rows, [{ mini_sectors_ms: [4000, 3900], contradiction: 'clock' }])
    },
  },
  {
    since: '038-league-members',
    async insert(db) {
      await sql`insert into "user" (id, username) values (${MEMBER}, 'Member')`.execute(db)
      await sql`insert into league_member (league_id, user_id, role)
        values (${LEAGUE}, ${MEMBER}, 'steward')`.execute(db)
      await sql`insert into league_invitation (id, league_id, user_id, role, invited_by, created_at,
          expires_at)
        values (${makeId(20)}, ${LEAGUE}, ${MEMBER}, 'owner', ${ADA}, now(), now() + interval '1 day')`.execute(
        db,
      )
      await sql`insert into league_invitation_link (league_id, role, code_hash, invited_by, uses_left,
          created_at, expires_at)
        values (${LEAGUE}, 'steward', '\\x01', ${ADA}, 2, now(), now() + interval '1 day')`.execute(
        db,
      )
    },
    async check(read) {
      assert.partialDeepStrictEqual(await read(`/api/League/${LEAGUE}/members`), {
        owner: { userId: ADA, username: 'Ada' },
        members: [{ userId: MEMBER, role: 'steward', seasonIds: null }],
        invitations: [{ userId: MEMBER, role: 'owner', invitedByName: 'Ada' }],
        links: [{ role: 'steward', usesLeft: 2 }],
      })
    },
  },
  {
    since: '039-announcements',
    async insert(db) {
      await sql`insert into webhook (id, league_id, kind, name, language, url, types)
        values (${WEBHOOK}, ${LEAGUE}, 'discord', 'Club', 'de', '\\x00', '["live"]')`.execute(db)
      await sql`insert into webhook_delivery (webhook_id, type, subject, state, ended_at)
        values (${WEBHOOK}, 'test', 'test', 'delivered', now())`.execute(db)
    },
    async check(read) {
      const path = `/api/League/${LEAGUE}/webhooks`
      assert.partialDeepStrictEqual(await read(path), [{ name: 'Club', types: ['live'] }])
      const log = await read(`${path}/${WEBHOOK}/deliveries`)
      assert.partialDeepStrictEqual(log, [{ type: 'test', state: 'delivered' }])
    },
  },
  {
    since: '047-notifications',
    async insert(db) {
      await sql`insert into follow (user_id, league_id, is_following)
        values (${ADA}, ${LEAGUE}, true)`.execute(db)
      await sql`insert into notification_settings (user_id, is_mail_on, language, preferences)
        values (${ADA}, false, 'de', '{"live":{"mail":true,"browser":false}}')`.execute(db)
      // It is busy, so that the server does not send to an address that it cannot decrypt.
      await sql`insert into push_device
        (id, user_id, endpoint_hash, endpoint, secrets, user_agent, language, busy_until)
        values (${ADA}, ${ADA}, '\\x01', '\\x02', '\\x03', 'Firefox', 'de', now() + interval '1 day')`.execute(
        db,
      )
      await sql`insert into notification_event (id, kind, subject, season_id, dispatched_at)
        values (${ADA}, 'live', 'live x', ${SEASON}, now())`.execute(db)
      await sql`insert into notification (event_id, user_id, subject, state, ended_at)
        values (${ADA}, ${ADA}, 'live x', 'sent', now())`.execute(db)
    },
    async check(read) {
      assert.partialDeepStrictEqual(await read('/api/Notifications/settings'), {
        isMailOn: false,
        kinds: { live: { mail: true, browser: false } },
        devices: [{ id: ADA, userAgent: 'Firefox' }],
      })
      assert.partialDeepStrictEqual(await read('/api/Notifications/follows'), [
        { leagueId: LEAGUE },
      ])
    },
  },
  {
    since: '041-personal-access-tokens',
    async insert(db) {
      await sql`insert into personal_access_token (id, user_id, name, token_hash, scopes, expires_at)
        values (${TOKEN}, ${ADA}, 'bot', '\\x02', '{data:read}', '2027-07-05T14:00:00Z')`.execute(
        db,
      )
    },
    async check(read) {
      assert.partialDeepStrictEqual(await read('/api/PersonalAccessTokens'), [
        { id: TOKEN, name: 'bot', scopes: ['data:read'] },
      ])
    },
  },
  {
    since: '042-rosters',
    async insert(db) {
      await sql`insert into season_team (season_id, id, place, name, colour)
        values (${SEASON}, ${ADA}, 0, 'Red', '#ff0000')`.execute(db)
      await sql`insert into season_driver (season_id, id, place, name, team_id, is_reserve, tier)
        values (${SEASON}, ${ADA}, 0, 'Ada', ${ADA}, false, '')`.execute(db)
      await sql`insert into season_claim (id, season_id, user_id, name, status)
        values (${ADA}, ${SEASON}, ${ADA}, 'Ada', 'approved')`.execute(db)
      await sql`insert into season_driver_platform (season_id, driver_id, platform_id)
        values (${SEASON}, ${ADA}, 'ada-on-pc')`.execute(db)
    },
    async check(read) {
      assert.partialDeepStrictEqual(await read(`/api/Seasons/${SEASON}/roster`), {
        teams: [{ name: 'Red' }],
        drivers: [{ name: 'Ada', teamId: ADA, userId: ADA, platformId: 'ada-on-pc' }],
      })
    },
  },
  {
    since: '043-sign-ups',
    async insert(db) {
      await sql`insert into season_sign_up_form (season_id, needs_approval, capacity, tiers, questions,
          note)
        values (${SEASON}, true, 20, '[{"name": "Pro", "capacity": null}]', '[]', 'Hi')`.execute(db)
      await sql`insert into season_sign_up (id, season_id, user_id, name, tier, answers, status)
        values (${ADA}, ${SEASON}, ${ADA}, 'Ada', 'Pro', '[]', 'accepted')`.execute(db)
      await sql`insert into season_attendance_rule (season_id, deadline_hours)
        values (${SEASON}, 48)`.execute(db)
      await sql`insert into season_attendance (event_id, user_id, season_id, answer)
        values (${ADA}, ${ADA}, ${SEASON}, 'declined')`.execute(db)
      await sql`insert into season_attendance_reminder (event_id, user_id, season_id, deadline_at)
        values (${ADA}, ${ADA}, ${SEASON}, now())`.execute(db)
    },
    async check(read) {
      assert.partialDeepStrictEqual(await read(`/api/Seasons/${SEASON}/signUp`), {
        form: { capacity: 20, tiers: [{ name: 'Pro', capacity: null }], note: 'Hi' },
        own: { name: 'Ada', status: 'accepted' },
      })
      assert.partialDeepStrictEqual(await read(`/api/Seasons/${SEASON}/attendance`), {
        deadlineHours: 48,
      })
    },
  },
  {
    since: '045-stewards',
    async insert(db) {
      await sql`insert into steward_case (id, season_id, number, session_id, event_id, lap,
          description, links, reporter_id, state, respond_until, created_at)
        values (${CASE}, ${SEASON}, 1, ${RACE}, ${EVENT}, 3, 'Contact', '[]', null, 'decided',
          now(), now())`.execute(db)
      await sql`insert into steward_case_car (case_id, driver_idx, name)
        values (${CASE}, 0, 'Somebody')`.execute(db)
      await sql`insert into steward_decision (id, season_id, case_id, number, penalties, reason,
          published_at)
        values (${CASE}, ${SEASON}, ${CASE}, 1,
          '[{"kind": "licencePoints", "driverIdx": 0, "amount": 2}]', 'Late', now())`.execute(db)
      await sql`insert into steward_comment (id, case_id, user_id, text, created_at)
        values (${CASE}, ${CASE}, ${ADA}, 'Agreed', now())`.execute(db)
      await sql`insert into steward_rules (season_id, rules)
        values (${SEASON}, '{"reportHours": 12}')`.execute(db)
    },
    async check(read) {
      const path = `/api/Seasons/${SEASON}`
      assert.partialDeepStrictEqual(await read(`${path}/decisions`), {
        rules: { reportHours: 12, responseHours: 24 },
        decisions: [{ number: 1, cars: [{ name: 'Somebody' }], reason: 'Late' }],
        licences: [{ name: 'Somebody', points: 2 }],
      })
      const room = await read(`${path}/cases/${CASE}/room`)
      assert.partialDeepStrictEqual(room, { comments: [{ text: 'Agreed' }] })
    },
  },
  {
    since: '050-team-pictures',
    async insert(db) {
      await sql`insert into season_team_picture (file_key, season_id, team_id, content_type, bytes,
          etag, archived_version)
        values (${ADA}, ${SEASON}, ${ADA}, 'image/webp', 3, 'logo', null)`.execute(db)
    },
    async check(read) {
      assert.partialDeepStrictEqual(await read(`/api/Seasons/${SEASON}/roster`), {
        teams: [{ name: 'Red', pictureId: 'logo' }],
      })
    },
  },
  {
    since: '053-answers-for-drivers',
    async insert(db) {
      await sql`insert into season_driver_attendance (event_id, driver_id, season_id, answer)
        values (${EVENT}, ${ADA}, ${SEASON}, 'tentative')`.execute(db)
    },
    async check(_read, { context }) {
      const answers = await sql`select answer from season_driver_attendance`.execute(context.db)
      assert.deepEqual(answers.rows, [{ answer: 'tentative' }])
    },
  },
  {
    since: '056-idempotency-keys',
    async insert(db) {
      await sql`insert into idempotency_key (user_id, key, request, claimed_at, status)
        values (${ADA}, '\\x01', '\\x02', now(), 200)`.execute(db)
    },
    async check(_read, { context }) {
      const keys = await context.db.selectFrom('idempotency_key').selectAll().execute()
      assert.partialDeepStrictEqual(keys, [{ user_id: ADA, status: 200, answer: null }])
    },
  },
  {
    since: '057-proven-laps',
    async insert(db) {
      await sql`update lap_trace set is_proven = true where lap_num = 7`.execute(db)
      await sql`insert into driven_lap (session_id, lap_num, user_id, driver_idx, track_id,
          game_version, session_kind, tyre_class, weather, tyre_compound, tyre_age_laps, lap_time_ms,
          sector1_time_ms, sector2_time_ms, sector3_time_ms, is_best, is_proven)
        values (${RACE}, 9, ${ADA}, 3, 7, 2024, 'race', 'wet', 'wet', 8, 4, 99000, 30000, 30000,
          39000, true, true)`.execute(db)
    },
    async check(read) {
      const best = { sessionId: RACE, lapNum: 9, isProven: true }
      assert.partialDeepStrictEqual(await read('/api/OwnLaps'), [{ weather: 'dry' }, { best }])
    },
  },
  {
    since: '061-replaced-rows',
    async insert(db) {
      await sql`insert into owner_change_row (change_id, table_name, key, before, after)
        values (${makeId(14)}, 'league', ${JSON.stringify({ id: LEAGUE })},
          '{"name": "Ardennes"}', '{"name": "Ardennes Cup"}')`.execute(db)
    },
    async check(_read, { context }) {
      const rows = await sql`select before, after from owner_change_row`.execute(context.db)
      assert.deepEqual(rows.rows, [
        { before: { name: 'Ardennes' }, after: { name: 'Ardennes Cup' } },
      ])
    },
  },
  {
    since: '049-uploaded-sessions',
    async insert(db) {
      await sql`update session set is_uploaded = true where id = ${RACE}`.execute(db)
    },
    async check(_read, { context }) {
      const uploaded = await sql`select id from session where is_uploaded`.execute(context.db)
      assert.deepEqual(uploaded.rows, [{ id: RACE }])
    },
  },
  {
    since: '044-starting-points',
    async insert(db) {
      await sql`update season set starting_points =
        '{"drivers": [{"name": "Ada", "points": 12.5}], "teams": []}'`.execute(db)
    },
    async check(read) {
      assert.partialDeepStrictEqual(await read(`/api/Seasons/${SEASON}`), {
        startingPoints: { drivers: [{ name: 'Ada', points: 12.5 }], teams: [] },
      })
    },
  },
  {
    since: '068-season-offers',
    async insert(db) {
      await sql`insert into season (id, owner_id, name, points_system)
        values (${makeId(98)}, ${ADA}, 'Loose', ${JSON.stringify(NO_POINTS)})`.execute(db)
      await sql`insert into league_invitation (id, season_id, user_id, role, invited_by, created_at,
          expires_at)
        values (${makeId(99)}, ${makeId(98)}, ${MEMBER}, 'owner', ${ADA}, now(), now() + interval '1 day')`.execute(
        db,
      )
    },
    async check(read) {
      assert.partialDeepStrictEqual(await read(`/api/Seasons/${makeId(98)}/offer`), {
        offer: { userId: MEMBER, username: 'Member' },
      })
    },
  },
  {
    since: '069-driver-votes',
    async insert(db) {
      await sql`insert into driver_vote (season_id, session_id, closes_at, counted_at)
        values (${SEASON}, ${RACE}, now(), now())`.execute(db)
      await sql`insert into driver_vote_ballot (season_id, session_id, user_id, driver_idx, cast_at)
        values (${SEASON}, ${RACE}, ${ADA}, 0, now())`.execute(db)
    },
    async check(read) {
      assert.partialDeepStrictEqual(await read(`/api/Seasons/${SEASON}/driverVotes`), [
        { sessionId: RACE, isOpen: false, ownDriverIdx: 0 },
      ])
    },
  },
  {
    since: '070-news-reactions',
    async insert(db) {
      await sql`insert into news_reaction (league_id, kind, subject_id, part, user_id, reaction)
        values (${LEAGUE}, 'race', ${RACE}, '', ${ADA}, 'flame')`.execute(db)
    },
    async check(read) {
      assert.deepEqual(await read(`/api/League/${LEAGUE}/reactions`), [
        { kind: 'race', id: RACE, part: '', reaction: 'flame', count: 1, isOwn: true },
      ])
    },
  },
  {
    since: '074-live-reactions',
    async insert(db) {
      await sql`insert into league_reactions (id, changed_at) values (${LEAGUE}, now())
        on conflict do nothing`.execute(db)
    },
    async check(_read, { context: { db } }) {
      const rows = await db.selectFrom('league_reactions').select('id').execute()
      assert.deepEqual(rows, [{ id: LEAGUE }])
    },
  },
]

test('every version that has added a table has rows in this test', async () => {
  const added = (await listSchemaVersions()).filter((name) => name >= '025')
  const earlier = listBaselineVersions()
  const tested = new Set(ROWS.map(({ since }) => since))
  const withTables = await Promise.all(
    added.map(async (name) => {
      const folder = earlier.includes(name) ? 'earlier-versions' : 'migrations'
      const text = await readFile(join(import.meta.dirname, folder, `${name}.ts`), 'utf8')
      return text.includes('create table') || text.includes('create unlogged table') ? name : ''
    }),
  )
  assert.deepEqual(
    withTables.filter((name) => name !== '' && !tested.has(name)),
    [],
  )
})

async function findFreePort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  socket.close()
  return port
}

for (const version of sampleOf((await listSchemaVersions()).slice(0, -1), 2)) {
  test(`what a database of version ${version} holds is there after the update`, async (t) => {
    const database = await openBareDatabase()
    t.after(() => database.close())
    const { db } = database
    await migrate(db, { version: version })
    const rows = ROWS.filter(({ since, until = '999' }) => since <= version && version < until)
    for (const { insert } of rows) await insert(db)

    const server = await openTestServer({ database, env: { INGEST_UDP_PORTS: '1024-65535' } })
    t.after(() => server.close())
    const { context } = server
    if (version < '002') {
      await sql`insert into auth.users (id) values (${ADA})`.execute(db)
      await sql`insert into auth.sessions (id, user_id) values (${SIGN_IN}, ${ADA})`.execute(db)
    }
    const sign = { userId: ADA, sessionId: SIGN_IN, lifeSeconds: 600 }
    const as = { userId: ADA, sessionId: SIGN_IN, accessToken: await signToken(context, sign) }
    const call = createCall(() => server)
    const read = async (path: string): Promise<unknown> => {
      const answer = await call(`GET ${path}`, { as, headers: { apikey: context.keys.anonKey } })
      assert.equal(answer.statusCode, 200, `${path}: ${answer.body}`)
      return answer.json()
    }
    for (const { check } of rows) await check(read, server)
  })
}

async function insertSession(
  db: Db,
  session: string,
  document: object,
  origin?: 'hand',
): Promise<void> {
  const detail = gzipSync(JSON.stringify(document))
  const more = origin ? sql`, origin, document_hash` : sql``
  const values = origin ? sql`, ${origin}, 'hash'` : sql``
  await sql`insert into session (${sql.raw(SESSION_COLUMNS)}${more})
    values (${session}, ${session}, ${ADA}, 'recorded', 7, 'Silverstone', 10, 52, ${STARTED_AT},
      '2026-07-05T15:30:00Z', 2024, '1.18', 2024, true, 4294967295, 2, 3, 31, 22, 0, ${detail},
      'etag'${values})`.execute(db)
}

async function insertSeason(db: Db): Promise<void> {
  await sql`insert into league (id, owner_id, name, description, discord, website, is_public)
    values (${LEAGUE}, ${ADA}, 'Ardennes Cup', '', '', '', true)`.execute(db)
  await sql`insert into season (id, owner_id, name, points_system)
    values (${SEASON}, ${ADA}, 'Winter', ${JSON.stringify(NO_POINTS)})`.execute(db)
  await sql`insert into league_season (league_id, season_id)
    values (${LEAGUE}, ${SEASON})`.execute(db)
  await sql`insert into season_event (id, season_id, track, name)
    values (${EVENT}, ${SEASON}, 7, 'Opening')`.execute(db)
  await sql`insert into season_session (season_id, session_id, event_id, role)
    values (${SEASON}, ${RACE}, ${EVENT}, 'race')`.execute(db)
  await sql`insert into season_adjustment (id, season_id, kind, name, points, reason, author_id)
    values (${ADJUSTMENT}, ${SEASON}, 'points', 'Ada', -1, 'late', ${ADA})`.execute(db)
  await sql`insert into owner_change (id, league_id, version, author_id, action, details)
    values (${makeId(14)}, ${LEAGUE}, 1, ${ADA}, 'created', '{}')`.execute(db)
}

test('an empty database gets the baseline, where the extensions are; one of an earlier version takes the steps that it lacks', async (t) => {
  const [empty, earlier] = await Promise.all([openBareDatabase(), openBareDatabase()])
  t.after(() => Promise.all([empty.close(), earlier.close()]))
  const taken: string[] = []
  const note = ([name, { up }]: [string, Migration]): [string, Migration] => [
    name,
    { up: async (db) => (taken.push(name), await up(db)) },
  ]
  const provide = async () => Object.fromEntries(Object.entries(await getMigrations()).map(note))
  const versions = await listSchemaVersions()
  const baseline = listBaselineVersions()

  await sql`create schema tools; create extension pg_trgm schema tools;
    create extension unaccent schema tools`.execute(empty.db)
  await migrate(empty.db, { provide })
  assert.deepEqual(
    taken.splice(0),
    versions.filter((name) => !baseline.includes(name)),
  )
  const recorded = await sql<{ name: string }>`select name from kysely_migration
    order by name`.execute(empty.db)
  assert.deepEqual(
    recorded.rows.map(({ name }) => name),
    versions,
  )
  assert.deepEqual((await sql`select search_text('Hülkenberg') as name`.execute(empty.db)).rows, [
    { name: 'hulkenberg' },
  ])

  const [first, second] = versions
  for (const version of [first, second, undefined]) {
    await migrate(earlier.db, { version, provide })
  }
  assert.deepEqual(taken, versions)
})

const migrationOf = (query: RawBuilder<unknown>): Migration => ({
  async up(db) {
    await query.execute(db)
  },
})

const failing = async () => ({
  ...(await getMigrations()),
  '998-fits': migrationOf(sql`create table fits (id int)`),
  '999-fails': migrationOf(sql`alter table no_such_table add a int`),
})

for (const isEmpty of [true, false]) {
  test(`a migration that fails in ${isEmpty ? 'an empty database' : 'one with data'} is named with its reason and what to do; nothing has changed`, async (t) => {
    const database = await (isEmpty ? openBareDatabase() : openTestDatabase())
    t.after(() => database.close())
    const newest = (await listSchemaVersions()).at(-1) ?? ''
    await assert.rejects(migrate(database.db, { provide: failing }), (error) => {
      assert.ok(error instanceof StartError)
      assert.match(
        error.message,
        /to the schema 999-fails failed: relation "no_such_table" does not exist\. Nothing was changed/,
      )
      assert.match(error.message, isEmpty ? /is empty as before/ : /Start the version of Pitboard/)
      assert.equal(error.message.includes(newest), !isEmpty)
      return true
    })
    const { rows } = await sql`select to_regclass('fits') as fits`.execute(database.db)
    assert.deepEqual(rows, [{ fits: null }])
  })
}

test('a migration waits for a table only for a moment, lets others by, and tries again', async (t) => {
  const database = await openTestDatabase()
  t.after(() => database.close())
  const holder = await database.db.startTransaction().execute()
  await sql`lock table session in access share mode`.execute(holder)
  const alters = migrationOf(sql`alter table session add later int`)
  const migrations = { ...(await getMigrations()), '999-alters': alters }
  const provide = () => Promise.resolve(migrations)
  const lock = { timeoutMs: 20, retryMs: 5, tries: 2 }
  await assert.rejects(migrate(database.db, { provide, lock }), (error) => {
    assert.ok(error instanceof StartError)
    assert.match(error.message, /999-alters failed: .*lock timeout.* holds a table for a long time/)
    return true
  })
  const trying = migrate(database.db, { provide, lock: { ...lock, tries: 10_000 } })
  await holder.rollback().execute()
  assert.deepEqual(await trying, [])
  await sql`select later from session`.execute(database.db)
})
