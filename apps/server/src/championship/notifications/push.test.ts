import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { untilPasses } from '@pitboard/contract/testing/patience'
import { sql } from 'kysely'
import type { TestAccount } from '../../testing/account.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { openLeague } from './notifications.fixture.ts'
import { createPushRequests } from './push-message.ts'
import { openPushService } from './push-service.fixture.ts'

let server: TestServer
before(async () => {
  server = await openTestServer({ env: { PUSH_PRIVATE_HOSTS: '127.0.0.1' } })
})
after(() => server.close())

/** Opens a league with a follower, without mails. */
async function openFollowed() {
  const league = await openLeague(server)
  const user = await league.openUser('Follower')
  const path = `PUT /api/Seasons/${league.seasonId}/follow`
  await league.send(path, { isFollowing: true }, user)
  return { ...league, user }
}

async function subscribe(
  { send }: Awaited<ReturnType<typeof openLeague>>,
  user: TestAccount,
  { subscription }: Awaited<ReturnType<typeof openPushService>>,
) {
  return send('POST /api/Notifications/devices', subscription, user)
}

async function devicesOf(
  { send }: Awaited<ReturnType<typeof openLeague>>,
  user: TestAccount,
): Promise<{ id: string }[]> {
  return (await send('GET /api/Notifications/settings', undefined, user)).devices
}

async function ended(user: TestAccount, states: readonly string[]) {
  await untilPasses(async () => {
    const { rows } = await sql<{ state: string }>`select state from notification
        where user_id = ${user.userId} and device_id is not null order by created_at`.execute(
      server.context.db,
    )
    assert.deepEqual(
      rows.map(({ state }) => state),
      states,
    )
  })
}

/** Ends the wait after a failed attempt. */
async function endHold({ userId }: TestAccount): Promise<void> {
  await untilPasses(async () => {
    const { rows } = await sql`
        with held as (
          update push_device set busy_until = now()
          where user_id = ${userId} and failing_since is not null returning id
        )
        update notification set due_at = now() from held
        where device_id = held.id and ended_at is null returning notification.id`.execute(
      server.context.db,
    )
    assert.equal(rows.length, 1)
  })
}

test('a subscribed browser gets what its user follows, encrypted and signed', async (t) => {
  const league = await openFollowed()
  const service = await openPushService(t)
  await subscribe(league, league.user, service)
  await league.publish()
  await service.received(1)
  const [message] = service.messages
  assert.ok(message)
  assert.partialDeepStrictEqual(message.payload, {
    title: 'Official results: Spring',
    path: `/seasons/${league.seasonId}`,
  })
  assert.ok(!message.body.includes('Spring'))
  assert.equal(message.headers['content-encoding'], 'aes128gcm')
  const settings = await league.send('GET /api/Notifications/settings', undefined, league.user)
  await service.checkSignature(message, settings.pushKey)
  await ended(league.user, ['sent'])
  const kinds = { officialResult: { mail: false, browser: false } }
  await league.send('PATCH /api/Notifications/settings', { kinds }, league.user)
  await league.publish()
  await league.notificationsOf(league.user)
  await ended(league.user, ['sent'])
})

test('a browser that has unsubscribed at its push service is removed', async (t) => {
  for (const status of [404, 410]) {
    const league = await openFollowed()
    const service = await openPushService(t)
    service.answer(status)
    await subscribe(league, league.user, service)
    await league.publish()
    await service.received(1)
    await untilPasses(async () => assert.deepEqual(await devicesOf(league, league.user), []))
  }
})

test('a push service that fails gets the message again later, and one that never answers delays no other', async (t) => {
  const league = await openFollowed()
  const [failing, silent] = [await openPushService(t), await openPushService(t)]
  failing.answer(503)
  silent.answer(null)
  await subscribe(league, league.user, failing)
  await subscribe(league, league.user, silent)
  await league.publish()
  await Promise.all([failing.received(1), silent.received(1)])
  const quick = await openPushService(t)
  const other = await openFollowed()
  await subscribe(other, other.user, quick)
  await other.publish()
  await quick.received(1)
  failing.answer(201)
  await endHold(league.user)
  await failing.received(2)
  assert.equal(silent.messages.length, 1)
  const [first, second] = failing.messages
  assert.deepEqual(first?.payload, second?.payload)
})

