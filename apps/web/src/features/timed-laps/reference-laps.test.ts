import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeDelta } from '@pitboard/contract/live/live-delta'
import type { LiveSession } from '@pitboard/contract/live/live'
import type { StateMessage } from '@pitboard/contract/live/live-protocol'
import { aDriver, aSession } from '../../testing/a-session.ts'
import { aTrace } from '../../testing/a-trace.ts'
import { bestLapOf, lapOfTrace, readRunningLap, readStoredLap } from './reference-laps.ts'

const CHUNK_MS = 20_000
const LAP_MS = 90_000

/** Drives three laps of a car that drives alone: the out lap, one of 90 s, and the beginning of a third. */
function driveSession() {
  const states: LiveSession[] = []
  for (let atMs = 0; atMs < 140_000; atMs += 500) {
    const timeMs = atMs < 30_000 ? atMs + 60_000 : (atMs - 30_000) % LAP_MS
    const driver = aDriver({
      currentLapNumber: atMs < 30_000 ? 1 : atMs < 120_000 ? 2 : 3,
      currentLapTimeMs: timeMs,
      lastLapTimeMs: atMs < 30_000 ? null : atMs < 120_000 ? 95_000 : LAP_MS,
      lapDistance: Math.round(timeMs / 20),
      livePosition: { x: timeMs / 10, y: 0, z: 7 },
    })
    states.push(aSession({ version: states.length + 1, sessionTimeMs: atMs, drivers: [driver] }))
  }
  const chunks: StateMessage[][] = []
  for (const [place, state] of states.entries()) {
    const at = place * 500
    const before = states[place - 1]
    const isFirst = at % CHUNK_MS === 0
    if (isFirst || !before) chunks.push([{ t: 'snapshot', v: state.version, at, state }])
    else chunks.at(-1)?.push(encodeDelta(before, state, at))
  }
  const laps = [1, 2, 3].map((lapNum, place) => ({
    lapNum,
    atMs: [0, 30_000, 120_000][place] ?? 0,
  }))
  return { index: { laps, chunkMs: CHUNK_MS, chunks: chunks.length, durationMs: 140_000 }, chunks }
}

test('a page that is opened later reads the best lap from what the server has stored, and nothing else', async () => {
  const { index, chunks } = driveSession()
  const read: number[] = []
  const lap = await readStoredLap(index, { lapNum: 2, lapMs: LAP_MS }, async (number) => {
    read.push(number)
    return { messages: chunks[number] ?? [] }
  })
  assert.equal(lap?.lapMs, LAP_MS)
  assert.equal(lap.samples.length, LAP_MS / 500)
  assert.deepEqual(lap.samples[2], { metres: 50, timeMs: 1_000, x: 100, z: 7 })
  assert.deepEqual(read, [1, 2, 3, 4, 5, 6])
})

test('a page that is opened in the middle of a lap reads the beginning of that lap, and nothing else', async () => {
  const { index, chunks } = driveSession()
  const read: number[] = []
  const samples = await readRunningLap(index, 3, async (number) => {
    read.push(number)
    return { messages: chunks[number] ?? [] }
  })
  assert.deepEqual([samples[0]?.timeMs, samples.at(-1)?.timeMs, samples.length], [0, 19_500, 40])
  assert.deepEqual(read, [6])
  assert.deepEqual(await readRunningLap(index, 9, async () => ({ messages: [] })), [])
})

test('of a lap that has ended no later part is read', async () => {
  const { index, chunks } = driveSession()
  const read: number[] = []
  await readStoredLap(index, { lapNum: 1, lapMs: 95_000 }, async (number) => {
    read.push(number)
    return { messages: chunks[number] ?? [] }
  })
  assert.deepEqual(read, [0, 1])
})

for (const [parts, isRead] of [
  [20, true],
  [21, false],
] as const) {
  test(`a lap that lies in ${parts} parts is ${isRead ? 'read' : 'none that was driven in one go'}`, async () => {
    const laps = [2, 3].map((lapNum, at) => ({ lapNum, atMs: (at * (parts - 1) + 5) * CHUNK_MS }))
    const index = { laps, chunkMs: CHUNK_MS, chunks: 99, durationMs: 99 * CHUNK_MS }
    const read: number[] = []
    await readRunningLap(index, 2, async (number) => {
      read.push(number)
      return { messages: [] }
    })
    assert.equal(read.length, isRead ? parts : 0)
  })
}

test('a lap that the server has not stored from its beginning is no reference', async () => {
  const { index, chunks } = driveSession()
  const readChunk = async (number: number) => ({ messages: chunks[number] ?? [] })
  assert.equal(await readStoredLap(index, { lapNum: 1, lapMs: 95_000 }, readChunk), null)
  assert.equal(await readStoredLap(index, { lapNum: 2, lapMs: 89_000 }, readChunk), null)
  assert.equal(await readStoredLap(index, { lapNum: 9, lapMs: LAP_MS }, readChunk), null)
})

test('the best lap of a session is the fastest that counts', () => {
  const lapTimes = [92_000, 90_000, null, 91_000, 91_000].map((lapTime) => ({
    lapTime,
    invalidLap: lapTime === 90_000,
    sector1Time: null,
    sector2Time: null,
    sector3Time: null,
  }))
  assert.deepEqual(bestLapOf({ lapTimes }), { lapNum: 4, lapMs: 91_000 })
  const [slow, , unknown] = lapTimes
  assert.ok(slow && unknown)
  assert.deepEqual(bestLapOf({ lapTimes: [unknown, slow] }), { lapNum: 2, lapMs: 92_000 })
  assert.equal(bestLapOf({ lapTimes: [unknown] }), null)
  assert.equal(bestLapOf({ lapTimes: [] }), null)
})

test('a lap of the records is compared by its trace, without the places that nobody knows', () => {
  const channels = {
    timeMs: [0, 90, null, 270],
    positionXM: [1, 2, 3, 4],
    positionZM: [5, 6, 7, 8],
  }
  const distanceM = [0, 5, 10, 15]
  assert.deepEqual(lapOfTrace(aTrace({ distanceM, channels })), {
    lapMs: LAP_MS,
    samples: [
      { metres: 0, timeMs: 0, x: 1, z: 5 },
      { metres: 5, timeMs: 90, x: 2, z: 6 },
      { metres: 15, timeMs: 270, x: 4, z: 8 },
    ],
  })
  for (const change of [{ positionXM: null }, { positionZM: null }, { timeMs: null }]) {
    assert.equal(lapOfTrace(aTrace({ distanceM, channels: { ...channels, ...change } })), null)
  }
  assert.equal(lapOfTrace(aTrace({ distanceM, channels, lapTimeMs: null })), null)
})

const placesOf = (positionXM: (number | null)[], positionZM: (number | null)[]) => {
  const channels = { timeMs: [0, 90, 180], positionXM, positionZM }
  const lap = lapOfTrace(aTrace({ distanceM: [0, 5, 10], channels }))
  return lap?.samples.map(({ metres }) => metres) ?? null
}

test('a trace needs two places that are known on the track', () => {
  assert.deepEqual(placesOf([1, null, 3], [5, 6, 7]), [0, 10])
  assert.deepEqual(placesOf([1, 2, 3], [5, 6, null]), [0, 5])
  assert.equal(placesOf([1, null, 3], [5, 6, null]), null)
})
