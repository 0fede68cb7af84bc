import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detailOf, driverIn, play } from '../../testing/play.ts'
import { createGame } from '../../testing/scripted-game.ts'
import type { LapCar } from './state/state.ts'

/** A step has the seconds since the packet before, and what changes in the timing of the car. */
type Step = readonly [seconds: number, changes: Partial<LapCar>]

function carAfter(...steps: readonly Step[]) {
  const game = createGame()
  game.session()
  game.participants()
  game.lapData({ 0: { currentLapNum: 3, currentLapTimeMs: 1_000 } })
  game.wait(60)
  game.lapData({ 0: { currentLapTimeMs: 61_000 } })
  for (const [seconds, changes] of steps) {
    game.wait(seconds)
    game.lapData({ 0: changes })
  }
  return driverIn(detailOf(play(game.sent).opened[0]), 0)
}

function stopsAfter(...steps: readonly Step[]) {
  return carAfter(...steps).pitStops
}

const INTO_LANE: Step = [1, { pitStatus: 1, pitLaneTimerActive: 1, pitLaneTimeMs: 100 }]
const STANDING: Step = [
  1,
  { pitStatus: 2, pitLaneTimeMs: 10_000, pitStopTimeMs: 2_000, numPitStops: 1 },
]
const GONE = { pitStatus: 0, pitLaneTimerActive: 0, pitLaneTimeMs: 0, pitStopTimeMs: 0 }
const LAP_3 = { lapNum: 3, pitLaneTimeMs: 10_000, stopTimeMs: 2_000 }

/** Returns the stop time of a car that rolled for this long after its stop, and whose exit was not seen. */
function stopTimeAfter(rolledMs: number) {
  const rolling: Step = [0.2, { pitLaneTimeMs: 10_000 + rolledMs }]
  return stopsAfter(INTO_LANE, STANDING, rolling, [5, GONE])[0]?.stopTimeMs
}

/** Returns the lap of the stop of a car on lap 3 that is first seen in the lane. */
function lapOfEntry(pitLaneTimeMs: number, currentLapTimeMs: number) {
  const inLane = { pitStatus: 1, pitLaneTimeMs, currentLapTimeMs, numPitStops: 0 }
  const stopped = { pitStatus: 2, pitStopTimeMs: 2_000, numPitStops: 1 }
  return stopsAfter([1, inLane], [0.1, stopped], [0.1, GONE])[0]?.lapNum
}

/** The car is in the lane again on lap 4. */
function again(seconds: number, pitLaneTimeMs: number): Step {
  const lap = { currentLapNum: 4, currentLapTimeMs: 70_000 }
  return [seconds, { pitStatus: 1, pitLaneTimeMs, pitStopTimeMs: 0, ...lap }]
}

test('R11 the timers are final if the exit is seen within half a second', () => {
  assert.deepEqual(stopsAfter(INTO_LANE, STANDING, [0.5, GONE]), [LAP_3])
  assert.deepEqual(stopsAfter(INTO_LANE, STANDING, [0.51, GONE]), [
    { lapNum: 3, pitLaneTimeMs: null, stopTimeMs: null },
  ])
})

test('R11 the game shows the final timers for a while after the exit', () => {
  const held = { ...GONE, pitLaneTimeMs: 21_000, pitStopTimeMs: 2_400 }
  assert.deepEqual(stopsAfter(INTO_LANE, STANDING, [5, held]), [
    { lapNum: 3, pitLaneTimeMs: 21_000, stopTimeMs: 2_400 },
  ])
  assert.deepEqual(stopsAfter(INTO_LANE, STANDING, [5, { ...held, pitLaneTimeMs: 10_000 }]), [
    { ...LAP_3, stopTimeMs: 2_400 },
  ])
  for (const other of [{ pitLaneTimerActive: 1 }, { pitLaneTimeMs: 9_999 }]) {
    const [stop] = stopsAfter(INTO_LANE, STANDING, [5, { ...held, ...other }])
    assert.equal(stop?.pitLaneTimeMs, null)
  }
})

