import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { TcpLease } from '@pitboard/contract/live/live'
import { createRace } from '@pitboard/sim/race'
import { sampleOf } from '@pitboard/contract/testing/sample'
import { readHeader } from '@pitboard/telemetry/decode'
import { Value } from 'typebox/value'
import { insertRecorderKey } from '../accounts/access/recorder-key.ts'
import { insertUser } from '../accounts/users/queries.ts'
import { storedSession } from '../racing/ingest/recordings/recording.fixture.ts'
import { connectRecorder, type TestRecorder } from '../racing/ingest/transports/recorder.fixture.ts'
import { seenBy } from '../racing/sessions/lobby.fixture.ts'
import { deriveSession } from '../racing/sessions/store/derive-session.ts'
import { openTestDatabase } from '../testing/database.ts'
import { type RunningMain, runMain } from '../testing/main-process.ts'
import { findWorkers } from './workers.fixture.ts'

const POLL_MS = 100
/** `npm run test:all` has a race with three of them. */
const WORKERS = process.env['TEST_ALL'] === 'true' ? [1, 2, 3] : [1, 2]
const sent = seenBy(createRace({ seed: 7, laps: 2, cars: 3, rateHz: 20 }), { playerCar: 0 })

/** Returns what the race was, from its datagrams alone. */
async function deriveDrivers(userId: string) {
  const uids = sent.flatMap(({ bytes }) => {
    const read = readHeader(bytes)
    return read.kind === 'rejected' || read.header.sessionUid === 0n ? [] : read.header.sessionUid
  })
  async function* datagrams() {
    yield* sent
  }
  const identity = { id: randomUUID(), internalSessionId: 0, userId, userName: 'Max' }
  const derived = await deriveSession(datagrams(), String(uids.at(-1)), identity)
  return derived?.detail.drivers
}

async function openRace(t: TestContext) {
  const database = await openTestDatabase()
  t.after(() => database.close())
  const { db } = database
  const dataDir = mkdtempSync(join(tmpdir(), 'pitboard-workers-'))
  t.after(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const userId = randomUUID()
  await insertUser(db, { id: userId, username: 'Max' })
  const key = await insertRecorderKey(db, { id: randomUUID(), userId, name: 'test' })
  const streamId = randomUUID()

  return {
    db,
    dataDir,
    userId,
    async start(): Promise<RunningMain> {
      const main = runMain({
        DATA_DIR: dataDir,
        DATABASE_URL: database.url,
        LOG_LEVEL: 'info',
        WORKERS: String(WORKERS.length),
      })
      t.after(() => main.kill())
      await main.listening
      return main
    },
    /** Registers and connects, again and again as a recorder does. */
    async connect(main: RunningMain): Promise<{ recorder: TestRecorder; from: number }> {
      for (;;) {
        const path = `/api/LiveSession/register/${userId}?key=${key}`
        try {
          const signal = AbortSignal.timeout(3_000)
          const answer = await fetch(main.url() + path, { method: 'POST', signal })
          const { port, token } = Value.Parse(TcpLease, await answer.json())
          const recorder = await connectRecorder(port)
          return { recorder, from: await recorder.hello(token, streamId) }
        } catch {
          await delay(POLL_MS)
        }
      }
    },
    async send(recorder: TestRecorder, from: number, to: number): Promise<void> {
      for (const [place, { atMs, bytes }] of sent.slice(from - 1, to).entries()) {
        await recorder.send({ number: from + place, atMs, bytes })
      }
    },
    async checkStored(): Promise<void> {
      const stored = await storedSession(db, userId)
      assert.deepEqual(stored.drivers, await deriveDrivers(userId))
      assert.equal(stored.classification, 'final')
      assert.deepEqual(readdirSync(join(dataDir, 'captures')), [stored.id])
      const live = await db.selectFrom('live_session').select('session_id').execute()
      assert.deepEqual(live, [])
    },
  }
}

/** `npm test` has the harder of the two. */
const ENDS = sampleOf(['killed', 'stopped'] as const, 1)

test(`a race goes on after its worker was killed, and after the supervisor was ${ENDS.join(' and then ')}: it is stored once as it was driven`, async (t) => {
  const race = await openRace(t)
  const part = Math.floor(sent.length / (ENDS.length + 2))
  let main = await race.start()
  const first = await race.connect(main)
  await race.send(first.recorder, first.from, part)
  await first.recorder.until(() => first.recorder.acknowledged() > 0)
  const owner = await race.db.selectFrom('live_owner').select('node_id').executeTakeFirstOrThrow()
  const workers = await findWorkers(main.pid)
  const pid = workers.toSorted((a, b) => a - b)[Number(owner.node_id?.at(-1)) - 1]
  assert.ok(pid)
  process.kill(pid, 'SIGKILL')
  await first.recorder.closed

  let sending = await race.connect(main)
  assert.ok(sending.from > 1, 'the journal was replayed')
  for (const [place, end] of ENDS.entries()) {
    const { recorder, from } = sending
    const before = part * (place + 1)
    await race.send(recorder, from, before + part)
    await recorder.until(() => recorder.acknowledged() > before)
    if (end === 'killed') await main.kill()
    else assert.equal(await main.stop(), 0)
    main = await race.start()
    sending = await race.connect(main)
    assert.ok(sending.from > before, 'the journal was replayed')
  }
  await race.send(sending.recorder, sending.from, sent.length)
  const { sessions } = await sending.recorder.finish(sent.length, true)
  assert.partialDeepStrictEqual(sessions, [{ status: 'recorded' }])
  await race.checkStored()
  assert.equal(await main.stop(), 0)
  const lines = main.stderr().split('\n')
  const stopped = lines.filter((line) => line.includes('"msg":"stopping"'))
  const numbers = new Set(stopped.map((line) => JSON.parse(line).worker))
  assert.equal(stopped.length, WORKERS.length + 1)
  assert.deepEqual(numbers, new Set([...WORKERS, undefined]), 'each of them stops in order')
})
