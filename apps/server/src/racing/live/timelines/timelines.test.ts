import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { gunzipSync } from 'node:zlib'
import type { LiveSession } from '@pitboard/contract/live/live'
import { applyMessage } from '@pitboard/contract/live/live-apply'
import type { ReplayChunk } from '@pitboard/contract/live/replay'
import { sampleOfRuns } from '@pitboard/contract/testing/sample'
import fc from 'fast-check'
import { createLog } from '../../../platform/diagnostics/log.ts'
import { createDriving, type Driving } from '../driving.fixture.ts'
import type { Viewer } from '../rooms/audience.ts'
import { createRoom, type Room, TICK_MS } from '../rooms/room.ts'
import type { StoredTimeline } from './stored-timeline.ts'
import { CHUNK_MS } from './timeline.ts'
import { createTimelines, type TimelineLimits, type Timelines } from './timelines.ts'

const ID = '01900000-0000-7000-8000-000000000001'
const USER = '01900000-0000-7000-8000-000000000002'

/** Opens one server after the other on one disk, with a clock that the test moves. */
function openTimelines(t: TestContext, limits?: TimelineLimits) {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-timelines-'))
  const root = join(folder, 'timelines')
  const clock = { nowMs: 0 }
  const start = () =>
    createTimelines({
      root,
      log: createLog('silent'),
      nowMs: () => clock.nowMs,
      ...(limits && { limits }),
    })
  const timelines = start()
  const servers = [timelines]
  t.after(async () => {
    for (const server of servers) await server.stop()
    rmSync(folder, { recursive: true })
  })
  return {
    timelines,
    root,
    clock,
    /**
     * Restarts as after a crash: what it leaves is on disk already, and the earlier server does nothing more.
     */
    async restart(): Promise<Timelines> {
      const next = start()
      servers.push(next)
      await next.load()
      return next
    },
  }
}

async function readChunk(timeline: StoredTimeline, number: number): Promise<ReplayChunk> {
  const chunk = await timeline.readChunk(number)
  assert.ok(chunk)
  return JSON.parse(gunzipSync(chunk.bytes).toString())
}

/** Reads the state at a moment as a player does. */
async function stateAt(timeline: StoredTimeline, atMs: number): Promise<LiveSession | null> {
  const { messages } = await readChunk(timeline, Math.floor(atMs / CHUNK_MS))
  let state: LiveSession | null = null
  for (const message of messages) if (message.at <= atMs) state = applyMessage(state, message)
  return state
}

const viewer: Viewer = { send: () => {}, backlogBytes: () => 0, close: () => {} }

test('at any moment the timeline has the state that the room had, with viewers and without', async (t) => {
  const { timelines } = openTimelines(t)
  const step = fc.record({ dice: fc.nat(5_000), isWatched: fc.boolean(), pauseTicks: fc.nat(40) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 60 }), async (steps) => {
      const driving = createDriving(5)
      await timelines.remove(ID)
      const timeline = timelines.open(ID, USER)
      const room = createRoom(driving.source, 0, timeline)
      const states: [atMs: number, json: string][] = [[0, JSON.stringify(room.state(0))]]
      let nowMs = 0
      for (const { dice, isWatched, pauseTicks } of steps) {
        if (isWatched) room.join(viewer, nowMs)
        else room.leave(viewer)
        for (let tick = 0; tick <= pauseTicks; tick++) {
          nowMs += TICK_MS
          if (tick < 3) driving.step(TICK_MS, dice + tick)
          room.tick(nowMs)
          room.deliver(Infinity)
          states.push([nowMs, JSON.stringify(room.state(nowMs))])
        }
      }
      assert.equal(timeline.describe()?.durationMs, nowMs)
      for (const [atMs, json] of states.filter((_, place) => place % 7 === 0)) {
        assert.deepEqual(await stateAt(timeline, atMs), JSON.parse(json), `at ${atMs} ms`)
      }
    }),
    sampleOfRuns(5, 2),
  )
})

