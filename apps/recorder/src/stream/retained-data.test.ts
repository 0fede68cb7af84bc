import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { openDiskOutbox } from '../spool/disk-outbox.ts'
import { raceDatagrams } from '../testing/datagrams.ts'
import { key, startIngestServer, user } from '../testing/ingest-server.ts'
import { createSender, lossDelayMs } from './sender.ts'

const race = raceDatagrams(400)
const SEGMENT_BYTES = 20_000

test('a server that loses its disk gets again what it has not settled, and nothing else', async (t) => {
  const { server, sender, outbox, runUntilLost } = await start(t)
  const lost = runUntilLost()
  await server.until(() => server.streams.size === 1 && server.only.durable.length === race.length)
  server.settle(150)
  await server.kill()
  server.lose()
  await server.start()
  assert.equal(await lost, 'lost')
  assert.equal(sender.acknowledgedNumber, outbox.settledNumber)
  sender.finish(false)
  assert.equal(await sender.run(), 'over')
  const numbers = server.only.durable.map(({ number }) => number)
  assert.deepEqual(numbers, range(151, race.length))
  assert.equal(sender.acknowledged, sender.sent)
})

test('a server of an earlier version settles nothing: what it acknowledges is deleted, and a gap stops nothing', async (t) => {
  const { server, sender, outbox, notes, runUntilLost } = await start(t, { settles: false })
  const lost = runUntilLost()
  await server.until(() => server.streams.size === 1 && server.only.durable.length === race.length)
  await server.kill()
  server.lose()
  await server.start()
  assert.equal(await lost, 'lost')
  const running = sender.run()
  outbox.append(1, new Uint8Array(100))
  sender.finish(false)
  assert.equal(await running, 'over')
  assert.deepEqual(
    server.only.durable.map(({ number }) => number),
    [race.length + 1],
  )
  assert.ok(notes.some((note) => note.includes(`datagrams 1 to ${race.length} are deleted`)))
})

test('a server cannot settle what it has not acknowledged', async (t) => {
  const { server, sender, outbox } = await start(t)
  server.syncing = false
  const running = sender.run()
  await server.until(() => server.streams.size === 1 && server.only.unsynced.length === race.length)
  server.settle(Number.MAX_SAFE_INTEGER)
  server.syncing = true
  sender.finish(false)
  await running
  assert.equal(outbox.settledNumber, 0)
  assert.equal(outbox.firstNumber, 1)
})

test('a server that loses everything again and again waits longer each time', async (t) => {
  assert.deepEqual(
    [0, 1, 2, 3, 4, 10, 11, 12].map(lossDelayMs),
    [0, 0, 1_000, 2_000, 4_000, 256_000, 300_000, 300_000],
  )
  const { server, runUntilLost } = await start(t)
  const lossesAtMs: number[] = []
  for (let loss = 0; loss < 3; loss++) {
    const lost = runUntilLost()
    await server.until(
      () => server.streams.size === 1 && server.only.durable.length === race.length,
    )
    await server.kill()
    server.lose()
    await server.start()
    assert.equal(await lost, 'lost')
    lossesAtMs.push(performance.now())
  }
  const [, second = 0, third = 0] = lossesAtMs
  assert.ok(third - second >= 990, `${third - second} ms`)
})

async function start(t: TestContext, { settles = true } = {}) {
  const server = await startIngestServer()
  server.settles = settles
  const folder = mkdtempSync(join(tmpdir(), 'outbox-'))
  const outbox = openDiskOutbox(folder, { segmentBytes: SEGMENT_BYTES })
  for (const { atMs, bytes } of race) outbox.append(atMs, bytes)
  const notes: string[] = []
  const sender = createSender({
    target: { server: server.url, user, key },
    streamId: crypto.randomUUID(),
    outbox,
    onNote: (note) => notes.push(note),
    patienceMs: null,
  })
  t.after(async () => {
    sender.stop()
    await server.kill()
    outbox.close()
    rmSync(folder, { recursive: true })
  })
  return { server, sender, outbox, notes, runUntilLost: () => sender.run() }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
