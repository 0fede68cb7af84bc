import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, describe, test, type TestContext } from 'node:test'
import { account, recorderKeys } from '@pitboard/contract/accounts/accounts'
import { ApiException, type Call, createClient } from '@pitboard/contract/wire/client'
import { leagues } from '@pitboard/contract/leagues/league'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { seasonManagement } from '@pitboard/contract/seasons/season-management'
import { manualResults } from '@pitboard/contract/sessions/session-document'
import { recordRace } from '../../championship/seasons/races.fixture.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { findRecorderKey } from '../access/recorder-key.ts'

let server: TestServer
before(async () => {
  server = await openTestServer()
})
after(() => server.close())

interface SignedIn {
  readonly userId: string
  readonly sessionId: string
  readonly call: Call
}

interface How {
  readonly at?: TestServer
  readonly userId?: string
  readonly agoSeconds?: number
  readonly aal?: 'aal1' | 'aal2'
}

/** Signs in a user, or adds one more sign-in of theirs. */
async function signIn(how: How = {}): Promise<SignedIn> {
  const { at = server, agoSeconds = 0, aal = 'aal1' } = how
  const { db, keys, newId } = at.context
  const userId = how.userId ?? newId()
  const sessionId = newId()
  if (how.userId === undefined) {
    await db
      .insertInto('auth.users')
      .values({ id: userId, email: `${userId}@a.example` })
      .execute()
    await db
      .insertInto('user')
      .values({ id: userId, username: `u ${userId}` })
      .execute()
  }
  await db.insertInto('auth.sessions').values({ id: sessionId, user_id: userId, aal }).execute()
  const now = Math.floor(Date.now() / 1000)
  const amr = [{ method: 'password', timestamp: now - agoSeconds }]
  const exp = now + 60
  const token = await keys.sign({ sub: userId, session_id: sessionId, exp, amr, aal })
  return { userId, sessionId, call: createClient({ baseUrl: at.url, token: () => token }) }
}

async function statusOf(answer: Promise<unknown>): Promise<number> {
  return answer.then(
    () => 200,
    (error: unknown) => (error instanceof ApiException ? error.status : 0),
  )
}

test('401: nobody manages an account without being signed in', async () => {
  const call = createClient({ baseUrl: server.url })
  const params = { id: server.context.newId() }
  const statuses = await Promise.all(
    [
      call(recorderKeys.list),
      call(recorderKeys.create, { body: { name: 'rig' } }),
      call(recorderKeys.revoke, { params }),
      call(account.signIns),
      call(account.endSignIn, { params }),
      call(account.export),
      call(account.previewDeletion),
      call(account.delete),
    ].map(statusOf),
  )
  assert.deepEqual(new Set(statuses), new Set([401]))
})

test('403: who has a second factor must have shown it', async () => {
  const { userId, call } = await signIn()
  const { db, newId } = server.context
  const factor = { id: newId(), user_id: userId, factor_type: 'totp' as const }
  await db.insertInto('auth.factors').values(factor).execute()
  assert.equal(await statusOf(call(recorderKeys.list)), 200, 'an unverified one is none')
  await db
    .updateTable('auth.factors')
    .set({ status: 'verified' })
    .where('id', '=', factor.id)
    .execute()
  const statuses = await Promise.all(
    [
      call(recorderKeys.list),
      call(recorderKeys.create, { body: { name: 'rig' } }),
      call(account.export),
      call(account.delete),
    ].map(statusOf),
  )
  assert.deepEqual(new Set(statuses), new Set([403]))
  const shown = await signIn({ userId, aal: 'aal2' })
  assert.equal(await statusOf(shown.call(recorderKeys.list)), 200)
})

