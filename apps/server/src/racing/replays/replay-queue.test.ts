import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '@pitboard/contract/testing/patience'
import { createRace } from '@pitboard/sim/race'
import { WorkerTimeoutError } from '../../platform/jobs/worker-job.ts'
import { whenTraced } from '../traces/traces.fixture.ts'
import {
  insertPlayer,
  LOBBY_START_MS,
  seenBy,
  sendRecording,
  type Player,
} from '../sessions/lobby.fixture.ts'
import { findCaptureKey, recordSession } from '../sessions/store/session-queries.ts'
import { recorded, sessionColumns } from '../../testing/session-row.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { createCaptureStore } from '../captures/capture-store.ts'
import { createReplayQueue } from './replay-queue.ts'

const OWNER_MAX = 4
const WAITING_MAX = 20
const FAILURES_MAX = 200
const FAILURE_MS = 10 * 60_000

let server: TestServer
let player: Player
let captureKey: string
before(async () => {
  server = await openTestServer()
  player = await insertPlayer(server, 'Max')
  const race = createRace({ seed: 7, laps: 1, cars: 4, rateHz: 10, trackId: 22 })
  const id = await sendRecording(server, player, seenBy(race, { playerCar: 1 }))
  captureKey = (await findCaptureKey(server.context.db, id)) ?? ''
})
after(() => server.close())

/** Inserts recorded sessions that all have the same capture. */
async function insertSessions(count: number): Promise<string[]> {
  const { db, newId } = server.context
  const ids = Array.from({ length: count }, () => newId())
  for (const id of ids) {
    const columns = sessionColumns(player.userId, { game_session_id: id })
    await recordSession(db, id, { ...recorded(columns, {}), captureKey })
  }
  return ids
}

const ask = (id: string, remoteAddress: string) =>
  server.app.inject({ url: `/api/Sessions/${id}/replay`, remoteAddress })

test('the replay of a session that has just ended is prepared before anybody opens it, others are not', async () => {
  const { files } = server.context
  const store = async (uid: bigint, clockMs: number) => {
    const race = createRace({ seed: 7, laps: 1, cars: 4, rateHz: 10, trackId: 22 })
    return sendRecording(server, player, seenBy(race, { playerCar: 1, uid, clockMs }))
  }
  const hasReplay = async (id: string) => {
    for await (const { key } of files.list(`replays/${id}.`)) {
      if (key.endsWith('/replay.json')) return true
    }
    return false
  }
  const old = await store(71n, 0)
  await whenTraced(server, old)
  const driven = await store(72n, Date.now() - LOBBY_START_MS - 10 * 60_000)
  await until(() => hasReplay(driven))
  assert.equal((await ask(driven, '192.0.2.3')).json().status, 'ready')
  assert.equal(await hasReplay(old), false)
})

const task = (name: string, key: string) => ({
  location: { dataDir: server.context.config.dataDir, s3Url: null },
  captureKey: key,
  folder: `replays/${name}`,
  version: '1',
  startedAtMs: 0,
  endedAtMs: 1,
  knownTrack: null,
  raceKind: null,
  identity: { id: name, internalSessionId: 1, userId: player.userId, userName: 'Max' },
})

test('addresses take turns: one replay does not wait for the four of another address', async () => {
  const begun: string[] = []
  const ended: string[] = []
  const all = Promise.withResolvers<void>()
  const preparing = createReplayQueue({
    captures: {
      ...createCaptureStore(server.context.files),
      async measure(key) {
        begun.push(key)
        return 1
      },
    },
    nowMs: Date.now,
    isStored: async () => false,
    async onReady() {},
    onFailure({ captureKey: key }) {
      ended.push(key)
      if (ended.length === OWNER_MAX + 1) all.resolve()
    },
  })
  const many = Array.from({ length: OWNER_MAX }, (_, n) => `no-such-file-${n}`)
  for (const key of many) assert.equal(preparing.progress(task(key, key), '192.0.2.1'), 0)
  assert.equal(preparing.progress(task('other', 'other'), '192.0.2.2'), 0)
  await all.promise
  assert.deepEqual(begun.slice(0, 2), [many[0], 'other'])
  assert.equal(ended.length, begun.length)
  await preparing.stop()
})

test('a replay that was stored while somebody asked for it is not made again', async () => {
  const steps: string[] = []
  // The first step settles the promise: nothing else would end the wait.
  const first = Promise.withResolvers<void>()
  const take = (step: string) => {
    steps.push(step)
    first.resolve()
  }
  const preparing = createReplayQueue({
    captures: {
      ...createCaptureStore(server.context.files),
      async measure() {
        take('its capture is measured')
        return null
      },
    },
    nowMs: Date.now,
    async isStored() {
      take('whether it is stored is asked')
      return true
    },
    async onReady() {},
    onFailure() {},
  })
  assert.equal(preparing.progress(task('stored', captureKey), '192.0.2.1'), 0)
  await first.promise
  await preparing.stop()
  assert.deepEqual(steps, ['whether it is stored is asked'])
})

