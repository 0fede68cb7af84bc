import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { until } from '@pitboard/contract/testing/patience'
import { createRecording } from '../spool/recording.ts'
import { readSpool } from '../spool/spool-folder.ts'
import { createTcpRelay } from '../stream/relay.ts'
import { raceDatagrams } from '../testing/datagrams.ts'
import { key, startIngestServer, user, type IngestServer } from '../testing/ingest-server.ts'
import { createRelayQueue } from './relay-queue.ts'

const race = raceDatagrams(20)

/** Starts with two earlier recordings that wait, and a live one. */
async function start(t: TestContext, { settles = false } = {}) {
  const server = await startIngestServer()
  server.settles = settles
  const spool = mkdtempSync(join(tmpdir(), 'queue-'))
  const target = { server: server.url, user, key }
  for (const earlier of [record(), record()]) earlier.close()
  const { unfinished } = readSpool(spool, target)
  const [first, second] = unfinished
  assert.ok(first && second)
  const printed: string[] = []
  const print = (text: string) => printed.push(text)
  const recording = record()
  const live = createTcpRelay({
    target,
    streamId: recording.streamId,
    outbox: recording.outbox,
    onNote: print,
    patienceMs: null,
    onOtherSettled: (part) => queue.settle(part),
  })
  const queue = createRelayQueue(target, unfinished, live, print)
  t.after(async () => {
    for (const relay of queue.relays) relay.stop()
    live.stop()
    await server.kill()
    recording.close()
    rmSync(spool, { recursive: true, force: true })
  })

  function record() {
    const made = createRecording(spool, target)
    for (const { atMs, bytes } of race) made.outbox.append(Math.round(atMs), bytes)
    return made
  }

  return { server, first, second, recording, live, queue, printed }
}

/** Returns the streams of the server in the order in which they came. */
const streamsOf = ({ streams }: IngestServer) => [...streams.keys()]
const isComplete = ({ streams }: IngestServer) =>
  streams.size === 3 && [...streams.values()].every(({ durable }) => durable.length === race.length)
const hasOutbox = ({ folder }: { readonly folder: string }) => existsSync(join(folder, 'outbox'))
const announced = (printed: readonly string[]) =>
  printed.filter((text) => text.startsWith('Sending the rest'))

test('earlier recordings go first, oldest first, and then the live one; what is settled is dropped', async (t) => {
  const { server, first, second, recording, live, queue, printed } = await start(t)
  assert.equal(queue.current, live)
  assert.deepEqual(queue.relays, [])
  live.finish(false)
  await queue.run()
  assert.deepEqual(streamsOf(server), [first.streamId, second.streamId, recording.streamId])
  assert.ok(isComplete(server))
  assert.ok([...server.streams.values()].every(({ finish }) => finish?.endsSession === false))
  assert.deepEqual([queue.relays.length, queue.relays.at(-1) === live], [3, true])
  assert.equal(queue.current, live)
  assert.deepEqual(queue.outboxes, [])
  assert.deepEqual([hasOutbox(first), hasOutbox(second)], [false, false])
  assert.deepEqual(announced(printed), [
    `Sending the rest of the recording in ${first.folder}`,
    `Sending the rest of the recording in ${second.folder}`,
  ])
})

test('an earlier recording stays until the server has settled all of it', async (t) => {
  const { server, first, second, live, queue } = await start(t, { settles: true })
  const running = queue.run()
  await until(() => live.connected && isComplete(server))
  assert.equal(queue.outboxes.length, 2)
  queue.settle({ streamId: crypto.randomUUID(), number: race.length })
  queue.settle({ streamId: second.streamId, number: race.length - 1 })
  assert.equal(queue.outboxes.length, 2)
  server.settle(race.length)
  await until(() => queue.outboxes.length === 1)
  assert.deepEqual([hasOutbox(first), hasOutbox(second)], [false, true])
  live.finish(false)
  await running
  assert.deepEqual([hasOutbox(first), hasOutbox(second)], [false, true])
})

test('a server that has lost its data gets earlier recordings again, except what it has settled', async (t) => {
  const { server, first, second, recording, live, queue, printed } = await start(t, {
    settles: true,
  })
  const running = queue.run()
  await until(() => live.acknowledged === race.length)
  server.settle(race.length)
  await until(() => queue.outboxes.length === 1)
  await server.kill()
  server.lose()
  await server.start()
  await until(() => server.streams.size === 2 && live.acknowledged === race.length)
  live.finish(false)
  await running
  assert.equal(server.streams.has(first.streamId), false)
  for (const { streamId } of [second, recording]) {
    assert.equal(server.streams.get(streamId)?.durable.length, race.length)
  }
  assert.equal(announced(printed).length, 2, 'each is announced once')
})

test('one that cannot be read is told, and holds up nothing', async (t) => {
  const { server, first, second, recording, live, queue, printed } = await start(t)
  rmSync(join(first.folder, 'outbox'), { recursive: true })
  writeFileSync(join(first.folder, 'outbox'), '')
  live.finish(false)
  await queue.run()
  assert.deepEqual(streamsOf(server), [second.streamId, recording.streamId])
  assert.ok(printed[0]?.startsWith(`The recording in ${first.folder} cannot be read: `), printed[0])
})

test('a queue that is stopped while it sends an earlier recording does not begin the live one', async (t) => {
  const { server, first, second, live, queue } = await start(t, { settles: true })
  server.syncing = false
  const running = queue.run()
  await server.until(() => server.streams.size === 1 && server.only.unsynced.length > 0)
  assert.notEqual(queue.current, live)
  queue.current.stop()
  await running
  assert.deepEqual([queue.relays.length, queue.relays.includes(live)], [1, false])
  assert.deepEqual([hasOutbox(first), hasOutbox(second)], [true, true])
})
