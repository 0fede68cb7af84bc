import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detailOf, driverIn, play } from '../../testing/play.ts'
import { createGame } from '../../testing/scripted-game.ts'
import type { LapCar } from './state/state.ts'

/**
 * A step has the seconds since the packet before, and the total distances of the leader and of the car
 * behind.
 */
type Step = readonly [seconds: number, leaderM: number, behindM: number, behind?: Partial<LapCar>]

/** Returns the derived gap after these steps. Both cars begin at 1,000 m. */
function gapAfter(...steps: readonly Step[]): number | null {
  const game = createGame({ format: 2022, cars: 2 })
  game.session()
  game.participants()
  game.wait(1)
  game.lapData({ 0: { totalDistance: 1_000 }, 1: { totalDistance: 1_000 } })
  for (const [seconds, leaderM, behindM, behind] of steps) {
    game.wait(seconds)
    game.lapData({
      0: { totalDistance: leaderM },
      1: { totalDistance: behindM, ...behind },
    })
  }
  return driverIn(detailOf(play(game.sent).opened[0]), 1).deltaToLeader
}

test('R22 a gap lies between the times at the marks around the car', () => {
  for (const [behindM, gapMs] of [
    [1_100, 0],
    [1_090, 200],
    [1_075, 500],
    [1_050, 1_000],
    [1_025, 1_500],
    [1_000, 2_000],
  ] as const) {
    assert.equal(gapAfter([2, 1_100, behindM]), gapMs, `${behindM} m`)
  }
})

test('R22 behind the last mark a gap lies between that and where the leader is', () => {
  // At 60 m/s the leader passed the mark at 1,100 m a third of a second ago, and 1,110 m half of that.
  assert.equal(gapAfter([2, 1_120, 1_110]), 167)
  assert.equal(gapAfter([2, 1_120, 1_100]), 334)
  assert.equal(gapAfter([1, 1_040, 1_020]), 500)
})

test('R22 the gap of a car that is ahead of the one before it is unknown', () => {
  assert.equal(gapAfter([2, 1_100, 1_101]), null)
})

test('R22 the times of a longer way than 500 m without timing are unknown', () => {
  assert.equal(gapAfter([2, 1_500, 1_250]), 1_000)
  assert.equal(gapAfter([2, 1_501, 1_250]), null)
  assert.equal(gapAfter([2, 1_501, 1_250], [1, 1_561, 1_531]), 494)
})

test('R22 a car that is further back for a moment keeps its marks', () => {
  assert.equal(gapAfter([2, 1_100, 1_000], [1, 1_090, 1_050]), 2_000)
  assert.equal(gapAfter([2, 1_100, 1_000], [1, 1_090, 1_050], [1, 1_160, 1_050]), 3_000)
})

test('R22 a car that no longer races has no gap, and its way no marks', () => {
  assert.equal(gapAfter([2, 1_100, 1_050, { resultStatus: 3 }]), null)
  assert.equal(gapAfter([2, 1_100, 1_050, { resultStatus: 1 }]), null)
  assert.equal(
    gapAfter([2, 1_100, 1_000, { resultStatus: 1 }], [1, 1_150, 1_050, { resultStatus: 2 }]),
    2_000,
  )
})

test('R22 distances before the line and beyond any race are not stored', () => {
  assert.equal(gapAfter([2, -50, 1_050]), null)
  assert.equal(gapAfter([2, 2e7, 1_050]), null)
})

test('R22 a gap reaches back 2,046 marks of 50 m', () => {
  const far = stepsTo(2_046)
  assert.equal(gapAfter(...far), far.length * 10_000)
  assert.equal(gapAfter(...stepsTo(2_047)), null)
})

test('R6 R22 a flashback removes the marks after its target', () => {
  const game = createGame({ format: 2022, cars: 2 })
  game.session()
  game.participants()
  game.lapData({ 0: { totalDistance: 1_000 }, 1: { totalDistance: 1_000 } })
  for (let second = 1; second <= 6; second++) {
    game.wait(1)
    game.lapData({
      0: { totalDistance: 1_000 + second * 50 },
      1: { totalDistance: 1_000 + second * 25 },
    })
  }
  game.flashback(4)
  game.lapData({ 0: { totalDistance: 1_200 }, 1: { totalDistance: 1_100 } })
  // From here on the leader drives half as fast as before.
  for (let second = 1; second <= 4; second++) {
    game.wait(1)
    game.lapData({
      0: { totalDistance: 1_200 + second * 25 },
      1: { totalDistance: 1_100 + second * 37.5 },
    })
  }
  // At 1,250 m the leader was 2 s after the target.
  assert.equal(driverIn(detailOf(play(game.sent).opened[0]), 1).deltaToLeader, 2_000)
})

/** Builds distances of the leader up to this number of marks from the beginning, with steps of 10 s. */
function stepsTo(marks: number): Step[] {
  const endM = 1_000 + marks * 50
  const steps: Step[] = []
  for (let atM = 1_500; atM < endM; atM += 500) steps.push([10, atM, 1_000])
  return [...steps, [10, endM, 1_000]]
}
