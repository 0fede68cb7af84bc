import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { Failure } from '../failure.ts'
import { raceDatagrams } from '../testing/datagrams.ts'
import {
  key,
  session,
  startIngestServer,
  user,
  type IngestServer,
} from '../testing/ingest-server.ts'
import { createMemoryOutbox } from './outbox.ts'
import { boundRetry, createSender, findRemedy, type Sender, type SenderOptions } from './sender.ts'

const race = raceDatagrams(600)

test('everything arrives once, in order, with its times, and the server names the sessions', async (t) => {
  const { server, sender } = await start(t)
  sender.finish(true)
  await sender.run()
  assertWhole(server)
  assert.deepEqual(server.only.finish, { lastNumber: race.length, endsSession: true })
  assert.deepEqual([...sender.sessions.values()], [session])
  assert.equal(sender.liveUrl, `http://localhost/liveUser/${user}`)
  assert.equal(sender.sent, race.length)
  assert.equal(sender.acknowledged, race.length)
})

test('after a kill of the server the stream resumes at what was durable', async (t) => {
  const { server, sender } = await start(t)
  server.syncing = false
  const running = sender.run()
  await server.until(() => server.streams.size === 1 && server.only.unsynced.length > 100)
  await server.kill()
  server.syncing = true
  await server.start()
  await server.until(() => server.only.durable.length > 200)
  await server.kill()
  await server.start()
  sender.finish(false)
  await running
  assertWhole(server)
  assert.ok(server.connections >= 3)
})

test('what is appended while the server is away is sent when it is back', async (t) => {
  const { server, sender, outbox } = await start(t, 0)
  await server.kill()
  const running = sender.run()
  for (const { atMs, bytes } of race) outbox.append(atMs, bytes)
  sender.notifyGrown()
  await server.start()
  await server.until(() => server.streams.size === 1 && server.only.durable.length === race.length)
  sender.finish(false)
  await running
  assertWhole(server)
})

test('what arrives in one turn of the process goes together', async (t) => {
  const { server, sender, outbox } = await start(t, 1)
  let batches = 0
  const running = sender.run()
  const { readFrom } = outbox
  outbox.readFrom = (number) => {
    const cursor = readFrom(number)
    return {
      ...cursor,
      next() {
        const batch = cursor.next()
        if (batch !== null) batches++
        return batch
      },
    }
  }
  await server.until(() => server.streams.size === 1 && server.only.durable.length === 1)
  for (const { atMs, bytes } of race.slice(1, 50)) {
    outbox.append(atMs, bytes)
    sender.notifyGrown()
    await new Promise<void>((resolve) => process.nextTick(resolve))
  }
  sender.finish(false)
  await running
  assert.equal(server.only.durable.length, 50)
  assert.equal(batches, 2)
})

test('a server that stays away ends the patience with what to do', async (t) => {
  const { server, sender } = await start(t)
  await server.kill()
  await assert.rejects(sender.run(), isFailure(/cannot be reached/, /^Check --server and that/))
})

test('a server that stays full ends the patience: its operator has to make room', async (t) => {
  const { server, sender } = await start(t, 1, key, { atFirst: 0, later: 0 })
  server.refusal = { code: 'full', message: 'The disk is full' }
  await assert.rejects(sender.run(), isFailure(/^The disk is full/, /operator has to make room/))
})

test('a wrong key is a failure at once', async (t) => {
  const { sender } = await start(t, 1, 'wrong-key')
  await assert.rejects(sender.run(), isFailure(/does not accept this user and key/))
})

test('a token that is refused twice in a row is a failure, a lease that ran out is renewed', async (t) => {
  const { server, sender } = await start(t)
  server.refusal = { code: 'token', message: 'The lease has expired' }
  const running = sender.run()
  await server.until(() => server.refusals === 1)
  server.refusal = null
  sender.finish(true)
  await running
  const second = await start(t)
  second.server.refusal = { code: 'token', message: 'The lease has expired' }
  await assert.rejects(second.sender.run(), isFailure(/The lease has expired/))
})

