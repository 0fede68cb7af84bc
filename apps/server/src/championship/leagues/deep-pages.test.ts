import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { NO_POINTS } from '@pitboard/contract/seasons/points-presets'
import { sql } from 'kysely'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { createCall } from '../../testing/call.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'

const LEAGUES = 4_000
const PAGES = [25, 23, 41, 1, 26, 40, 24, 25, 41, 42]

let server: TestServer
let max: TestAccount
let zoe: TestAccount
const call = createCall(() => server)
before(async () => {
  server = await openTestServer()
  const { context } = server
  max = await openAccount(context, { username: 'Max' })
  zoe = await openAccount(context, { username: 'Zoë' })
  // Private ones of both lie between, more of them than a page has.
  await sql`insert into league (id, owner_id, name, description, discord, website, is_public)
    select lpad(to_hex(i * 2654435761 % 4294967296), 32, '0')::uuid,
      case when i % 3 = 0 then ${max.userId}::uuid else ${zoe.userId}::uuid end, 'League', '', '', '',
      i % 17 <> 0
    from generate_series(1, ${LEAGUES}::bigint) i`.execute(context.db)
  await sql`insert into season (id, owner_id, name, points_system, visibility)
    select id, owner_id, name, ${JSON.stringify(NO_POINTS)}, case when is_public then 'listed' else 'private' end
    from league`.execute(context.db)
})
after(() => server.close())

test('deep pages of leagues in any order are those of the caller’s list', async () => {
  for (const viewer of [max, null, zoe, max]) {
    const { rows } = await sql<{ id: string }>`select id from league
      where is_public or owner_id = ${viewer?.userId ?? null} order by id desc`.execute(
      server.context.db,
    )
    for (const page of PAGES) {
      const as = viewer === null ? {} : { as: viewer }
      const answer = await call(`GET /api/League?pageSize=99&page=${page}`, as)
      const { count, leagues } = answer.json()
      assert.equal(count, rows.length)
      const expected = rows.slice((page - 1) * 99, page * 99).map(({ id }) => id)
      assert.deepEqual(ids(leagues), expected, `${page} of ${viewer?.userId}`)
    }
  }
})

test('deep pages of seasons in any order are those of the list', async () => {
  const { rows } = await sql<{ id: string }>`select id from season
    where visibility = 'listed' order by id desc`.execute(server.context.db)
  for (const page of PAGES) {
    const { seasons } = (await call(`GET /api/Seasons?pageSize=99&page=${page}`)).json()
    const expected = rows.slice((page - 1) * 99, page * 99).map(({ id }) => id)
    assert.deepEqual(ids(seasons), expected, String(page))
  }
})

function ids(rows: readonly { readonly id: string }[]): string[] {
  return rows.map(({ id }) => id)
}
