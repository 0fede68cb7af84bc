import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aDriver, aSession } from '../../testing/a-session.ts'
import { createLapRecorder, deltasTo, placeAtTime } from './lap-recorder.ts'

interface DrivenLap {
  readonly lapNumber: number
  readonly lapMs: number
  readonly fromMs?: number
  readonly untilMs?: number
  readonly isInvalid?: boolean
  readonly lastLapMs?: number | null
  readonly id?: string
}

const LENGTH = 5_000

/** Drives a car at an even speed on a straight, once a second. */
function driveLap(
  recorder: ReturnType<typeof createLapRecorder>,
  {
    lapNumber,
    lapMs,
    fromMs = 0,
    untilMs = lapMs,
    isInvalid = false,
    lastLapMs = null,
    id = 'one',
  }: DrivenLap,
) {
  for (let timeMs = fromMs; timeMs < untilMs; timeMs += 1000) {
    const metres = (timeMs / lapMs) * LENGTH
    const driver = aDriver({
      currentLapNumber: lapNumber,
      currentLapTimeMs: timeMs,
      currentLapInvalid: isInvalid,
      lastLapTimeMs: lastLapMs,
      lapDistance: metres,
      livePosition: { x: metres, y: 0, z: 7 },
    })
    recorder.push(aSession({ id, drivers: [driver] }))
  }
}

describe('the best lap that was seen', () => {
  for (const [title, first, isReference] of [
    ['is a whole one', {}, true],
    ['is none that was joined later', { fromMs: 4_000 }, false],
    ['is none that does not count', { isInvalid: true }, false],
    ['is none of another session', { id: 'other' }, false],
  ] as const) {
    test(title, () => {
      const recorder = createLapRecorder()
      driveLap(recorder, { lapNumber: 1, lapMs: 90_000, ...first })
      driveLap(recorder, { lapNumber: 2, lapMs: 91_000, untilMs: 3_000, lastLapMs: 90_000 })
      assert.equal(recorder.best()?.lapMs ?? null, isReference ? 90_000 : null)
    })
  }

  test('has no gap, and a slower one does not replace it', () => {
    const recorder = createLapRecorder()
    driveLap(recorder, { lapNumber: 1, lapMs: 90_000 })
    driveLap(recorder, { lapNumber: 2, lapMs: 91_000, lastLapMs: 90_000 })
    driveLap(recorder, { lapNumber: 3, lapMs: 80_000, untilMs: 30_000, lastLapMs: 91_000 })
    driveLap(recorder, { lapNumber: 3, lapMs: 80_000, fromMs: 33_000, lastLapMs: 91_000 })
    driveLap(recorder, { lapNumber: 4, lapMs: 80_000, untilMs: 2_000, lastLapMs: 80_000 })
    assert.equal(recorder.best()?.lapMs, 90_000)
  })
})

test('the running lap is compared at the same place, and the reference is shown at the same time', () => {
  const recorder = createLapRecorder()
  driveLap(recorder, { lapNumber: 1, lapMs: 100_000 })
  driveLap(recorder, { lapNumber: 2, lapMs: 90_000, untilMs: 10_000, lastLapMs: 100_000 })
  const best = recorder.best()
  assert.ok(best)
  const last = deltasTo(best, recorder.current()).at(-1)
  assert.equal(last?.metres, 500)
  assert.equal(Math.round(last.deltaMs), -1_000)
  assert.deepEqual(placeAtTime(best, 9_500), { x: 475, z: 7 })
  assert.equal(placeAtTime(best, 100_001), null)
})

test('after a flashback the lap has what is driven again alone', () => {
  const recorder = createLapRecorder()
  driveLap(recorder, { lapNumber: 1, lapMs: 90_000, untilMs: 20_000 })
  driveLap(recorder, { lapNumber: 1, lapMs: 90_000, fromMs: 12_000, untilMs: 13_000 })
  assert.equal(recorder.current().at(-1)?.timeMs, 12_000)
  assert.equal(recorder.current().length, 13)
})

test('before anything is seen there is no lap', () => {
  const recorder = createLapRecorder()
  recorder.push(aSession({ drivers: [] }))
  assert.deepEqual([recorder.best(), recorder.current(), recorder.missed()], [null, [], null])
})

for (const [fromMs, isWhole] of [
  [1_000, true],
  [3_000, true],
  [3_001, false],
] as const) {
  test(`a lap that is seen from ${fromMs} ms on is ${isWhole ? 'a whole one' : 'joined later'}`, () => {
    const recorder = createLapRecorder()
    driveLap(recorder, { lapNumber: 1, lapMs: 90_000, fromMs })
    assert.equal(recorder.missed()?.untilMs ?? null, isWhole ? null : fromMs)
    driveLap(recorder, { lapNumber: 2, lapMs: 91_000, untilMs: 1_000, lastLapMs: 90_000 })
    assert.equal(recorder.best()?.lapMs ?? null, isWhole ? 90_000 : null)
  })
}