describe('recorder keys', () => {
  test('400: a key has a name that can be read', async () => {
    const { call } = await signIn()
    for (const name of ['', '   ', 'x'.repeat(61)]) {
      assert.equal(await statusOf(call(recorderKeys.create, { body: { name } })), 400)
    }
  })

  test('404: nobody revokes the key of another', async () => {
    const [owner, other] = [await signIn(), await signIn()]
    const { id } = await owner.call(recorderKeys.create, { body: { name: 'rig' } })
    assert.equal(await statusOf(other.call(recorderKeys.revoke, { params: { id } })), 404)
    assert.equal((await owner.call(recorderKeys.list)).length, 1)
    assert.deepEqual(await other.call(recorderKeys.list), [])
  })

  test('409: there are twenty at most, also of those made at once', async () => {
    const { call } = await signIn()
    const made = Array.from({ length: 22 }, (_, index) =>
      statusOf(call(recorderKeys.create, { body: { name: `rig ${index}` } })),
    )
    const statuses = await Promise.all(made)
    assert.equal(statuses.filter((status) => status === 409).length, 2)
    assert.equal((await call(recorderKeys.list)).length, 20)
  })

  test('a key is shown once, records until it is revoked, and is listed without itself', async () => {
    const { userId, call } = await signIn()
    const { db } = server.context
    const made = await call(recorderKeys.create, { body: { name: '  rig ' } })
    assert.equal(made.name, 'rig')
    assert.equal(made.lastUsedAt, null)
    assert.ok(made.key !== null && (await findRecorderKey(db, userId, made.key)))
    const [listed] = await call(recorderKeys.list)
    assert.equal(listed?.key, null)
    assert.ok(listed?.lastUsedAt)
    await call(recorderKeys.revoke, { params: { id: made.id } })
    assert.equal(await findRecorderKey(db, userId, made.key), undefined)
    assert.equal(await statusOf(call(recorderKeys.revoke, { params: { id: made.id } })), 404)
  })
})

describe('sign-ins', () => {
  test('404: nobody ends the sign-in of another', async () => {
    const [owner, other] = [await signIn(), await signIn()]
    const ended = other.call(account.endSignIn, { params: { id: owner.sessionId } })
    assert.equal(await statusOf(ended), 404)
    assert.equal(await statusOf(owner.call(account.signIns)), 200)
  })

  test('a user lists their own and ends one of them', async () => {
    const here = await signIn()
    const there = await signIn({ userId: here.userId, aal: 'aal2' })
    await signIn()
    const listed = await here.call(account.signIns)
    assert.deepEqual(
      listed.map(({ id }) => id).toSorted(),
      [here.sessionId, there.sessionId].toSorted(),
    )
    assert.equal(listed.find(({ isCurrent }) => isCurrent)?.id, here.sessionId)
    assert.equal(listed.find(({ hasSecondFactor }) => hasSecondFactor)?.id, there.sessionId)
    await here.call(account.endSignIn, { params: { id: there.sessionId } })
    assert.equal(await statusOf(there.call(account.signIns)), 401)
    assert.equal((await here.call(account.signIns)).length, 1)
  })
})

test('the export holds what is stored, and neither a hash nor a key', async () => {
  const { userId, sessionId, call } = await signIn()
  const { db } = server.context
  await db
    .updateTable('auth.users')
    .set({ password_hash: 'argon-hash' })
    .where('id', '=', userId)
    .execute()
  const { key } = await call(recorderKeys.create, { body: { name: 'rig' } })
  const data = await call(account.export)
  assert.equal(data.profile.username, `u ${userId}`)
  assert.equal(data.recorderKeys[0]?.name, 'rig')
  assert.equal(data.signIns[0]?.id, sessionId)
  assert.equal(Reflect.get(data.account ?? {}, 'email'), `${userId}@a.example`)
  const text = JSON.stringify(data)
  assert.ok(key !== null && !text.includes(key) && !text.includes('hash'))
})

test('the export holds what the user organises, deleted things and typed results too', async () => {
  const { userId, call } = await signIn()
  const other = await signIn()
  await other.call(leagues.create, { body: { name: 'Not his' } })
  const league = await call(leagues.create, { body: { name: 'Kept' } })
  const gone = await call(leagues.create, { body: { name: 'Gone' } })
  await call(leagues.delete, { params: { leagueId: gone.id } })
  const season = await call(seasons.create, { body: { name: 'Cup' } })
  await call(leagues.addSeason, { params: { leagueId: league.id, seasonId: season.id } })
  const seasonId = season.id
  const event = await call(seasons.addEvent, { params: { seasonId }, body: { track: 7 } })
  const drivers = [{ driverIdx: 0, name: 'Ann', finishingPosition: 1, resultStatus: 3 }]
  const body = { trackId: 7, sessionType: 10, sessionStartTime: '2026-03-01T14:00:00Z', drivers }
  const session = await call(manualResults.create, { body })
  const linking = { params: { seasonId, eventId: event.id }, body: { sessionIds: [session.id] } }
  await call(seasons.addSessions, linking)
  const reason = 'Blocked in the pit lane'
  const decision = { kind: 'points', name: 'Ann', points: -3, reason } as const
  await call(seasonManagement.adjust, { params: { seasonId: seasonId }, body: decision })

  const data = JSON.parse(JSON.stringify(await call(account.export)))
  const names = data.leagues.map((one: { name: string }) => one.name)
  assert.deepEqual(names, ['Kept', 'Gone'])
  assert.deepEqual(data.leagues[0].seasonIds, [seasonId])
  assert.equal(data.leagues[0].deletedAt, null)
  assert.notEqual(data.leagues[1].deletedAt, null)
  const [exported] = data.seasons
  assert.deepEqual([exported.name, exported.events[0].track], ['Cup', 7])
  assert.equal(exported.sessions[0].sessionId, session.id)
  assert.deepEqual([exported.adjustments[0].points, exported.adjustments[0].reason], [-3, reason])
  const acts = exported.history.map((change: { action: string }) => change.action)
  assert.deepEqual(acts.slice(0, 2), ['created', 'addedToLeague'])
  assert.ok(acts.includes('adjusted'))
  assert.equal(data.sessions[0].origin, 'hand')
  assert.equal(data.profile.id, userId)
})