test('a stream that another one replaces does not fight for its place', async (t) => {
  const { server, sender } = await start(t)
  server.refusal = { code: 'replaced', message: 'A newer recorder is sending' }
  await assert.rejects(sender.run(), isFailure(/newer recorder/))
  assert.equal(server.connections, 1)
})

for (const code of ['limit', 'stopping', 'internal', 'full'] as const) {
  test(`a server that refuses with ${code} is asked again, and the reason is told once`, async (t) => {
    const { server, sender, notes } = await start(t, race.length, key, null)
    server.refusal = { code, message: 'Not now' }
    const running = sender.run()
    await server.until(() => server.refusals === 2)
    assert.deepEqual(notes, ['Not now; trying again'])
    server.refusal = null
    sender.finish(true)
    await running
    assertWhole(server)
    assert.match(notes.slice(1).join(), /^connected to /)
  })
}

test('a refusal says what to do about it', () => {
  assert.match(findRemedy('token'), /^Check that the clocks/)
  assert.match(findRemedy('replaced'), /^Another recorder of this user is sending/)
  assert.match(findRemedy('protocol'), /^Use the recorder of the same version/)
})

test('a server that stops is asked soon, one that was given to another recorder late', () => {
  const waits = (['stopping', 'replaced', 'limit'] as const).map((code) =>
    [200, 3_200].map((retryMs) => boundRetry(retryMs, code)),
  )
  assert.deepEqual(waits, [
    [200, 500],
    [30_000, 30_000],
    [200, 3_200],
  ])
})

test('a recorder that was replaced waits for its turn, and tries at once when it is to end', async (t) => {
  const { server, sender } = await start(t, race.length, key, null)
  server.refusal = { code: 'replaced', message: 'A newer recorder is sending' }
  const running = sender.run()
  await server.until(() => server.refusals === 1)
  server.refusal = null
  sender.finish(false)
  await running
  assertWhole(server)
})

test('an outbox that holds too much makes its feeder wait for acknowledgements', async () => {
  const outbox = createMemoryOutbox(1_000)
  outbox.append(1, new Uint8Array(600))
  await outbox.waitForSpace()
  outbox.append(2, new Uint8Array(600))
  let waited = false
  const room = outbox.waitForSpace().then(() => (waited = true))
  await Promise.resolve()
  assert.equal(waited, false)
  outbox.acknowledge(1)
  await room
  assert.equal(outbox.firstNumber, 2)
})

async function start(
  t: TestContext,
  datagrams = race.length,
  withKey = key,
  patienceMs: SenderOptions['patienceMs'] = { atFirst: 500, later: 10_000 },
) {
  const server = await startIngestServer()
  const outbox = createMemoryOutbox()
  const notes: string[] = []
  for (const { atMs, bytes } of race.slice(0, datagrams)) outbox.append(atMs, bytes)
  const sender: Sender = createSender({
    target: { server: server.url, user, key: withKey },
    streamId: crypto.randomUUID(),
    outbox,
    onNote: (note) => notes.push(note),
    patienceMs,
  })
  t.after(async () => {
    sender.stop()
    await server.kill()
  })
  return { server, sender, outbox, notes }
}

function assertWhole(server: IngestServer): void {
  const { durable } = server.only
  assert.deepEqual(
    durable.map(({ number }) => number),
    race.map((_, index) => index + 1),
  )
  for (const [index, { atMs, bytes }] of race.entries()) {
    assert.equal(durable[index]?.atMs, atMs)
    assert.deepEqual(Buffer.from(durable[index]?.bytes ?? []), Buffer.from(bytes))
  }
}

function isFailure(message: RegExp, remedy = /./): (error: unknown) => boolean {
  return (error) =>
    error instanceof Failure && message.test(error.message) && remedy.test(error.remedy)
}
