import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LapCar } from './state/state.ts'
import { detailOf, driverIn, play } from '../../testing/play.ts'
import { createGame, type ScriptedGame } from '../../testing/scripted-game.ts'

/** Plays a race of two laps that ends without classification; `ends` has the last timing of each car. */
function ended(ends: readonly Partial<LapCar>[]): ScriptedGame {
  const game = createGame({ cars: ends.length })
  game.session({ totalLaps: 2 })
  game.participants()
  game.lapData()
  game.wait(90)
  for (const idx of ends.keys()) {
    game.lapData({ [idx]: { currentLapNum: 2, lastLapTimeMs: 90_000 + idx * 1000 } })
    game.wait(1)
  }
  game.wait(85)
  for (const [idx, end] of ends.entries()) {
    game.lapData({ [idx]: { lastLapTimeMs: 90_500, resultStatus: 3, ...end } })
    game.wait(1)
  }
  game.event('SEND', {})
  return game
}

function placesOf(game: ScriptedGame): (number | null)[] {
  const { tracker, opened } = play(game.sent)
  tracker.finish(game.clock.atMs)
  const detail = detailOf(opened[0])
  assert.equal(detail.classification, 'provisional')
  assert.ok(detail.derived?.includes('drivers.finishingPosition'))
  return detail.drivers.map(({ finishingPosition }) => finishingPosition)
}

test('R9 without a classification penalties count once everyone is home', () => {
  assert.deepEqual(placesOf(ended([{ penaltiesSeconds: 2 }, {}, {}])), [2, 1, 3])
  assert.deepEqual(placesOf(ended([{ penaltiesSeconds: 5 }, {}, {}])), [3, 1, 2])
})

test('R9 while a car still drives the last positions stand', () => {
  assert.deepEqual(placesOf(ended([{ penaltiesSeconds: 5 }, {}, { resultStatus: 2 }])), [1, 2, 3])
})

test('R9 cars that are a lap down stand behind those that are not, whatever their time', () => {
  const lapped = { currentLapNum: 1, lastLapTimeMs: 0, resultStatus: 3 }
  const game = createGame({ cars: 2 })
  game.session({ totalLaps: 2 })
  game.participants()
  game.lapData()
  game.wait(90)
  game.lapData({ 0: { currentLapNum: 2, lastLapTimeMs: 90_000, carPosition: 1 } })
  game.wait(90)
  game.lapData({ 0: { lastLapTimeMs: 90_500, resultStatus: 3, penaltiesSeconds: 20 } })
  game.lapData({ 1: { ...lapped, lastLapTimeMs: 180_700 } })
  assert.deepEqual(placesOf(game), [1, 2])
})

test('R9 cars that are out stand behind the finishers, the disqualified last', () => {
  const game = ended([{ resultStatus: 5 }, { resultStatus: 7 }, {}, { resultStatus: 6 }])
  assert.deepEqual(placesOf(game), [4, 3, 1, 2])
})

test('R9 the classification decides by position: DNF, DSQ, lapped and retired cars in it', () => {
  const game = ended([{}, {}, {}, {}, {}])
  game.over()
  const row = { numLaps: 2, gridPosition: 1, totalRaceTimeSeconds: 180.5, points: 1 }
  game.classification([
    { ...row, position: 3, resultStatus: 5 },
    { ...row, position: 1, resultStatus: 3, totalRaceTimeSeconds: 182.25, points: 25 },
    { ...row, position: 5, resultStatus: 7, numLaps: 0, resultReason: 2 },
    {
      ...row,
      position: 2,
      resultStatus: 3,
      numLaps: 1,
      totalRaceTimeSeconds: 120,
      resultReason: 7,
    },
    { ...row, position: 4, resultStatus: 6, numLaps: 1 },
    { position: 0, resultStatus: 0 },
  ])
  const { tracker, opened } = play(game.sent)
  tracker.finish(game.clock.atMs)
  const detail = detailOf(opened[0])
  assert.deepEqual(
    detail.drivers.map((driver) => [
      driver.finishingPosition,
      driver.resultStatus,
      driver.numberOfLaps,
      driver.totalRaceTime,
    ]),
    [
      [3, 5, 2, 180_500],
      [1, 3, 2, 182_250],
      [5, 7, 0, 180_500],
      [2, 3, 1, 120_000],
      [4, 6, 1, 180_500],
    ],
  )
  assert.equal(driverIn(detail, 1).points, 25)
  assert.deepEqual(detail.derived, ['drivers.deltaToCarAhead', 'drivers.deltaToLeader'])
})

test('R9 a classification without any place does not count', () => {
  const game = ended([{}, {}])
  game.over()
  game.classification([{ position: 0, resultStatus: 3 }])
  assert.deepEqual(placesOf(game), [1, 2])
})

test('R9 a qualifying’s points, times and grid are left over from before: null', () => {
  const game = createGame({ cars: 2 })
  game.session({ sessionType: 9 })
  game.participants()
  game.lapData()
  game.over()
  const left = { points: 26, totalRaceTimeSeconds: 88, gridPosition: 1, numLaps: 1 }
  game.classification([
    { ...left, position: 2, resultStatus: 3, bestLapTimeMs: 88_100 },
    { ...left, position: 1, resultStatus: 7, numLaps: 0 },
  ])
  const driver = driverIn(detailOf(play(game.sent).opened[0]), 0)
  assert.equal(driver.points, null)
  assert.equal(driver.totalRaceTime, null)
  assert.equal(driver.startingPosition, null)
  assert.equal(driver.bestLapTimeMs, 88_100)
  assert.equal(driver.finishingPosition, 2)
})
