import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { onlyInLongRun, sampleOf } from '@pitboard/contract/testing/sample'
import { createRace } from '@pitboard/sim/race'
import { cleanUp } from '../../accounts/auth/clean-up.ts'
import { expireCaptures } from '../../racing/capture-retention/capture-retention.ts'
import {
  insertPlayer,
  type Player,
  seenBy,
  sendRecording,
} from '../../racing/sessions/lobby.fixture.ts'
import { untilDone } from '../../platform/queues/run-due.fixture.ts'
import { goLive } from '../../site/pages/a-site.fixture.ts'
import type { TestAccount } from '../../testing/account.ts'
import { callWhile } from '../../testing/call-while.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { removeDeleted } from '../history/deleted-items.ts'
import { type League, openLeague } from './leavers.fixture.ts'

let server: TestServer
before(async () => {
  server = await openTestServer()
})
after(() => server.close())

/** Deletes the account with a fresh sign-in, which the deletion needs. */
async function deleteAccount({ userId, sessionId }: Pick<TestAccount, 'userId' | 'sessionId'>) {
  const { keys } = server.context
  const timestamp = Math.floor(Date.now() / 1000)
  const amr = [{ method: 'password', timestamp }]
  const exp = timestamp + 60
  const token = await keys.sign({ sub: userId, session_id: sessionId, exp, amr, aal: 'aal1' })
  const answer = await server.app.inject({
    method: 'DELETE',
    url: '/api/Account',
    headers: { authorization: `Bearer ${token}` },
  })
  assert.equal(answer.statusCode, 204, answer.body)
}

async function asOperator(method: 'PUT' | 'DELETE', { userId }: TestAccount, payload: object) {
  const { serviceKey } = server.context.keys
  const answer = await server.app.inject({
    method,
    url: `/auth/v1/admin/users/${userId}`,
    headers: { apikey: serviceKey, authorization: `Bearer ${serviceKey}` },
    payload,
  })
  assert.equal(answer.statusCode, 200, answer.body)
}

type Leave = (league: League) => Promise<unknown>

const ROLES = ['admin', 'editor', 'steward'] as const

