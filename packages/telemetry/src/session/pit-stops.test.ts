import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detailOf, driverIn, play } from '../../testing/play.ts'
import { createGame, type ScriptedGame } from '../../testing/scripted-game.ts'

function startedGame(sessionType = 15): ScriptedGame {
  const game = createGame()
  game.session({ sessionType })
  game.participants()
  game.lapData()
  game.carStatus([{ visualTyreCompound: 16, actualTyreCompound: 18, tyresAgeLaps: 4 }])
  game.wait(80)
  return game
}

/** Drives into the pit lane on lap 1, over the line there, and out again on lap 2. */
function passPitLane(game: ScriptedGame, stops: boolean): void {
  game.lapData({ 0: { pitStatus: 1, pitLaneTimerActive: 1 } })
  game.wait(10)
  const numPitStops = stops ? 1 : 0
  const pitStopTimeMs = stops ? 2_431 : 0
  game.lapData({
    0: { pitStatus: 2, pitLaneTimeMs: 10_000, currentLapNum: 2, lastLapTimeMs: 95_000 },
  })
  game.wait(10)
  game.lapData({ 0: { pitStatus: 2, pitLaneTimeMs: 20_000, pitStopTimeMs, numPitStops } })
  game.wait(0.1)
  game.lapData({
    0: { pitStatus: 0, pitLaneTimerActive: 0, pitLaneTimeMs: 20_100, pitStopTimeMs },
  })
}

test('R11 a stop has the lap in which the car came in and the final timers', () => {
  const game = startedGame()
  passPitLane(game, true)
  const detail = detailOf(play(game.sent).opened[0])
  assert.deepEqual(driverIn(detail, 0).pitStops, [
    { lapNum: 1, pitLaneTimeMs: 20_100, stopTimeMs: 2_431 },
  ])
  const [event] = detail.events
  assert.deepEqual([event?.kind, event?.driverIdx, event?.value], ['pitStop', 0, 2_431])
})

test('R11 driving through is not a stop, unless the game counts it later', () => {
  const game = startedGame()
  passPitLane(game, false)
  assert.deepEqual(driverIn(detailOf(play(game.sent).opened[0]), 0).pitStops, [])
  game.wait(1)
  game.lapData({ 0: { numPitStops: 1 } })
  assert.deepEqual(driverIn(detailOf(play(game.sent).opened[0]), 0).pitStops, [
    { lapNum: 1, pitLaneTimeMs: 20_100, stopTimeMs: null },
  ])
})

test('R11 the garage of a practice session is not a pit stop', () => {
  const game = startedGame(1)
  passPitLane(game, true)
  assert.deepEqual(driverIn(detailOf(play(game.sent).opened[0]), 0).pitStops, [])
})

test('R11 a stop that nobody saw is placed where its stint ends', () => {
  const game = startedGame()
  game.over()
  const tyres = { tyreStintsVisual: [16, 17], tyreStintsActual: [18, 19] }
  const row = { position: 1, resultStatus: 3, numLaps: 5, numPitStops: 1, numTyreStints: 2 }
  game.classification([{ ...row, ...tyres, tyreStintsEndLaps: [3, 255] }])
  const { tracker, ended } = play(game.sent)
  tracker.finish(game.clock.atMs)
  assert.deepEqual(driverIn(detailOf(ended[0]?.session), 0).pitStops, [
    { lapNum: 3, pitLaneTimeMs: null, stopTimeMs: null },
  ])
})

test('R10 another compound or a younger set begins a stint without any history', () => {
  const game = startedGame()
  passPitLane(game, true)
  game.carStatus([{ visualTyreCompound: 16, actualTyreCompound: 18, tyresAgeLaps: 0 }])
  game.wait(90)
  game.carStatus([{ visualTyreCompound: 7, actualTyreCompound: 7, tyresAgeLaps: 0 }])
  const { tyres } = driverIn(detailOf(play(game.sent).opened[0]), 0)
  assert.deepEqual(
    tyres.map(({ tyreCompound, endLap }) => [tyreCompound, endLap]),
    [
      [16, 1],
      [16, 2],
      [7, null],
    ],
  )
})

test('R10 histories name the stints; 255 is the set on the car', () => {
  const game = startedGame()
  game.history(0, {
    numTyreStints: 2,
    tyreStints: [
      { endLap: 3, tyreVisualCompound: 17, tyreActualCompound: 19 },
      { endLap: 255, tyreVisualCompound: 18, tyreActualCompound: 20 },
    ],
  })
  assert.deepEqual(driverIn(detailOf(play(game.sent).opened[0]), 0).tyres, [
    { tyreCompound: 17, actualTyreCompound: 19, endLap: 3 },
    { tyreCompound: 18, actualTyreCompound: 20, endLap: null },
  ])
})

test('R11 only a race has stops, whatever the classification counts', () => {
  for (const [sessionType, stops] of [
    [15, 1],
    [5, 0],
  ] as const) {
    const game = startedGame(sessionType)
    game.lapData({ 0: { currentLapNum: 2, lastLapTimeMs: 79_000 } })
    game.over()
    game.classification([
      {
        position: 1,
        resultStatus: 3,
        numLaps: 2,
        numPitStops: 1,
        numTyreStints: 2,
        tyreStintsVisual: [16, 17],
        tyreStintsActual: [18, 19],
        tyreStintsEndLaps: [1, 255],
      },
    ])
    const { tracker, opened } = play(game.sent)
    tracker.finish(game.clock.atMs)
    assert.equal(driverIn(detailOf(opened[0]), 0).pitStops.length, stops, `${sessionType}`)
  }
})