for (const [rule, next] of [
  ['whose time is unknown', { lapNumber: 2, lastLapMs: null }],
  ['after which another one was missed', { lapNumber: 3, lastLapMs: 88_000 }],
  ['of a former session', { lapNumber: 1, lastLapMs: 88_000, id: 'two' }],
] as const) {
  test(`a lap ${rule} is no reference`, () => {
    const recorder = createLapRecorder()
    driveLap(recorder, { lapNumber: 1, lapMs: 90_000 })
    driveLap(recorder, { lapMs: 91_000, untilMs: 2_000, ...next })
    assert.equal(recorder.best(), null)
  })
}

test('of two laps that are as fast the first one stays the reference', () => {
  const recorder = createLapRecorder()
  driveLap(recorder, { lapNumber: 1, lapMs: 90_000 })
  driveLap(recorder, { lapNumber: 2, lapMs: 90_000, lastLapMs: 90_000 })
  const first = recorder.best()
  driveLap(recorder, { lapNumber: 3, lapMs: 90_000, untilMs: 1_000, lastLapMs: 90_000 })
  assert.equal(recorder.best(), first)
})

/** Pushes a car at this time of its first lap. */
function pushAt(
  recorder: ReturnType<typeof createLapRecorder>,
  timeMs: number | null,
  known: Parameters<typeof aDriver>[0] = {},
) {
  const driver = aDriver({
    currentLapNumber: 1,
    currentLapTimeMs: timeMs,
    lapDistance: (timeMs ?? 0) / 20,
    livePosition: { x: 1, y: 0, z: 7 },
    ...known,
  })
  recorder.push(aSession({ id: 'one', drivers: [driver] }))
}

test('a moment of which something is unknown is left out, and so is one before the line', () => {
  const recorder = createLapRecorder()
  pushAt(recorder, 0)
  pushAt(recorder, null)
  pushAt(recorder, 1_000, { lapDistance: null })
  pushAt(recorder, 1_000, { livePosition: null })
  pushAt(recorder, 1_000, { lapDistance: -1 })
  pushAt(recorder, 2_000)
  assert.deepEqual(
    recorder.current().map(({ timeMs }) => timeMs),
    [0, 2_000],
  )
})

test('a lap has each moment once, and no more than the longest lap', () => {
  const recorder = createLapRecorder()
  for (const timeMs of [0, 100, 100, 100, 200]) pushAt(recorder, timeMs)
  assert.equal(recorder.current().length, 3)
  for (let tick = 3; tick < 4_100; tick++) pushAt(recorder, tick * 100)
  assert.equal(recorder.current().length, 4_000)
})

for (const [gapMs, isWhole] of [
  [3_000, true],
  [3_001, false],
] as const) {
  test(`a lap of which ${gapMs} ms were not seen is ${isWhole ? 'a whole one' : 'no reference'}`, () => {
    const recorder = createLapRecorder()
    pushAt(recorder, 0)
    pushAt(recorder, gapMs)
    pushAt(recorder, 0, { currentLapNumber: 2, lastLapTimeMs: 5_000 })
    assert.equal(recorder.best()?.lapMs ?? null, isWhole ? 5_000 : null)

    const joined = createLapRecorder()
    pushAt(joined, 20_000)
    const missed = joined.missed()
    assert.ok(missed)
    const samples = [1_000, 20_000 - gapMs].map((timeMs) => ({ metres: 0, timeMs, x: 0, z: 0 }))
    joined.fill(missed, isWhole ? [...evenly(1_000, 17_000), ...samples.slice(1)] : samples)
    pushAt(joined, 0, { currentLapNumber: 2, lastLapTimeMs: 21_000 })
    assert.equal(joined.best()?.lapMs ?? null, isWhole ? 21_000 : null)
  })
}

function evenly(fromMs: number, untilMs: number) {
  return Array.from({ length: (untilMs - fromMs) / 1_000 }, (_, step) => {
    return { metres: 0, timeMs: fromMs + step * 1_000, x: 0, z: 0 }
  })
}

const STRAIGHT = {
  lapMs: 100,
  samples: [
    { metres: 10, timeMs: 10, x: 100, z: 10 },
    { metres: 20, timeMs: 30, x: 140, z: 30 },
    { metres: 40, timeMs: 70, x: 220, z: 70 },
    { metres: 50, timeMs: 120, x: 220, z: 80 },
  ],
}

