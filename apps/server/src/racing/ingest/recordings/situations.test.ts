import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import { gunzipSync } from 'node:zlib'
import type { LiveSession } from '@pitboard/contract/live/live'
import { applyMessage } from '@pitboard/contract/live/live-apply'
import type { ReplayChunk } from '@pitboard/contract/live/replay'
import { sampleOf } from '@pitboard/contract/testing/sample'
import { completeSituations } from '@pitboard/sim/scenario/draw'
import { findLiveFaults, type LiveMoment } from '@pitboard/sim/scenario/live'
import { START_MS } from '@pitboard/sim/scenario/options'
import { findFaults, liveMomentsOf } from '@pitboard/sim/scenario/record'
import { createScenario, type Scenario } from '@pitboard/sim/scenario/scenario'
import type { Situation } from '@pitboard/sim/setup/situations'
import { FORMATS } from '@pitboard/telemetry/formats/registry'
import { createLog } from '../../../platform/diagnostics/log.ts'
import { openTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { CHUNK_MS } from '../../live/timelines/timeline.ts'
import { createTimelines, type Timelines } from '../../live/timelines/timelines.ts'
import { readReplayFrames } from '../../replays/write-replay.ts'
import { reprocessSession } from '../../sessions/reprocess/reprocess.ts'
import { findCaptureKey } from '../../sessions/store/session-queries.ts'
import { createWorld, storedSession } from './recording.fixture.ts'

/**
 * Each of the situations has misled a rule of the session. The seeds of late starts are those in which a
 * replay has frames at whole seconds, with which it is compared.
 */
const cases: readonly (readonly [Situation, seed: number])[] = [
  ['outageOnInLap', 700],
  ['lateBetweenStops', 704],
  ['stopGo', 702],
  ['historiesMissing', 703],
  ['lapDataFirst', 704],
  ['seatReused', 705],
  ['rejoinedElsewhere', 706],
  ['rejoined', 707],
  ['ghosts', 708],
  ['lateOnFormationLap', 707],
  ['idleCars', 710],
]

let database: TestDatabase
before(async () => {
  database = await openTestDatabase()
})
after(() => database.close())

for (const [i, [situation, seed]] of sampleOf([...cases.entries()], 5)) {
  for (const format of sampleOf(FORMATS, 1, i)) {
    test(`${situation}, ${format}: live, rewound, stored, derived again and replayed as it was`, async (t) => {
      const isRace = situation !== 'ghosts'
      const scenario = createScenario({
        seed,
        format,
        rateHz: 10,
        cars: 6,
        laps: 3,
        kinds: [isRace ? 'race' : 'timeTrial'],
        situations: completeSituations([situation], isRace),
        lean: true,
      })
      await assertEqualEverywhere(t, scenario)
    })
  }
}

async function assertEqualEverywhere(t: TestContext, scenario: Scenario): Promise<void> {
  const clock = { nowMs: START_MS }
  const nowMs = () => clock.nowMs
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-situations-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const root = join(folder, 'timelines')
  const log = createLog('silent')
  const timelines = createTimelines({ root, log, nowMs })
  const world = await createWorld(t, database.db, { nowMs, timelines })
  const recording = await world.open()
  const stream = recording.stream(randomUUID())
  const shown: { readonly moment: LiveMoment; readonly atMs: number }[] = []
  // The stream is complete, as a console sends it: a moment of a thinned stream may be a tenth of a second older.
  const datagrams = [...scenario.datagrams()]
  const moments = liveMomentsOf(scenario)
  let next = 0

  async function showUntil(atMs: number): Promise<void> {
    for (;;) {
      const moment = moments[next]
      if (!moment || START_MS + moment.sentMs >= atMs) return
      next++
      // A session gets its room once it has its row.
      if (world.roomDirectory.rooms().length === 0) await recording.settled()
      const [room] = world.roomDirectory.rooms()
      assert.ok(room, `no room at ${moment.sentMs}`)
      clock.nowMs = Math.max(clock.nowMs, START_MS + moment.sentMs)
      room.tick(clock.nowMs)
      const timeline = timelines.find(room.id)?.describe()
      assert.ok(timeline)
      shown.push({ moment, atMs: timeline.durationMs })
    }
  }

  for (const [place, { atMs, bytes }] of datagrams.entries()) {
    await showUntil(START_MS + atMs)
    clock.nowMs = Math.max(clock.nowMs, START_MS + atMs)
    recording.push(stream, place + 1, START_MS + atMs, bytes)
  }
  await showUntil(Infinity)
  recording.finish(true)
  await recording.settled()
  const detail = await storedSession(database.db, world.userId)
  const others = { aborted: scenario.aborted, rejected: 0, liveFaults: [] }
  assert.deepEqual(findFaults(scenario, { sessions: [detail], ...others }), [], 'stored')

  await timelines.stop()
  const again = createTimelines({ root, log, nowMs })
  await again.load()
  assert.ok(shown.length > 5, `${shown.length} moments`)
  const rewound = await statesAt(
    again,
    detail.id,
    shown.map(({ atMs }) => atMs),
  )
  const isShown = ({ atMs }: { readonly atMs: number }) => rewound.get(atMs)
  assert.deepEqual(faultsOf(shown.map((one) => [one.moment, isShown(one)])), [], 'rewound')
  await again.stop()

  const { db } = database
  const usual = { dryRun: false, allowLoss: false }
  assert.deepEqual(await reprocessSession(db, world.captures, detail.id, usual), {
    kind: 'unchanged',
  })

  const captureKey = await findCaptureKey(db, detail.id)
  assert.ok(captureKey)
  const identity = { id: '', internalSessionId: 1, userId: '', userName: '' }
  const known = { track: null, raceKind: null }
  const replayed = new Map<number, LiveSession>()
  const frames = readReplayFrames(world.captures.read(captureKey), identity, known)
  for await (const { recordedAtMs, state } of frames) replayed.set(Math.round(recordedAtMs), state)
  const pairs = moments.flatMap((moment): [LiveMoment, LiveSession][] => {
    const state = replayed.get(Math.round(START_MS + moment.sentMs))
    return state ? [[moment, state]] : []
  })
  assert.ok(pairs.length > 2, `${pairs.length} moments of the replay`)
  assert.deepEqual(faultsOf(pairs), [], 'replayed')
  await recording.close()
}

function faultsOf(pairs: readonly (readonly [LiveMoment, LiveSession | undefined])[]): string[] {
  return pairs.flatMap(([moment, state]) =>
    state ? findLiveFaults(moment, state) : [`nothing at ${moment.sentMs}`],
  )
}

/** Reads the states as a player reads the stored timeline. */
async function statesAt(
  timelines: Timelines,
  id: string,
  moments: readonly number[],
): Promise<Map<number, LiveSession>> {
  const states = new Map<number, LiveSession>()
  const version = (await timelines.describe(id))?.version ?? ''
  for (const [number, inChunk] of Map.groupBy(moments, (atMs) => Math.floor(atMs / CHUNK_MS))) {
    const chunk = await timelines.readChunk(id, version, number)
    assert.ok(chunk, `no chunk ${number}`)
    const { messages }: ReplayChunk = JSON.parse(gunzipSync(chunk.bytes).toString())
    for (const atMs of inChunk) {
      let state: LiveSession | null = null
      for (const message of messages) if (message.at <= atMs) state = applyMessage(state, message)
      if (state) states.set(atMs, state)
    }
  }
  return states
}
