import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { gunzipSync } from 'node:zlib'
import type { LiveSession } from '@pitboard/contract/live/live'
import { applyMessage } from '@pitboard/contract/live/live-apply'
import type { ReplayChunk } from '@pitboard/contract/live/replay'
import fc from 'fast-check'
import { createLog } from '../../platform/diagnostics/log.ts'
import { createDriving } from './driving.fixture.ts'
import { createRoom, TICK_MS, type Viewer } from './room.ts'
import type { StoredTimeline } from './stored-timeline.ts'
import { CHUNK_MS } from './timeline.ts'
import { createTimelines } from './timelines.ts'

const ID = '01900000-0000-7000-8000-000000000001'

function openTimelines(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-timelines-'))
  let nowMs = 0
  const root = join(folder, 'timelines')
  const timelines = createTimelines(root, createLog('silent'), () => nowMs++)
  t.after(async () => {
    await timelines.stop()
    rmSync(folder, { recursive: true })
  })
  return { timelines, root }
}

async function readChunk(timeline: StoredTimeline, number: number): Promise<ReplayChunk> {
  const chunk = await timeline.readChunk(number)
  assert.ok(chunk)
  return JSON.parse(gunzipSync(chunk.bytes).toString())
}

/** As a player does. */
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
      const timeline = timelines.open(ID)
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
    { numRuns: 5 },
  )
})

test('a silence of minutes, and a server that stood still, leave no gap between chunks', async (t) => {
  const { timelines } = openTimelines(t)
  const driving = createDriving(2)
  const timeline = timelines.open(ID)
  const room = createRoom(driving.source, 0, timeline)
  driving.step(TICK_MS, 1)
  for (const nowMs of [400, 800, 95_000]) room.tick(nowMs)
  driving.step(TICK_MS, 2)
  room.tick(95_400)
  const replay = timeline.describe()
  assert.equal(replay?.chunks, 5)
  for (let number = 0; number < replay.chunks; number++) {
    const { messages } = await readChunk(timeline, number)
    const [first] = messages
    assert.equal(first?.t, 'snapshot')
    assert.equal(Math.floor((first?.at ?? 0) / CHUNK_MS), number)
  }
  assert.equal((await stateAt(timeline, 60_000))?.sessionTimeMs, TICK_MS)
  assert.equal((await stateAt(timeline, 95_400))?.sessionTimeMs, 2 * TICK_MS)
})

test('the index has when the leader began each lap, and when each event appeared', async (t) => {
  const { timelines } = openTimelines(t)
  const driving = createDriving(2)
  const timeline = timelines.open(ID)
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

test('files are removed some minutes after the end, and with a new timeline of the session', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { timelines, root } = openTimelines(t)
  const folderOf = ({ version }: StoredTimeline) => join(root, `${ID}.${version}`)
  const first = timelines.open(ID)
  createRoom(createDriving(2).source, 0, first).tick(2 * CHUNK_MS)
  await readChunk(first, 0)
  const second = timelines.open(ID)
  createRoom(createDriving(2).source, 0, second).tick(2 * CHUNK_MS)
  await readChunk(second, 0)
  timelines.retire(ID)
  t.mock.timers.tick(9 * 60_000)
  assert.equal(timelines.find(ID), second)
  t.mock.timers.tick(60_000)
  assert.equal(timelines.find(ID), null)
  await timelines.stop()
  assert.deepEqual([existsSync(folderOf(first)), existsSync(folderOf(second))], [false, false])
})