/** These are the ways to leave; the ways of a group follow one another in one league. */
const WAYS: readonly Readonly<Record<string, Leave>>[] = [
  {
    'a driver withdraws their sign-up and their name': async ({ send, path, bob }) => {
      await send(`DELETE ${path}/signUp`, bob)
      const claims = await send(`GET ${path}/claims`, bob)
      for (const { id } of claims) await send(`DELETE ${path}/claims/${id}`, bob)
    },
    'captures, sign-ins and what was deleted expire': async ({ bob }) => {
      const { db } = server.context
      const later = { db, now: () => new Date(Date.now() + 1e11) }
      await expireCaptures(db, { days: 0, userBytes: 0, totalBytes: 0 }, Date.now())
      await db.deleteFrom('auth.sessions').where('user_id', '=', bob.userId).execute()
      await cleanUp(later)
      await removeDeleted(later)
    },
    'the operator blocks the people behind the results': async ({ editor, recorder, owner }) => {
      for (const ban of ['876000h', 'none']) {
        for (const each of [editor, recorder, owner]) {
          await asOperator('PUT', each, { ban_duration: ban })
        }
      }
    },
    'a stranger who recorded a race deletes their account': ({ recorder }) =>
      deleteAccount(recorder),
    'the editor who entered a result deletes their account': ({ editor }) => deleteAccount(editor),
    'the owner deletes their account, and an admin takes over': ({ owner }) => deleteAccount(owner),
    'the admin deletes their account, and the last member takes over': ({ admin }) =>
      deleteAccount(admin),
  },
  {
    'a driver of the results deletes their account': ({ bob }) => deleteAccount(bob),
    'a steward who decided deletes their account': ({ steward }) => deleteAccount(steward),
    'an admin who deducted points deletes their account': ({ admin }) => deleteAccount(admin),
    'the operator deletes the account of the editor': ({ editor }) =>
      asOperator('DELETE', editor, {}),
    'a recorder unlinks the session in a season of their own, and deletes it': async (league) => {
      const { send, sessions, recorder } = league
      const { id } = await send('POST /api/Seasons', recorder, { name: 'Own' })
      const event = await send(`POST /api/Seasons/${id}/events`, recorder, { track: 7 })
      const linked = `/api/Seasons/${id}/events/${event.id}/session/${sessions.recorded}`
      await send(`PATCH ${linked}`, recorder, {})
      await send(`DELETE ${linked}`, recorder)
      await send(`PATCH ${linked}`, recorder, {})
      await send(`DELETE /api/Seasons/${id}`, recorder)
      await send(`DELETE /api/Sessions/${sessions.recorded}?force=true`, recorder)
    },
  },
  {
    'members leave the league': async (league) => {
      const { send, leagueId } = league
      for (const role of ROLES) {
        await send(`DELETE /api/League/${leagueId}/members/${league[role].userId}`, league[role])
      }
    },
    'a former member deletes a result, and another one their account': async (league) => {
      const { send, sessions, editor, steward } = league
      await send(`DELETE /api/Sessions/${sessions.entered}`, editor)
      await deleteAccount(steward)
    },
  },
  {
    'a role is revoked': ({ send, leagueId, owner, steward }) =>
      send(`DELETE /api/League/${leagueId}/members/${steward.userId}`, owner),
    'the owner and the editor delete their accounts at once': ({ owner, editor }) =>
      Promise.all([owner, editor].map(deleteAccount)),
  },
  {
    'the operator deletes accounts but for their ids': async ({ editor, recorder, owner }) => {
      for (const each of [editor, recorder, owner]) {
        await asOperator('DELETE', each, { should_soft_delete: true })
      }
    },
  },
  {
    'the league is handed over, and the former owner deletes their account': async (league) => {
      await offerLeague(league)
      const [offer] = await league.send('GET /api/League/invitations', league.admin)
      await league.send(`POST /api/League/invitations/${offer.id}/accept`, league.admin)
      await deleteAccount(league.owner)
    },
  },
  {
    'the season is in two leagues, and the owner of both deletes their account': async (league) => {
      const { db } = server.context
      const { send, id, owner, steward } = league
      const { id: second } = await send('POST /api/League', owner, { name: 'B', isPublic: true })
      const member = { league_id: second, user_id: steward.userId, role: 'admin' } as const
      await db.insertInto('league_member').values(member).execute()
      await db.insertInto('league_season').values({ league_id: second, season_id: id }).execute()
      await deleteAccount(owner)
    },
  },
]

async function offerLeague({ send, leagueId, owner, admin }: League): Promise<void> {
  const { username } = await server.context.db
    .selectFrom('user')
    .select('username')
    .where('id', '=', admin.userId)
    .executeTakeFirstOrThrow()
  await send(`POST /api/League/${leagueId}/invitations`, owner, { username, role: 'owner' })
}

