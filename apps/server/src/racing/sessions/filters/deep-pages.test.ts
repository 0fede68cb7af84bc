import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { openAccount, type TestAccount } from '../../../testing/account.ts'
import { createCall } from '../../../testing/call.ts'
import { openTestServer, type TestServer } from '../../../testing/server.ts'
import { createPageCursors } from '../../../platform/http/list-request.ts'

const SESSIONS = 5_000

let server: TestServer
let max: TestAccount
const call = createCall(() => server)
before(async () => {
  server = await openTestServer()
  max = await openAccount(server.context, { username: 'Max' })
  // Two sessions have each start, so that a page can begin between them.
  await sql`insert into session (id, game_session_id, user_id, status, track_id, track_name,
      session_type, number_of_laps, started_at, game_version, game_build, packet_format,
      is_multiplayer, season_link_identifier, weekend_link_identifier, session_link_identifier,
      start_track_temp, start_air_temp, start_weather, detail, detail_etag)
    select gen_random_uuid(), i::text, ${max.userId}, 'recorded', 7 + i % 2, 'Track', 10, 20,
      timestamptz '2022-01-01' + (i / 2) * interval '1 minute', 2025, '1.0', 2025, true, 0, 0, 0,
      30, 20, 0, '\\x1f8b', 'e'
    from generate_series(1, ${SESSIONS}::int) i`.execute(server.context.db)
})
after(() => server.close())

async function pageOf(page: number, query = ''): Promise<string[]> {
  const url = `/api/Sessions/currentUser?pageSize=99&page=${page}${query}`
  const { totalElements, sessions } = (await call(`GET ${url}`, { as: max })).json()
  assert.equal(totalElements, query === '' ? SESSIONS : SESSIONS / 2)
  return sessions.map(({ id }: { id: string }) => id)
}

test('deep pages in any order, each read twice, are those of the list', async () => {
  for (const query of ['', '&TrackIds=7']) {
    const { rows } = await sql<{ id: string }>`select id from session
      where ${query === '' ? sql`true` : sql`track_id = 7`}
      order by started_at desc, id desc`.execute(server.context.db)
    for (const page of [25, 23, 51, 50, 1, 26, 40, 24, 25, 51, 52]) {
      const expected = rows.slice((page - 1) * 99, page * 99).map(({ id }) => id)
      assert.deepEqual(await pageOf(page, query), expected, `${page} ${query}`)
    }
  }
})

function at(place: number) {
  return { place, key: place }
}

test('a mark is of one list, before the page, and a minute old at most', () => {
  let nowMs = 0
  const marks = createPageCursors(() => nowMs)
  for (const place of [5_000, 3_000, 100, 9_000]) marks.note('all', at(place))
  assert.equal(marks.last('all', 8_000)?.place, 5_000)
  assert.equal(marks.last('all', 3_000)?.place, 3_000)
  assert.equal(marks.last('all', 2_999), null, 'near pages are counted off')
  assert.equal(marks.last('mine', 8_000), null)
  nowMs = 60_000
  assert.equal(marks.last('all', 8_000), null)
})
