import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { test } from 'node:test'
import { NO_POINTS } from '@pitboard/contract/seasons/points-presets'
import { sql } from 'kysely'
import { signToken } from '../../testing/account.ts'
import { createCall } from '../../testing/call.ts'
import { openBareDatabase } from '../../testing/database.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { listSchemaVersions, migrate } from './migrate.ts'
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
/** As servers stored it that wrote 0 for unknown temperatures. */
const MANUAL_DOCUMENT = { ...DOCUMENT, id: MANUAL_RESULT, startTrackTemp: 0, startAirTemp: 0 }

const SESSION_COLUMNS = `id, game_session_id, user_id, status, track_id, track_name, session_type,
  number_of_laps, started_at, ended_at, game_version, game_build, packet_format, is_multiplayer,
  season_link_identifier, weekend_link_identifier, session_link_identifier, start_track_temp,
  start_air_temp, start_weather, detail, detail_etag`

/** What a user of a version has in the database, as that version stored it. */
interface Rows {
  /** The first version with these tables and columns. */
  readonly since: string
  /** The first version that stores something else. */
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
        ...{ thumbnailId: 'logo', bannerId: null, links: [], accentColour: null },
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
      assert.partialDeepStrictEqual(messages, [{ user_id: ADA, kind: 'mail', attempts: 0 }])
    },
  },
]

for (const version of (await listSchemaVersions()).slice(0, -1)) {
  test(`what a database of version ${version} holds is there after the update`, async (t) => {
    const database = await openBareDatabase()
    t.after(() => database.close())
    const { db } = database
    await migrate(db, version)
    const rows = ROWS.filter(({ since, until = '999' }) => since <= version && version < until)
    for (const { insert } of rows) await insert(db)

    const server = await openTestServer({ database })
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