describe('the results of a season of somebody else are the same after', () => {
  for (const group of sampleOf(WAYS, 4)) {
    test(Object.keys(group)[0], async (t) => {
      const league = await openLeague(server)
      const before = await league.readResults()
      assert.equal(before.standings.drivers.length, 4)
      for (const [way, leave] of Object.entries(group)) {
        await t.test(way, async () => {
          await leave(league)
          assert.deepEqual(await league.readResults(), before)
        })
      }
    })
  }

  onlyInLongRun(() => {
    test('a user whose recording has lent its names deletes it, or their account', async () => {
      const race = createRace({ seed: 5, laps: 2, cars: 4, rateHz: 10, trackId: 22, lean: true })
      const record = async (name: string, view: Parameters<typeof seenBy>[1]) => {
        const player = await insertPlayer(server, name)
        return { player, id: await sendRecording(server, player, seenBy(race, view)) }
      }
      for (const [index, way] of ['session', 'account'].entries()) {
        const { send, owner, call } = await openLeague(server)
        const own = await record(`borrower ${index}`, {
          playerCar: 1,
          hidden: [2],
          clockMs: index * 1e9,
        })
        const lender = await record(`lender ${index}`, { playerCar: 2, clockMs: index * 1e9 })
        const { id } = await send('POST /api/Seasons', owner, { name: 'Cup' })
        const path = `/api/Seasons/${id}`
        const event = await send(`POST ${path}/events`, owner, { track: 22 })
        await send(`PATCH ${path}/events/${event.id}/session/${own.id}`, owner, {})
        const table = async () => {
          const { standings } = (await call(`GET ${path}`)).json()
          return standings.drivers.map(({ name, points }: Record<string, unknown>) => [
            name,
            points,
          ])
        }
        const before = await table()
        assert.ok(!before.flat().includes('Player'), 'the other recording has the name')
        const { accessToken, ...signedIn } = await signInAs(lender.player)
        const as = { accessToken, ...signedIn }
        if (way === 'session') await send(`DELETE /api/Sessions/${lender.id}`, as)
        else await deleteAccount(signedIn)
        await untilDone(server.context.db, 'links')
        assert.deepEqual(await table(), before, way)
      }
    })
  })

  test('an account that is deleted while its user drives leaves the standings as they stood', async () => {
    const league = await openLeague(server)
    const { send, owner, recorder, call } = league
    const race = createRace({ seed: 3, format: 2025, laps: 3, rateHz: 10, trackId: 22 })
    const live = await goLive(server, recorder.userId, race.datagrams())
    const { id } = await send('POST /api/Seasons', owner, { name: 'Cup' })
    const path = `/api/Seasons/${id}`
    const event = await send(`POST ${path}/events`, owner, { track: 7 })
    await send(`PATCH ${path}/events/${event.id}/session/${live.id}`, owner, {})
    const table = async () => {
      const { standings, isLive } = (await call(`GET ${path}`)).json()
      const rows = standings.drivers.map(({ name, points }: Record<string, unknown>) => [
        name,
        points,
      ])
      return { rows, isLive }
    }
    const before = await table()
    assert.deepEqual([before.isLive, before.rows[0]?.[1]], [true, 25])
    await deleteAccount(recorder)
    assert.deepEqual(await table(), { rows: before.rows, isLive: false })
  })
})

/** Signs in a player of the lobby. */
async function signInAs({ userId }: Player): Promise<TestAccount> {
  const { db, keys, newId } = server.context
  const sessionId = newId()
  await db
    .insertInto('auth.users')
    .values({ id: userId, email: `${userId}@a.example` })
    .execute()
  await db.insertInto('auth.sessions').values({ id: sessionId, user_id: userId }).execute()
  const exp = Math.floor(Date.now() / 1000) + 600
  const accessToken = await keys.sign({ sub: userId, session_id: sessionId, exp, aal: 'aal1' })
  return { userId, sessionId, accessToken }
}

test('the copies hold neither laps nor the user, and a heir gets them, too', async () => {
  const league = await openLeague(server)
  const { call, send, path, owner, admin, editor, recorder, sessions } = league
  await deleteAccount(recorder)
  await deleteAccount(editor)
  const readSeason = async () => (await call(`GET ${path}`)).json()
  const resultsOf = async (): Promise<{ id: string; userId: string }[]> =>
    (await readSeason()).events.flatMap((event: { sessions: { session: object }[] }) =>
      event.sessions.map(({ session }) => session),
    )
  const ofOwner = await resultsOf()
  assert.deepEqual(
    ofOwner.map(({ userId }) => userId),
    Array.from({ length: 3 }, () => owner.userId),
  )
  const copy = await call(`GET /api/Sessions/${ofOwner[1]?.id}`)
  assert.ok(!copy.body.includes(recorder.userId) && !copy.body.includes(sessions.recorded))
  assert.deepEqual(
    copy.json().drivers.map(({ lapTimes }: { lapTimes: unknown[] }) => lapTimes),
    [[], [], []],
  )
  await deleteAccount(owner)
  const ofHeir = await resultsOf()
  assert.ok(ofHeir.every(({ userId }) => userId === admin.userId))
  const [lost] = await send(`GET ${path}/history`, admin)
  assert.equal(lost.action, 'sessionsLost')
  assert.deepEqual(
    lost.details.sessions.map(({ sessionId, resultId }: Record<string, string>) => [
      sessionId,
      resultId,
    ]),
    ofOwner
      .map(({ id }, index) => [id, ofHeir[index]?.id])
      .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  )
})