test('a silence of minutes, and a server that stood still, leave no gap between chunks', async (t) => {
  const { timelines } = openTimelines(t)
  const driving = createDriving(2)
  const timeline = timelines.open(ID, USER)
  const room = createRoom(driving.source, 0, timeline)
  driving.step(TICK_MS, 1)
  for (const nowMs of [400, 800, 55_000]) room.tick(nowMs)
  driving.step(TICK_MS, 2)
  room.tick(55_400)
  const replay = timeline.describe()
  assert.equal(replay?.chunks, 3)
  for (let number = 0; number < replay.chunks; number++) {
    const { messages } = await readChunk(timeline, number)
    const [first] = messages
    assert.equal(first?.t, 'snapshot')
    assert.equal(Math.floor((first?.at ?? 0) / CHUNK_MS), number)
  }
  assert.equal((await stateAt(timeline, 45_000))?.sessionTimeMs, TICK_MS)
  assert.equal((await stateAt(timeline, 55_400))?.sessionTimeMs, 2 * TICK_MS)
})

test('the index has when the leader began each lap, and when each event appeared', async (t) => {
  const { timelines } = openTimelines(t)
  const driving = createDriving(2)
  const timeline = timelines.open(ID, USER)
  const room = createRoom(driving.source, 0, timeline)
  for (const [nowMs, dice] of [
    [400, 1],
    [800, 5],
    [1200, 2],
    [1600, 10],
  ] as const) {
    driving.step(TICK_MS, dice)
    room.tick(nowMs)
  }
  assert.deepEqual(timeline.describe()?.events, [
    { seq: 1, kind: 'overtake', atMs: 800 },
    { seq: 2, kind: 'overtake', atMs: 1600 },
  ])
})

test('files are removed some minutes after the end', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { timelines, root } = openTimelines(t)
  const timeline = timelines.open(ID, USER)
  createRoom(createDriving(2).source, 0, timeline).tick(2 * CHUNK_MS)
  await readChunk(timeline, 0)
  timelines.retire(ID)
  t.mock.timers.tick(9 * 60_000)
  assert.equal(timelines.find(ID), timeline)
  t.mock.timers.tick(60_000)
  assert.equal(timelines.find(ID), null)
  await timelines.stop()
  assert.deepEqual(readdirSync(root), [])
})

/** Drives for this many seconds and returns the states by moment. */
function driveFor(
  seconds: number,
  { room, driving, clock }: Driven,
): readonly [atMs: number, json: string][] {
  const states: [number, string][] = []
  for (let tick = 0; tick < seconds * 10; tick++) {
    clock.nowMs += TICK_MS
    driving.step(TICK_MS, tick * 7)
    room.tick(clock.nowMs)
    room.deliver(Infinity)
    states.push([clock.nowMs, JSON.stringify(room.state(clock.nowMs))])
  }
  return states
}

interface Driven {
  readonly room: Room
  readonly driving: Driving
  readonly clock: { nowMs: number }
}

function openRoom(timeline: StoredTimeline, clock: { nowMs: number }, driving: Driving): Driven {
  const room = createRoom(driving.source, clock.nowMs, timeline)
  room.join(viewer, clock.nowMs)
  return { room, driving, clock }
}

for (const [how, isCrash] of [
  ['a crash', true],
  ['a stop', false],
] as const) {
  test(`after ${how} the timeline goes on: every moment before and after it can be played`, async (t) => {
    const { timelines, clock, restart } = openTimelines(t)
    const driving = createDriving(5)
    const first = timelines.open(ID, USER)
    const before = driveFor(47, openRoom(first, clock, driving))
    if (isCrash) await first.written()
    else await timelines.stop()
    clock.nowMs += 15_000
    const server = await restart()
    const second = server.open(ID, USER)
    assert.equal(second.version, first.version)
    const after = driveFor(30, openRoom(second, clock, driving))
    const stored = isCrash ? before.slice(0, -15) : before
    for (const [atMs, json] of [...stored, ...after].filter((_, place) => place % 13 === 0)) {
      assert.deepEqual(await stateAt(second, atMs), JSON.parse(json), `at ${atMs} ms`)
    }
    const between = await stateAt(second, 55_000)
    assert.equal(between?.receiving, false, 'nothing was received meanwhile')
    const versions = [...before, ...after].map(([, json]) => JSON.parse(json).version)
    assert.deepEqual(
      versions,
      versions.toSorted((a, b) => a - b),
    )
    assert.equal(server.find(ID)?.describe()?.durationMs, 92_000)
  })
}

test('what an earlier server left is removed some minutes after the start, and at once where it is no timeline', async (t) => {
  const { timelines, root, clock, restart } = openTimelines(t)
  driveFor(25, openRoom(timelines.open(ID, USER), clock, createDriving(2)))
  await timelines.stop()
  for (const name of ['notes', `${USER}.empty`]) mkdirSync(join(root, name))
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const server = await restart()
  assert.deepEqual(server.ids(), [ID])
  assert.equal(readdirSync(root).length, 1)
  t.mock.timers.tick(10 * 60_000)
  await server.stop()
  assert.deepEqual(readdirSync(root), [])
})

