import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detailOf, driverIn, play } from '../../testing/play.ts'
import { createGame, type ScriptedGame } from '../../testing/scripted-game.ts'

function startedGame(totalLaps = 5): ScriptedGame {
  const game = createGame({ cars: 2 })
  game.session({ totalLaps })
  game.participants()
  game.lapData()
  return game
}

/** Completes laps of car 0 up to `last`, each of 30 s and its number in ms. */
function drive(game: ScriptedGame, last: number): void {
  for (let lapNum = game.cars[0]?.currentLapNum ?? 1; lapNum <= last; lapNum++) {
    game.wait(30)
    game.lapData({ 0: { currentLapNum: lapNum + 1, lastLapTimeMs: 30_000 + lapNum } })
  }
}

test('R8 beyond the hundred laps that a history holds, laps come from the lap data', () => {
  const game = startedGame(104)
  drive(game, 104)
  const laps = Array.from({ length: 100 }, (_, i) => ({
    lapTimeMs: 30_001 + i,
    lapValidBitFlags: 15,
  }))
  game.history(0, { numLaps: 105, laps })
  const driver = driverIn(detailOf(play(game.sent).opened[0]), 0)
  assert.deepEqual(
    driver.lapTimes.map(({ lapTime }) => lapTime),
    Array.from({ length: 104 }, (_, i) => 30_001 + i),
  )
  assert.equal(driver.numberOfLaps, 104)
})

test('R7 histories that cycle, repeat and shrink leave what is known', () => {
  const game = startedGame()
  drive(game, 2)
  const first = { lapTimeMs: 30_001, sector1TimeMs: 9_000, lapValidBitFlags: 15 }
  const second = { lapTimeMs: 30_002, sector1TimeMs: 9_500, lapValidBitFlags: 14 }
  for (const laps of [
    [first, second],
    [first],
    [first, second],
    [first, { ...second, sector1TimeMs: 0 }],
  ]) {
    game.wait(0.1)
    game.history(0, { numLaps: laps.length, laps })
    game.history(1, { numLaps: 0 })
  }
  const { lapTimes } = driverIn(detailOf(play(game.sent).opened[0]), 0)
  assert.deepEqual(
    lapTimes.map(({ lapTime, sector1Time, invalidLap }) => [lapTime, sector1Time, invalidLap]),
    [
      [30_001, 9_000, false],
      [30_002, 9_500, true],
    ],
  )
})

test('R7 a lap that was called invalid stays so, but for a flashback', () => {
  const game = startedGame()
  drive(game, 1)
  const lap = { lapTimeMs: 30_001, lapValidBitFlags: 15 }
  const bits: boolean[] = []
  const sendHistory = (numLaps: number, lapValidBitFlags: number) => {
    game.wait(0.5)
    game.history(0, { numLaps, laps: [{ ...lap, lapValidBitFlags }] })
    const { lapTimes } = driverIn(detailOf(play(game.sent).opened[0]), 0)
    bits.push(lapTimes[0]?.invalidLap ?? false)
  }
  sendHistory(2, 15)
  sendHistory(1, 14)
  sendHistory(2, 14)
  sendHistory(2, 15)
  game.flashback(30.5)
  game.lapData()
  sendHistory(2, 15)
  assert.deepEqual(bits, [false, false, true, true, false])
})

test('R7 an older history takes neither validity nor stints back', () => {
  const game = startedGame()
  drive(game, 2)
  const lap = { lapTimeMs: 30_001, lapValidBitFlags: 15 }
  const medium = { endLap: 255, tyreVisualCompound: 17, tyreActualCompound: 19 }
  const stints = { numTyreStints: 2, tyreStints: [{ ...medium, endLap: 1 }, medium] }
  const late = { ...lap, lapValidBitFlags: 14 }
  game.history(0, { numLaps: 3, laps: [late, lap], ...stints })
  game.over()
  game.history(0, { numLaps: 2, laps: [lap], numTyreStints: 1, tyreStints: [medium] })
  const driver = driverIn(detailOf(play(game.sent).opened[0]), 0)
  assert.equal(driver.lapTimes[0]?.invalidLap, true)
  assert.equal(driver.tyres.length, 2)
})

test('R10 a flashback over the line makes the set younger, and it is still the same', () => {
  const game = startedGame()
  const soft = { visualTyreCompound: 16, actualTyreCompound: 18 }
  game.carStatus([{ ...soft, tyresAgeLaps: 0 }])
  drive(game, 1)
  game.carStatus([{ ...soft, tyresAgeLaps: 1 }])
  game.wait(1)
  game.lapData()
  game.flashback(25)
  game.carStatus([{ ...soft, tyresAgeLaps: 0 }])
  const driver = driverIn(detailOf(play(game.sent).opened[0]), 0)
  assert.equal(driver.tyres.length, 1)
  assert.equal(driver.currentTyreAgeLaps, 0)
})

