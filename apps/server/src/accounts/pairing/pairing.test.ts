import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { recorderKeys } from '@pitboard/contract/accounts/accounts'
import { recorderPairings } from '@pitboard/contract/accounts/recorder-pairing'
import { recorderUpdates } from '@pitboard/contract/ingest/recorder-update'
import { liveSessions } from '@pitboard/contract/live/live'
import { ApiException, type Call, createClient } from '@pitboard/contract/wire/client'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'

const MACHINE = { computerName: 'RIG', operatingSystem: 'Windows 11', recorderVersion: '0.1.0' }

let server: TestServer
let recorder: Call
let nowMs = Date.now()
before(async () => {
  server = await openTestServer({ now: () => new Date(nowMs) })
  recorder = createClient({ baseUrl: server.url })
})
after(() => server.close())
// Each test starts with full rate limits and without the codes of the others.
beforeEach(() => (nowMs += 20 * 60_000))

async function signIn(): Promise<TestAccount & { call: Call }> {
  const account = await openAccount(server.context, { username: `d ${server.context.newId()}` })
  const call = createClient({ baseUrl: server.url, token: () => account.accessToken })
  return { ...account, call }
}

const start = (machine = MACHINE) => recorder(recorderPairings.start, { body: machine })

function poll(deviceCode: string) {
  nowMs += 3_000
  return recorder(recorderPairings.poll, { body: { deviceCode } })
}

async function statusOf(answer: Promise<unknown>): Promise<number> {
  return answer.then(
    () => 200,
    (error: unknown) => (error instanceof ApiException ? error.status : 0),
  )
}

test('a confirmed recorder gets one key of that user, once, which is named after the computer', async () => {
  const user = await signIn()
  const { userCode, deviceCode, verificationUriComplete, expiresIn } = await start()
  assert.match(userCode, /^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/)
  assert.equal(verificationUriComplete, `${server.url}/pair?code=${userCode}`)
  assert.equal(expiresIn, 600)
  assert.equal((await poll(deviceCode)).status, 'pending')

  const params = { userCode }
  const shown = await user.call(recorderPairings.get, { params })
  const { computerName, operatingSystem, recorderVersion, ipAddress, isSameNetwork } = shown
  assert.deepEqual({ computerName, operatingSystem, recorderVersion }, MACHINE)
  assert.match(ipAddress, /127\.0\.0\.1/)
  assert.equal(isSameNetwork, true)
  assert.equal((await poll(deviceCode)).status, 'pending', 'looking at it confirms nothing')

  await user.call(recorderPairings.confirm, { params })
  assert.deepEqual(await user.call(recorderKeys.list), [], 'no key before the recorder fetches it')
  const results = await Promise.all([poll(deviceCode), poll(deviceCode)])
  assert.deepEqual(results.map(({ status }) => status).toSorted(), ['expired', 'paired'])
  const paired = results.find(({ status }) => status === 'paired')?.recorder
  assert.ok(paired)
  assert.equal(paired.userId, user.userId)
  assert.equal(paired.updateKey, (await recorder(recorderUpdates.key)).updateKey)
  const keys = await user.call(recorderKeys.list)
  assert.deepEqual(
    keys.map(({ name, key }) => ({ name, key })),
    [{ name: 'RIG', key: null }],
  )
  const lease = await recorder(liveSessions.register, {
    params: { id: user.userId },
    query: { key: paired.key },
  })
  assert.equal(lease.protocol, 'tcp')
  assert.equal(await statusOf(user.call(recorderPairings.confirm, { params })), 404)
})

test('the short address leads to the page with the code, and nowhere else', async () => {
  for (const [path, location] of [
    ['/pair?code=WDJB-MJHT', '/dashboard/pair?recorder=WDJB-MJHT'],
    ['/pair', '/dashboard/pair'],
    ['/pair?code=//evil.example', '/dashboard/pair?recorder=%2F%2Fevil.example'],
  ]) {
    const answer = await server.app.inject(path ?? '')
    assert.deepEqual([answer.statusCode, answer.headers.location], [302, location])
  }
})

test('a refused recorder gets no key, and its code is used up', async () => {
  const user = await signIn()
  const { userCode, deviceCode } = await start()
  const params = { userCode }
  await user.call(recorderPairings.refuse, { params })
  assert.equal(await statusOf(user.call(recorderPairings.confirm, { params })), 404)
  assert.deepEqual(await poll(deviceCode), { status: 'refused', interval: 3, recorder: null })
  assert.equal((await poll(deviceCode)).status, 'expired')
  assert.deepEqual(await user.call(recorderKeys.list), [])
})