test('a timeline of an earlier live protocol is not played: its messages would make wrong states', async (t) => {
  const { timelines, root, clock, restart } = openTimelines(t)
  driveFor(25, openRoom(timelines.open(ID, USER), clock, createDriving(2)))
  await timelines.stop()
  const [name = ''] = readdirSync(root)
  const path = join(root, name, 'index.json')
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), protocol: 1 }))
  const server = await restart()
  assert.deepEqual(server.ids(), [])
  assert.deepEqual(readdirSync(root), [])
})

test('a clock that is set by hours neither ends a timeline nor fills it', async (t) => {
  const { timelines, clock } = openTimelines(t)
  const timeline = timelines.open(ID, USER)
  const driven = openRoom(timeline, clock, createDriving(2))
  driveFor(5, driven)
  clock.nowMs += 5 * 60 * 60_000
  driveFor(5, driven)
  clock.nowMs -= 9 * 60 * 60_000
  driveFor(5, driven)
  const replay = timeline.describe()
  assert.equal(replay?.chunks, 4)
  assert.ok(Math.abs((replay?.durationMs ?? 0) - 75_000) <= 2 * TICK_MS, `${replay?.durationMs} ms`)
})

test('without viewers a clock that is set back does not stop the timeline', async (t) => {
  const { timelines, clock } = openTimelines(t)
  const timeline = timelines.open(ID, USER)
  const driven = openRoom(timeline, clock, createDriving(2))
  driven.room.leave(viewer)
  clock.nowMs -= 60 * 60_000
  driveFor(5, driven)
  assert.ok((timeline.describe()?.durationMs ?? 0) >= 4_000)
})

test('above a limit the user with most data loses their oldest parts, and the index says so', async (t) => {
  const others = [1, 2].map((n) => `01900000-0000-7000-8000-00000000001${n}`)
  const { timelines, clock } = openTimelines(t, { userBytesMax: 40_000, totalBytesMax: 90_000 })
  const large = timelines.open(ID, USER)
  const driven = openRoom(large, clock, createDriving(20))
  for (let seconds = 0; seconds < 200; seconds += 20) {
    driveFor(20, driven)
    await large.written()
  }
  for (const id of others) {
    const timeline = timelines.open(id, id)
    driveFor(25, openRoom(timeline, clock, createDriving(20)))
    await timeline.written()
  }
  const bytes = [ID, ...others].map((id) => timelines.find(id)?.bytes() ?? 0)
  t.diagnostic(`${bytes.join()} bytes`)
  assert.ok(large.bytes() <= 40_000, `${large.bytes()} bytes`)
  assert.ok(bytes.reduce((sum, each) => sum + each, 0) <= 90_000, `${bytes.join()} bytes`)
  const { fromMs = 0 } = large.describe() ?? {}
  assert.ok(fromMs > 0)
  assert.equal(await large.readChunk(0), null)
  assert.equal((await readChunk(large, fromMs / CHUNK_MS)).messages[0]?.t, 'snapshot')
  for (const id of others) assert.equal(timelines.find(id)?.describe()?.fromMs, 0)
})

test('a timeline that the disk has ended begins again once the disk is back, and is played from there on', async (t) => {
  const { timelines, clock, root } = openTimelines(t)
  const driving = createDriving(5)
  const timeline = timelines.open(ID, USER)
  const driven = openRoom(timeline, clock, driving)
  driveFor(21, driven)
  await timeline.written()
  const { version } = timeline
  // A file takes the place of its folder, so that not even root can write anything.
  await timeline.written()
  rmSync(root, { recursive: true })
  writeFileSync(root, '')
  driveFor(1, driven)
  await timeline.written()
  assert.equal(timeline.describe(), null)
  rmSync(root)
  driveFor(5, driven)
  const states = driveFor(47, driven)
  await timeline.written()
  const replay = timelines.find(ID)?.describe()
  assert.ok(replay)
  assert.notEqual(replay.version, version)
  assert.ok(replay.fromMs <= (states[0]?.[0] ?? 0))
  for (const [atMs, json] of states.filter((_, place) => place % 31 === 0)) {
    assert.deepEqual(await stateAt(timeline, atMs), JSON.parse(json), `at ${atMs} ms`)
  }
})