test('R11 without a seen exit the stop time is known if its timer stood for 0.3 s', () => {
  assert.equal(stopTimeAfter(300), 2_000)
  assert.equal(stopTimeAfter(299), null)
})

test('R11 a car that is first seen in the lane came in on the lap before, if it was there longer', () => {
  assert.equal(lapOfEntry(5_000, 5_000), 3)
  assert.equal(lapOfEntry(5_001, 5_000), 2)
})

test('R11 after an outage of more than 2 s a shorter time in the lane is another visit', () => {
  const last: Step = [0.1, { pitStatus: 2, pitStopTimeMs: 3_000, numPitStops: 2 }]
  const lapsOf = (step: Step) =>
    stopsAfter(INTO_LANE, STANDING, step, last, [0.1, GONE]).map(({ lapNum }) => lapNum)
  assert.deepEqual(lapsOf(again(60, 59_999)), [3, 4])
  assert.deepEqual(lapsOf(again(2.01, 2_000)), [3, 4])
  assert.deepEqual(lapsOf(again(2, 1_999)), [3])
  assert.deepEqual(lapsOf(again(60, 60_000)), [3])
})

test('R11 the timers of a car that is out stand still: an outage since makes no second visit of it', () => {
  const out: Partial<LapCar> = { resultStatus: 7, pitLaneTimeMs: 12_000 }
  const seen = stopsAfter(INTO_LANE, STANDING, [20, { pitStatus: 1, ...out }], [0.1, GONE])
  assert.deepEqual(
    seen.map(({ lapNum }) => lapNum),
    [3],
  )
  const later = { ...out, pitLaneTimeMs: 5_000, numPitStops: 2 }
  assert.equal(stopsAfter(INTO_LANE, STANDING, [20, later], [0.1, GONE]).length, 2)
})

test('R11 a visit in which the car retires is a stop only if the game counts it', () => {
  const inBox: Step = [1, { pitStatus: 2, pitLaneTimeMs: 10_000, pitStopTimeMs: 2_000 }]
  assert.equal(stopsAfter(INTO_LANE, inBox, [0.1, GONE]).length, 1)
  assert.equal(stopsAfter(INTO_LANE, inBox, [0.1, { ...GONE, resultStatus: 3 }]).length, 1)
  assert.equal(stopsAfter(INTO_LANE, inBox, [0.1, { ...GONE, resultStatus: 7 }]).length, 0)
  const counted = { ...GONE, resultStatus: 7, numPitStops: 1 }
  assert.equal(stopsAfter(INTO_LANE, inBox, [0.1, counted]).length, 1)
})

test('R25 a served stop-and-go is no stop, in the lane or after the exit, unless the game counts it', () => {
  const punished: Step = [0.1, { numUnservedStopGoPens: 1 }]
  const inBox: Step = [1, { pitStatus: 2, pitLaneTimeMs: 10_000, pitStopTimeMs: 2_000 }]
  const served = { numUnservedStopGoPens: 0 }
  const out: Step = [0.1, GONE]
  assert.equal(stopsAfter(punished, INTO_LANE, inBox, out).length, 1)
  assert.equal(stopsAfter(punished, INTO_LANE, inBox, [0.1, { ...GONE, ...served }]).length, 0)
  assert.equal(stopsAfter(punished, INTO_LANE, inBox, out, [0.5, served]).length, 0)
  const both = { ...served, numPitStops: 1 }
  assert.equal(stopsAfter(punished, INTO_LANE, inBox, [0.1, { ...GONE, ...both }]).length, 1)
  assert.equal(stopsAfter(punished, INTO_LANE, inBox, out, [0.5, both]).length, 1)
})

test('R11 a drive-through that the game counts later is a stop, up to an outage of 2 s', () => {
  const through: Step = [1, { pitStatus: 1, pitLaneTimeMs: 10_000 }]
  const out: Step = [0.1, GONE]
  const counted = { numPitStops: 1 }
  assert.equal(stopsAfter(INTO_LANE, through, out).length, 0)
  assert.equal(stopsAfter(INTO_LANE, through, out, [2, counted]).length, 1)
  assert.equal(stopsAfter(INTO_LANE, through, out, [2.01, counted]).length, 0)
})
