import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { TcpLease } from '@pitboard/contract/live/live'
import { Problem } from '@pitboard/contract/wire/problem'
import { until } from '@pitboard/contract/testing/patience'
import { Value } from 'typebox/value'
import { insertRecorderKey } from '../../accounts/access/recorder-key.ts'
import { connectRecorder } from '../../racing/ingest/transports/recorder.fixture.ts'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { createCall } from '../../testing/call.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'

const MIB = 1024 * 1024
const LARGE = { freeBytes: 100_000 * MIB, sizeBytes: 500_000 * MIB }
const LOW = { ...LARGE, freeBytes: 500 * MIB }
const FULL = { ...LARGE, freeBytes: 200 * MIB }

let server: TestServer
let account: TestAccount
let use = LARGE
before(async () => {
  server = await openTestServer({ readDisk: async () => use, queueCheckMs: 2 })
  account = await openAccount(server.context, { username: 'owner' })
})
after(() => server.close())
const call = createCall(() => server)

async function setDisk(next: typeof LARGE): Promise<void> {
  use = next
  await server.context.disk.look()
}

const makeLeague = () =>
  call('POST /api/League', { as: account, body: { name: 'Another', isPublic: true } })

/** The lease is from when there was room. */
async function lease() {
  const { db, newId } = server.context
  const { userId } = account
  const key = await insertRecorderKey(db, { id: newId(), userId, name: 'test' })
  const url = `${server.url}/api/LiveSession/register/${userId}?key=${key}&useTcp=true`
  const answer = await fetch(url, { method: 'POST' })
  return Value.Parse(TcpLease, await answer.json())
}

test('a disk that is nearly full refuses changes but not reading and deleting, and is not ready; with room all is as before', async () => {
  const made = await makeLeague()
  assert.equal(made.statusCode, 200, made.body)
  const league = made.json()
  for (const disk of [LOW, FULL]) {
    await setDisk(disk)
    const refused = await makeLeague()
    assert.equal(refused.statusCode, 507)
    assert.equal(Value.Parse(Problem, refused.json()).type.endsWith('disk-full'), true)
    assert.equal((await call('GET /api/League', { as: account })).statusCode, 200)
    const ready = await fetch(`${server.url}/readyz`)
    assert.equal(ready.status, 503)
    assert.match(Value.Parse(Problem, await ready.json()).detail, /disk .* nearly full/)
  }
  assert.equal((await call(`DELETE /api/League/${league.id}`, { as: account })).statusCode, 200)
  // The server recovers without a restart: it checks the disk every few seconds.
  use = LARGE
  await until(async () => (await fetch(`${server.url}/readyz`)).ok)
  assert.equal((await makeLeague()).statusCode, 200)
})

test('a recorder that begins to send is refused with full, one that sends already only once half of the reserve is used', async () => {
  await setDisk(LARGE)
  const { port, token } = await lease()
  const recorder = await connectRecorder(port)
  await recorder.hello(token, randomUUID())
  await setDisk(LOW)
  const later = await connectRecorder(port)
  later.hello(token, randomUUID()).catch(() => {})
  await later.closed
  assert.equal(later.refusal()?.code, 'full')
  assert.equal(recorder.refusal(), null)
  await setDisk(FULL)
  await recorder.closed
  assert.equal(recorder.refusal()?.code, 'full')
  await setDisk(LARGE)
})

test('a small disk has a smaller reserve; free space and size are metrics', async () => {
  await setDisk({ freeBytes: 60 * MIB, sizeBytes: 1_000 * MIB })
  assert.equal(server.context.disk.isLow(), false)
  await setDisk({ freeBytes: 40 * MIB, sizeBytes: 1_000 * MIB })
  assert.equal(server.context.disk.isLow(), true)
  const metrics = await server.context.metrics.registry.metrics()
  assert.match(metrics, new RegExp(`^pitboard_data_folder_free_bytes ${40 * MIB}$`, 'm'))
  assert.match(metrics, new RegExp(`^pitboard_data_folder_size_bytes ${1_000 * MIB}$`, 'm'))
  await setDisk(LARGE)
})
