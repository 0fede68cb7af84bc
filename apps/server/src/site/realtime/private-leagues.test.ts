import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { MEMBER_ROLES } from '@pitboard/contract/leagues/league-roles'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { createCall } from '../../testing/call.ts'
import { CLIENT_VERSIONS, openClient } from '../../testing/clients.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { createReceived, subscribe } from './listening.fixture.ts'

let server: TestServer
before(async () => {
  server = await openTestServer()
})
after(() => server.close())
const call = createCall(() => server)

async function send(what: string, as: TestAccount, body?: object) {
  const answer = await call(what, { as, ...(body && { body }) })
  assert.ok(answer.statusCode < 300, `${what}: ${answer.statusCode} ${answer.body}`)
  return answer.statusCode === 204 ? null : answer.json()
}

for (const version of CLIENT_VERSIONS) {
  test(`${version}: changes of a private league reach its owner and members, and no driver or stranger`, async (t) => {
    const { context } = server
    const owner = await openAccount(context, { username: `Owner ${version}` })
    const { id: leagueId } = await send('POST /api/League', owner, {
      name: 'Secret',
      isPublic: false,
    })
    const { id: seasonId } = await send('POST /api/Seasons', owner, { name: 'Hidden', leagueId })
    const [driver, stranger] = [await openAccount(context), await openAccount(context)]
    await context.db
      .insertInto('season_claim')
      .values({
        id: context.newId(),
        season_id: seasonId,
        user_id: driver.userId,
        name: 'Ann',
        status: 'approved',
      })
      .execute()
    const members = await Promise.all(
      MEMBER_ROLES.map(async (role) => {
        const account = await openAccount(context)
        await context.db
          .insertInto('league_member')
          .values({ league_id: leagueId, user_id: account.userId, role })
          .execute()
        return { role, account }
      }),
    )

    /** Watches what arrives from the league, the season and a profile that everyone may read. */
    async function watch(account: TestAccount | null) {
      const client = openClient(version, server, account?.accessToken ?? null)
      t.after(() => client.realtime.disconnect())
      await client.realtime.setAuth()
      const received = createReceived<string>()
      const channel = client.channel('league')
      const tables = [
        { table: 'leagues' },
        { table: 'seasons' },
        { table: 'seasons', filter: `id=eq.${seasonId}` },
        { table: 'profiles', filter: `id=eq.${owner.userId}` },
      ]
      for (const each of tables) {
        const watched = { event: '*', schema: 'public', ...each } as const
        channel.on('postgres_changes', watched, ({ eventType, table, new: row }) => {
          const { name = '', username = '' } = { ...Object(row) }
          received.add(`${eventType} ${table} ${name}${username}`.trim())
        })
      }
      await subscribe(channel)
      return received
    }
    const readers = await Promise.all([owner, ...members.map(({ account }) => account)].map(watch))
    const others = await Promise.all([driver, stranger, null].map(watch))

    await send(`PATCH /api/League/${leagueId}`, owner, { name: 'Club' })
    await send('PATCH /api/Seasons', owner, { id: seasonId, name: 'Spring' })
    // The season is watched twice, by its table and by its id.
    const first = ['UPDATE leagues Club', 'UPDATE seasons Spring', 'UPDATE seasons Spring']
    for (const received of readers) assert.deepEqual(await received.count(3), first)

    // A member who has left receives nothing, others go on.
    const [admin] = members
    assert.ok(admin)
    await send(`DELETE /api/League/${leagueId}/members/${admin.account.userId}`, owner)
    await send('PATCH /api/Seasons', owner, { id: seasonId, name: 'Summer' })
    await send(`DELETE /api/League/${leagueId}`, owner)
    await context.db
      .updateTable('user')
      .set({ username: `Marker ${version}` })
      .where('id', '=', owner.userId)
      .execute()
    const marker = `UPDATE profiles Marker ${version}`
    for (const received of others) assert.deepEqual(await received.count(1), [marker])
    const [ownerReceived, adminReceived, ...rest] = readers
    assert.deepEqual(await adminReceived?.count(4), [...first, marker])
    for (const received of [ownerReceived, ...rest]) {
      const all = await received?.count(8)
      assert.deepEqual(all?.slice(3), [
        'UPDATE leagues Club',
        'UPDATE seasons Summer',
        'UPDATE seasons Summer',
        'DELETE leagues',
        marker,
      ])
    }
  })
}