test('R11 a car that retires in its box has made no stop unless the game counts it', () => {
  for (const counted of [0, 1]) {
    const game = startedGame()
    game.wait(20)
    game.lapData({ 0: { pitStatus: 1 } })
    game.wait(10)
    const timers = { pitLaneTimeMs: 10_000, pitStopTimeMs: 5_000 }
    game.lapData({ 0: { pitStatus: 2, numPitStops: counted, ...timers } })
    game.wait(1)
    game.lapData({ 0: { pitStatus: counted === 1 ? 2 : 0, resultStatus: 7, driverStatus: 0 } })
    const { tracker, opened } = play(game.sent)
    tracker.finish(game.clock.atMs)
    assert.deepEqual(
      driverIn(detailOf(opened[0]), 0).pitStops,
      counted === 0 ? [] : [{ lapNum: 1, pitLaneTimeMs: 10_000, stopTimeMs: 5_000 }],
    )
  }
})

test('R11 a car first seen in the lane after the line came in on the lap before', () => {
  const game = createGame({ cars: 1 })
  game.wait(200)
  game.session()
  game.participants()
  const inLane = { pitStatus: 1, currentLapNum: 4, currentLapTimeMs: 2_000, pitLaneTimeMs: 15_000 }
  game.lapData({ 0: { ...inLane, pitStopTimeMs: 2_500, numPitStops: 1 } })
  game.wait(0.4)
  game.lapData({ 0: { pitStatus: 0, pitLaneTimeMs: 0, pitStopTimeMs: 0 } })
  assert.deepEqual(driverIn(detailOf(play(game.sent).opened[0]), 0).pitStops, [
    { lapNum: 3, pitLaneTimeMs: 15_000, stopTimeMs: 2_500 },
  ])
})

test('R3 what the end of a session put in order is undone where the session goes on', () => {
  const game = startedGame()
  game.carStatus([{ visualTyreCompound: 16, actualTyreCompound: 18, tyresAgeLaps: 0 }])
  drive(game, 1)
  const { tracker, opened, feed } = play(game.sent)
  tracker.finish(game.clock.atMs)
  assert.equal(driverIn(detailOf(opened[0]), 0).tyres[0]?.endLap, 1)
  const length = game.sent.length
  game.wait(1)
  game.session()
  feed(game.sent.slice(length))
  const driver = driverIn(detailOf(opened[0]), 0)
  assert.equal(driver.tyres[0]?.endLap, null)
  assert.equal(driver.finishingPosition, null)
})

test('R14 what is sent before the first timing is of the lap that it shows', () => {
  const game = createGame({ cars: 1 })
  game.wait(500)
  game.session()
  game.participants()
  game.event('OVTK', { overtakingVehicleIdx: 0, beingOvertakenVehicleIdx: 1 })
  game.lapData({ 0: { currentLapNum: 7 } })
  const detail = detailOf(play(game.sent).opened[0])
  assert.equal(detail.weatherHistory[0]?.lapNum, 7)
  assert.equal(detail.overtakes[0]?.lapNum, 7)
  assert.equal(detail.events[0]?.lapNum, 7)
})

test('R9 the last lap is the one that histories know of at the end', () => {
  const game = startedGame(2)
  drive(game, 1)
  game.over()
  const laps = [{ lapTimeMs: 30_001 }, { lapTimeMs: 29_000, sector1TimeMs: 9_000 }]
  game.history(0, { numLaps: 2, laps })
  const driver = driverIn(detailOf(play(game.sent).opened[0]), 0)
  assert.equal(driver.lastLapTimeMs, 29_000)
  assert.equal(driver.lastSector1TimeMs, 9_000)
})

test('R10 an unchanged status is read again after a flashback reverted its stint', () => {
  const game = startedGame()
  const tyres = [{ visualTyreCompound: 16, actualTyreCompound: 18, tyresAgeLaps: 3 }]
  game.wait(10)
  game.carStatus(tyres)
  game.wait(1)
  game.flashback(5)
  game.lapData()
  game.carStatus(tyres)
  const driver = driverIn(detailOf(play(game.sent).opened[0]), 0)
  assert.deepEqual(driver.tyres, [{ tyreCompound: 16, actualTyreCompound: 18, endLap: null }])
  assert.equal(driver.currentTyreAgeLaps, 3)
})

test('R10 an unchanged status is read again after a history named another stint', () => {
  const game = startedGame()
  const tyres = [{ visualTyreCompound: 16, actualTyreCompound: 18, tyresAgeLaps: 3 }]
  game.carStatus(tyres)
  game.wait(1)
  const named = [
    { endLap: 1, tyreVisualCompound: 17, tyreActualCompound: 19 },
    { endLap: 255, tyreVisualCompound: 16, tyreActualCompound: 18 },
  ]
  game.history(0, { numLaps: 2, numTyreStints: 2, tyreStints: named })
  game.wait(1)
  game.carStatus(tyres)
  const driver = driverIn(detailOf(play(game.sent).opened[0]), 0)
  assert.equal(driver.tyres.length, 2)
  assert.equal(driver.currentTyreAgeLaps, 3)
})

test('R2 lists stay short however often the same is sent', () => {
  const game = startedGame()
  for (let i = 0; i < 3_000; i++) {
    game.wait(1)
    game.event('RDFL', {})
    game.session({ trackTemperature: i % 2 })
  }
  const detail = detailOf(play(game.sent).opened[0])
  assert.ok((detail.numberOfRedFlags ?? 0) <= 100)
  assert.ok(detail.weatherHistory.length <= 1_440)
  assert.equal(detail.trackTemp, 1)
})
