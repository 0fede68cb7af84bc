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