for (const [timeMs, place] of [
  [9, null],
  [15, { x: 110, z: 15 }],
  [30, { x: 140, z: 30 }],
  [35, { x: 150, z: 35 }],
  [100, { x: 220, z: 76 }],
  [101, null],
] as const) {
  test(`at ${timeMs} ms the reference is ${place ? `at ${place.x}, ${place.z}` : 'nowhere'}`, () => {
    assert.deepEqual(placeAtTime(STRAIGHT, timeMs), place)
  })
}

test('the reference has an end at its last sample, and none without samples', () => {
  const [first, second] = STRAIGHT.samples
  assert.ok(first && second)
  const short = { lapMs: 100, samples: [first, second] }
  assert.deepEqual(placeAtTime(short, 30), { x: 140, z: 30 })
  assert.equal(placeAtTime(short, 31), null)
  assert.equal(placeAtTime({ lapMs: 100, samples: [] }, 31), null)
})

test('a lap is compared where the reference is known, and there alone', () => {
  const lap = [9.9, 10, 15, 20, 30, 47.5, 50, 50.1].map((metres) => {
    return { metres, timeMs: 100, x: 0, z: 0 }
  })
  assert.deepEqual(deltasTo(STRAIGHT, lap), [
    { metres: 10, deltaMs: 90 },
    { metres: 15, deltaMs: 80 },
    { metres: 20, deltaMs: 70 },
    { metres: 30, deltaMs: 50 },
    { metres: 47.5, deltaMs: -7.5 },
    { metres: 50, deltaMs: -20 },
  ])
  assert.deepEqual(deltasTo({ lapMs: 100, samples: [] }, lap), [])
  assert.deepEqual(deltasTo({ lapMs: 100, samples: STRAIGHT.samples.slice(0, 1) }, lap), [])
})

/** Sees a lap from its 40th second on; `samples` is what was driven until its 42nd. */
function joinLap() {
  const [earlier, recorder] = [createLapRecorder(), createLapRecorder()]
  driveLap(earlier, { lapNumber: 1, lapMs: 90_000, untilMs: 42_000 })
  driveLap(recorder, { lapNumber: 1, lapMs: 90_000, fromMs: 40_000, untilMs: 45_000 })
  const missed = recorder.missed()
  assert.deepEqual(missed, { sessionId: 'one', lapNum: 1, untilMs: 40_000 })
  return { recorder, missed, samples: earlier.current() }
}

/** Returns the time of the lap if it is a whole one. */
function finish(recorder: ReturnType<typeof createLapRecorder>): number | null {
  driveLap(recorder, { lapNumber: 1, lapMs: 90_000, fromMs: 45_000 })
  driveLap(recorder, { lapNumber: 2, lapMs: 91_000, untilMs: 3_000, lastLapMs: 90_000 })
  return recorder.best()?.lapMs ?? null
}

describe('a lap that was joined in its middle', () => {
  test('gets what was driven before, each moment once, and is a whole one then', () => {
    const { recorder, missed, samples } = joinLap()
    recorder.fill(missed, samples)
    assert.deepEqual(
      recorder.current().map(({ timeMs }) => timeMs),
      Array.from({ length: 45 }, (_, second) => second * 1000),
    )
    assert.equal(recorder.missed(), null)
    assert.equal(finish(recorder), 90_000)
  })

  test('is no whole one where something between is unknown', () => {
    const { recorder, missed, samples } = joinLap()
    recorder.fill(missed, samples.slice(0, 30))
    assert.equal(recorder.current().length, 35)
    assert.equal(finish(recorder), null)
  })

  for (const [rule, change] of [
    ['another session', { sessionId: 'two' }],
    ['another lap', { lapNum: 2 }],
    ['another moment', { untilMs: 41_000 }],
  ] as const) {
    test(`gets nothing of ${rule}`, () => {
      const { recorder, missed, samples } = joinLap()
      const { fill } = recorder
      fill({ ...missed, ...change }, samples)
      assert.deepEqual([recorder.current().length, recorder.missed()], [5, missed])
    })
  }

  for (const [first, isWhole] of [
    [3, true],
    [4, false],
  ] as const) {
    test(`is ${isWhole ? 'a whole one' : 'not whole'} where it is known from ${first} s on`, () => {
      const { recorder, missed, samples } = joinLap()
      recorder.fill(missed, samples.slice(first))
      assert.equal(finish(recorder), isWhole ? 90_000 : null)
    })
  }

  test('stays as it is where the answer comes too late, or nothing is known', () => {
    const { recorder, missed, samples } = joinLap()
    recorder.fill(missed, [])
    assert.deepEqual(recorder.missed(), missed)
    driveLap(recorder, { lapNumber: 2, lapMs: 91_000, untilMs: 3_000, lastLapMs: 90_000 })
    recorder.fill(missed, samples)
    assert.equal(recorder.current().length, 3)
    assert.equal(recorder.missed(), null)
  })
})