test('a replay that takes too long is ended, and the next one is prepared', async () => {
  const limits = [1, 60_000]
  const ends: (string | Error)[] = []
  let ended = Promise.withResolvers<void>()
  const preparing = createReplayQueue({
    captures: createCaptureStore(server.context.files),
    nowMs: Date.now,
    isStored: async () => false,
    limitMsOf: () => limits.shift() ?? 0,
    async onReady(folder) {
      ends.push(folder)
      ended.resolve()
    },
    onFailure(_task, error) {
      assert.ok(error instanceof Error)
      ends.push(error)
      ended.resolve()
    },
  })
  const [slow, sound] = [task('slow', captureKey), task('sound', captureKey)]
  assert.equal(preparing.progress(slow, '192.0.2.1'), 0)
  await ended.promise
  assert.ok(ends[0] instanceof WorkerTimeoutError, `${ends[0]}`)
  assert.equal(preparing.hasFailed(slow.folder, Date.now()), true)
  ended = Promise.withResolvers()
  preparing.progress(sound, '192.0.2.1')
  await ended.promise
  assert.equal(ends[1], sound.folder)
  await preparing.stop()
})

test('the last 200 failures are remembered, for ten minutes', async () => {
  let failed = Promise.withResolvers<void>()
  const now = 1_000_000
  const preparing = createReplayQueue({
    captures: createCaptureStore(server.context.files),
    nowMs: () => now,
    isStored: async () => false,
    async onReady() {},
    onFailure: () => failed.resolve(),
  })
  const tasks = Array.from({ length: FAILURES_MAX + 1 }, (_, n) =>
    task(`gone-${n}`, 'no-such-file'),
  )
  for (const gone of tasks) {
    failed = Promise.withResolvers()
    assert.equal(preparing.progress(gone, '192.0.2.1'), 0)
    await failed.promise
    // The job leaves its queue after it has reported.
    await new Promise((resolve) => setImmediate(resolve))
  }
  const remembered = tasks.map(({ folder }) => preparing.hasFailed(folder, now))
  assert.deepEqual(
    remembered.map((has, place) => (has ? [] : [place])).flat(),
    [0],
    'the oldest one made room',
  )
  const last = tasks.at(-1)
  assert.ok(last)
  assert.equal(preparing.hasFailed(last.folder, now + FAILURE_MS), false)
  await preparing.stop()
})

// This test is the last one, because what it leaves in the queue ends with the server.
test('an address has four replays prepared at once, the server twenty; others are asked to wait', async (t) => {
  const ids = await insertSessions(WAITING_MAX + 2)
  const { files } = server.context
  const { stat } = files
  // No preparation gets further than the size of its capture while the test asks.
  const asking = Promise.withResolvers<void>()
  t.mock.method(files, 'stat', async (key: string) => {
    await asking.promise
    return stat(key)
  })
  const asked = ids.slice(0, OWNER_MAX + 1)
  const statuses = await Promise.all(asked.map((id) => ask(id, '2001:db8::1')))
  const refused = statuses.filter(({ statusCode }) => statusCode === 503)
  const accepted = statuses.filter(({ statusCode }) => statusCode === 200)
  assert.deepEqual([accepted.length, refused.length], [OWNER_MAX, 1])
  // Another address of the same IPv6 network has no share of its own.
  const [last, overall] = ids.slice(-2)
  assert.ok(last && overall)
  const neighbour = await ask(last, '2001:db8::2')
  assert.equal(neighbour.statusCode, 503)
  assert.ok(Number(neighbour.headers['retry-after']) > 0)

  const others = ids.slice(OWNER_MAX + 1, WAITING_MAX + 1)
  const answers = await Promise.all(
    others.map((id, place) => ask(id, `192.0.2.${Math.floor(place / OWNER_MAX)}`)),
  )
  assert.ok(answers.every(({ statusCode }) => statusCode === 200))
  assert.equal((await ask(overall, '198.51.100.1')).statusCode, 503, 'the server has its twenty')
  const first = asked[statuses.findIndex(({ statusCode }) => statusCode === 200)]
  assert.ok(first)
  const again = await ask(first, '198.51.100.1')
  assert.equal(again.statusCode, 200, 'one that is being prepared is everybody’s')
  asking.resolve()
})