test('a message that waits is not sent once the user wants none of its kind, or is banned', async (t) => {
  const changes = [
    async ({ send, user }: Awaited<ReturnType<typeof openFollowed>>) =>
      send(
        'PATCH /api/Notifications/settings',
        { kinds: { officialResult: { mail: false, browser: false } } },
        user,
      ),
    async ({ user }: Awaited<ReturnType<typeof openFollowed>>) =>
      sql`update auth.users set banned_until = now() + interval '1 day'
        where id = ${user.userId}`.execute(server.context.db),
  ]
  for (const change of changes) {
    const league = await openFollowed()
    const service = await openPushService(t)
    const { id } = await subscribe(league, league.user, service)
    const holdUntil = async (seconds: number) =>
      sql`update push_device set busy_until = now() + ${seconds} * interval '1 second'
        where id = ${id}`.execute(server.context.db)
    await holdUntil(600)
    await league.publish()
    await ended(league.user, ['waiting'])
    await change(league)
    await holdUntil(0)
    await ended(league.user, ['dropped'])
    assert.deepEqual(service.messages, [])
  }
})

test('a browser with a push service that has failed for days is removed', async (t) => {
  const league = await openFollowed()
  const service = await openPushService(t)
  service.answer(503)
  await subscribe(league, league.user, service)
  await league.publish()
  await service.received(1)
  await endHold(league.user)
  assert.equal((await devicesOf(league, league.user)).length, 1)
  await service.received(2)
  await untilPasses(async () => {
    const { rows } = await sql`update push_device set failing_since = now() - interval '4 days'
        where user_id = ${league.user.userId} and busy_until > now() returning id`.execute(
      server.context.db,
    )
    assert.equal(rows.length, 1)
  })
  await sql`update notification set attempts = 4
    where user_id = ${league.user.userId}`.execute(server.context.db)
  await endHold(league.user)
  await untilPasses(async () => assert.deepEqual(await devicesOf(league, league.user), []))
})

test('a browser is subscribed for the user who signed in last, and for ten browsers of one user', async (t) => {
  const league = await openFollowed()
  const service = await openPushService(t)
  await subscribe(league, league.user, service)
  const next = await league.openUser('Next')
  const device = await subscribe(league, next, service)
  assert.deepEqual(await devicesOf(league, league.user), [])
  assert.equal((await devicesOf(league, next)).length, 1)
  const what = `DELETE /api/Notifications/devices/${device.id}`
  assert.equal((await league.call(what, { as: league.user })).statusCode, 404)
  await league.send(what, undefined, next)
  assert.deepEqual(await devicesOf(league, next), [])
  for (let index = 0; index < 11; index++) {
    const subscription = {
      ...service.subscription,
      endpoint: `${service.subscription.endpoint}${index}`,
    }
    await league.send('POST /api/Notifications/devices', subscription, next)
  }
  assert.equal((await devicesOf(league, next)).length, 10)
})

test('addresses within networks of the operator, unusable keys and strangers are refused', async (t) => {
  const league = await openFollowed()
  const { subscription } = await openPushService(t)
  const wrong = [
    'http://push.example/1',
    'https://10.0.0.1/1',
    'https://localhost/1',
    'https://[::1]/1',
  ].map((endpoint) => ({ ...subscription, endpoint }))
  const keys = [
    { ...subscription, p256dh: 'A'.repeat(87) },
    { ...subscription, auth: 'short' },
  ]
  for (const body of [...wrong, ...keys]) {
    const answer = await league.call('POST /api/Notifications/devices', { as: league.user, body })
    assert.equal(answer.statusCode, 400, JSON.stringify(body))
  }
  for (const request of [
    'GET /api/Notifications/settings',
    'PATCH /api/Notifications/settings',
    'POST /api/Notifications/devices',
    'GET /api/Notifications/follows',
  ]) {
    assert.equal((await league.call(request)).statusCode, 401, request)
  }
})

test('the keys that browsers know an installation by follow from its secret', async () => {
  const { derivePushKeys } = await import('./push-keys.ts')
  const { keys } = server.context
  assert.deepEqual(derivePushKeys(keys), derivePushKeys(keys))
  assert.match(derivePushKeys(keys).publicKey, /^B[\w-]{86}$/)
})

test('all messages to a push service have one signature, which is made again long before it expires', async (t) => {
  const { keys, publicUrl } = server.context
  const startedAt = Date.now()
  let hours = 0
  const now = () => new Date(startedAt + hours * 3_600_000)
  const createRequest = createPushRequests({ keys, publicUrl, now })
  const [service, other] = [await openPushService(t), await openPushService(t)]
  const payload = { title: 'Official', text: '', path: '/', tag: 'tag' }
  const sign = async ({ subscription }: typeof service) =>
    (await createRequest(subscription, payload)).headers['authorization'] ?? ''
  const first = await sign(service)
  assert.notEqual(await sign(other), first)
  hours = 5
  assert.equal(await sign(service), first)
  hours = 7
  const second = await sign(service)
  assert.notEqual(second, first)
  const claims = Buffer.from(second.split('.')[1] ?? '', 'base64url').toString()
  assert.equal(JSON.parse(claims).exp, Math.floor(startedAt / 1000) + 19 * 3600)
})