describe('deletion of an account', () => {
  test('403: a sign-in of a quarter of an hour ago is too old', async () => {
    const { userId, call } = await signIn({ agoSeconds: 15 * 60 + 5 })
    assert.equal(await statusOf(call(account.delete)), 403)
    const again = await signIn({ userId, agoSeconds: 15 * 60 - 30 })
    assert.equal(await statusOf(again.call(account.delete)), 200)
  })

  test('it leaves nothing of the user, and all of the others', async () => {
    const [gone, stays] = [await signIn(), await signIn()]
    await gone.call(recorderKeys.create, { body: { name: 'rig' } })
    await stays.call(recorderKeys.create, { body: { name: 'rig' } })
    await gone.call(account.delete)
    const { db } = server.context
    const left = await Promise.all([
      db.selectFrom('user').select('id').where('id', '=', gone.userId).execute(),
      db.selectFrom('auth.users').select('id').where('id', '=', gone.userId).execute(),
      db.selectFrom('auth.sessions').select('id').where('user_id', '=', gone.userId).execute(),
      db.selectFrom('recorder_key').select('id').where('user_id', '=', gone.userId).execute(),
    ])
    assert.deepEqual(left.flat(), [])
    assert.equal(await statusOf(gone.call(account.signIns)), 401)
    assert.equal((await stays.call(recorderKeys.list)).length, 1)
  })

  test('the seasons of others note which sessions they lose with it, and what stands for them', async () => {
    const [gone, organiser] = [await signIn(), await signIn()]
    const sessionId = await recordRace(server, gone.userId, { names: ['Ann', 'Bob'] })
    const season = await organiser.call(seasons.create, { body: { name: 'Cup' } })
    const params = { seasonId: season.id }
    const { id: eventId } = await organiser.call(seasons.addEvent, { params, body: { track: 7 } })
    const linked = { params: { ...params, eventId }, body: { sessionIds: [sessionId] } }
    await organiser.call(seasons.addSessions, linked)
    await gone.call(account.delete)
    const { id } = season
    const [last] = await organiser.call(seasonManagement.history, { params: { seasonId: id } })
    assert.equal(last?.action, 'sessionsLost')
    const { events, version } = await organiser.call(seasons.get, { params: { id } })
    const resultId = events[0]?.sessions[0]?.session.id
    assert.deepEqual(last?.details, { sessions: [{ eventId, sessionId, resultId }] })
    assert.equal(version, last?.version)
  })

  test('502: where an outside service does not delete the user, everything stays', async (t) => {
    const outside = await startOutsideService(t)
    const at = await openTestServer({ env: outside.env })
    t.after(() => at.close())
    const { call } = await signIn({ at })
    await call(recorderKeys.create, { body: { name: 'rig' } })
    assert.equal(await statusOf(call(account.delete)), 502)
    assert.equal((await call(recorderKeys.list)).length, 1)
    outside.answerWith(200)
    await call(account.delete)
    assert.deepEqual(await call(recorderKeys.list), [])
    assert.deepEqual(outside.seen.at(-1)?.split(' ').slice(0, 2), ['DELETE', 'Bearer'])
  })
})

/** This service answers in the place of an auth service that is not ours. */
async function startOutsideService(t: TestContext) {
  let status = 500
  const seen: string[] = []
  const service = createServer((request, response) => {
    seen.push(`${request.method} ${request.headers.authorization} ${request.url}`)
    response.writeHead(status).end('{}')
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  t.after(() => service.close())
  const address = service.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    seen,
    answerWith: (next: number) => void (status = next),
    env: {
      AUTH_URL: `http://127.0.0.1:${port}/auth/v1`,
      AUTH_JWT_SECRET: 'of the outside service, 32 characters or more',
      AUTH_ANON_KEY: 'anon',
      AUTH_SERVICE_KEY: 'service',
    },
  }
}