test('changes of a session are undone in the copy that stands for it', async () => {
  const { call, send, path, owner, recorder, recordedLink, readResults } = await openLeague(server)
  const before = await readResults()
  const { version } = await send(`PATCH ${recordedLink}`, owner, { role: 'sprint' })
  await deleteAccount(recorder)
  assert.notDeepEqual(await readResults(), before)
  await send(`POST ${path}/history/${version}/undo`, owner)
  assert.deepEqual(await readResults(), before)
  const history: {
    action: string
    version: number
    details: { links?: { sessionId: string }[] }
  }[] = await send(`GET ${path}/history?pageSize=50`, owner)
  const linked = history.filter(({ action }) => action === 'sessionsAdded')[1]
  const undone = await call(`POST ${path}/history/${linked?.version}/undo`, { as: owner })
  assert.equal(undone.statusCode, 200, undone.body)
  const { events } = (await call(`GET ${path}`)).json()
  assert.deepEqual(
    events.map(({ sessions }: { sessions: unknown[] }) => sessions.length),
    [1, 0, 1],
  )
})

test('a session that is linked while its user deletes their account is there as a copy, or not at all', async () => {
  const { call, send, path, owner, recorder, sessions } = await openLeague(server)
  const { id } = await send('POST /api/Seasons', owner, { name: 'Other' })
  const event = await send(`POST /api/Seasons/${id}/events`, owner, { track: 7 })
  const link = `PATCH /api/Seasons/${id}/events/${event.id}/session/${sessions.recorded}`
  const before = (await call(`GET ${path}/export`)).body
  const linking = async () => (await call(link, { as: owner, body: {} })).statusCode
  const deleting = async () => deleteAccount(recorder).then(() => 204)
  const [linked] = await callWhile(server, [linking, deleting], {
    hold: (db) =>
      db
        .selectFrom('session')
        .select('id')
        .where('id', '=', sessions.recorded)
        .forUpdate()
        .execute(),
  })
  assert.ok(linked === 200 || linked === 404, String(linked))
  const { standings } = (await call(`GET /api/Seasons/${id}`)).json()
  assert.equal(standings.drivers.length, linked === 200 ? 3 : 0)
  assert.equal((await call(`GET ${path}/export`)).body, before)
})

test('a league that is accepted while the new owner deletes their account is not deleted with it', async () => {
  const league = await openLeague(server)
  const { call, send, leagueId, admin, readResults } = league
  const before = await readResults()
  await offerLeague(league)
  const [offer] = await send('GET /api/League/invitations', admin)
  const accept = `POST /api/League/invitations/${offer.id}/accept`
  const accepting = async () => (await call(accept, { as: admin })).statusCode
  const deleting = async () => deleteAccount(admin).then(() => 204)
  await callWhile(server, [accepting, deleting], {
    hold: (db) =>
      db.selectFrom('user').select('id').where('id', '=', admin.userId).forUpdate().execute(),
  })
  assert.equal((await call(`GET /api/League/${leagueId}`)).statusCode, 200)
  assert.deepEqual(await readResults(), before)
})

test('a user sees beforehand which results stay, and who takes over their leagues', async () => {
  const { send, path, owner, editor, admin, steward } = await openLeague(server)
  await send('POST /api/League', owner, { name: 'Alone', isPublic: true })
  const nameOf = async ({ userId }: TestAccount) =>
    (
      await server.context.db
        .selectFrom('user')
        .select('username')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
    ).username
  const preview = (as: TestAccount) => send('GET /api/Account/deletion', as)
  const leagues = [
    { name: 'Alone', heirName: null },
    { name: 'Cup', heirName: await nameOf(admin) },
  ]
  assert.deepEqual(await preview(owner), { leagues, resultCount: 1 })
  assert.deepEqual(await preview(editor), { leagues: [], resultCount: 1 })
  assert.deepEqual(await preview(steward), { leagues: [], resultCount: 0 })
  await deleteAccount(owner)
  assert.equal((await send(`GET ${path}`, admin)).ownerName, await nameOf(admin))
})