test('a code expires after ten minutes', async () => {
  const user = await signIn()
  const { userCode, deviceCode } = await start()
  nowMs += 600_000
  assert.equal(await statusOf(user.call(recorderPairings.get, { params: { userCode } })), 404)
  assert.equal(await statusOf(user.call(recorderPairings.confirm, { params: { userCode } })), 404)
  assert.equal((await poll(deviceCode)).status, 'expired')
})

test('a recorder that polls too often has to wait longer, until the user has decided', async () => {
  const user = await signIn()
  const { userCode, deviceCode } = await start()
  const pollNow = () => recorder(recorderPairings.poll, { body: { deviceCode } })
  assert.equal((await pollNow()).status, 'pending')
  assert.deepEqual(await pollNow(), { status: 'slowDown', interval: 8, recorder: null })
  await user.call(recorderPairings.confirm, { params: { userCode } })
  assert.equal((await pollNow()).status, 'paired')
})

test('nobody decides without being signed in, and the recorder’s own code opens nothing', async () => {
  const { userCode, deviceCode } = await start()
  const params = { userCode }
  for (const endpoint of [recorderPairings.confirm, recorderPairings.refuse]) {
    assert.equal(await statusOf(recorder(endpoint, { params })), 401)
  }
  assert.equal(await statusOf(recorder(recorderPairings.get, { params })), 401)
  assert.equal((await poll(userCode)).status, 'expired')
  assert.equal((await poll(deviceCode)).status, 'pending')
})

test('who fills the table of pairings removes his own: a recorder elsewhere still pairs', async () => {
  const { db } = server.context
  const honest = await start()
  const row = await db.selectFrom('recorder_pairing').selectAll().executeTakeFirstOrThrow()
  const waiting = Array.from({ length: 1_999 }, (_, n) => ({
    ...row,
    user_code: `full ${n}`,
    device_hash: Buffer.from(`full ${n}`),
    ip_address: n === 0 ? '192.0.2.1' : `2001:db8:77:${n.toString(16)}::1`,
    requested_at: new Date(nowMs + n),
  }))
  await db.insertInto('recorder_pairing').values(waiting).execute()
  const starts = await Promise.all([start(), start(), start()])
  const codes = await db.selectFrom('recorder_pairing').select('user_code').execute()
  const left = new Set(codes.map(({ user_code }) => user_code))
  assert.equal(left.size, 2_000, 'starts at the same moment count each other')
  assert.deepEqual(
    ['full 0', 'full 1', 'full 2', 'full 3', 'full 4'].map((code) => left.has(code)),
    [true, false, false, false, true],
  )
  for (const { deviceCode } of [honest, ...starts]) {
    assert.equal((await poll(deviceCode)).status, 'pending')
  }
})

test('a user with as many keys as possible confirms nothing and learns why', async () => {
  const user = await signIn()
  for (let made = 0; made < 20; made++) {
    await user.call(recorderKeys.create, { body: { name: `rig ${made}` } })
  }
  const { userCode, deviceCode } = await start()
  const params = { userCode }
  assert.equal(await statusOf(user.call(recorderPairings.confirm, { params })), 409)
  assert.equal((await poll(deviceCode)).status, 'pending')
})

test('codes cannot be tried: 20 a minute for a user, 40 for an address', async () => {
  const users = await Promise.all([signIn(), signIn(), signIn()])
  const params = { userCode: 'BBBB-BBBB' }
  const counts: number[] = []
  for (const { call } of users) {
    let tried = 0
    while ((await statusOf(call(recorderPairings.confirm, { params }))) === 404) tried++
    counts.push(tried)
  }
  assert.deepEqual(counts, [20, 20, 0])
})

test('an address starts ten pairings at once, and more only later', async () => {
  const statuses: number[] = []
  for (let made = 0; made < 11; made++) statuses.push(await statusOf(start()))
  assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 200), 429])
  nowMs += 60_000
  assert.equal(await statusOf(start()), 200)
})

test('what a recorder states is shown on one line, without hidden or turning characters', async () => {
  const user = await signIn()
  const { userCode } = await start({
    computerName: 'RIG\u202egnp\nx',
    operatingSystem: '\u200b',
    recorderVersion: '<b>1</b>',
  })
  const shown = await user.call(recorderPairings.get, { params: { userCode } })
  assert.equal(shown.computerName, 'RIGgnp x')
  assert.equal(shown.operatingSystem, '?')
  assert.equal(shown.recorderVersion, '<b>1</b>')
  const long = { ...MACHINE, computerName: 'x'.repeat(61) }
  assert.equal(await statusOf(start(long)), 400)
})
