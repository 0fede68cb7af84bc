import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detailOf, driverIn, play } from '../../testing/play.ts'
import { createGame, type ScriptedGame } from '../../testing/scripted-game.ts'

/** Drives 60 s of one lap, and until 70 s much that a flashback to 60 s voids. */
function beforeFlashback(): ScriptedGame {
  const game = createGame()
  game.session()
  game.participants()
  game.lapData()
  game.carStatus([{ visualTyreCompound: 16, actualTyreCompound: 18, tyresAgeLaps: 3 }])
  game.wait(50)
  game.event('OVTK', { overtakingVehicleIdx: 1, beingOvertakenVehicleIdx: 2 })
  game.wait(10)
  game.lapData({ 0: { sector: 2, sector1TimeMs: 20_000, sector2TimeMs: 20_000 } })
  game.wait(5)
  game.lapData({ 0: { currentLapNum: 2, lastLapTimeMs: 65_000, sector1TimeMs: 0 } })
  const penalty = { infringementType: 7, timeSeconds: 5, otherVehicleIdx: 255, lapNum: 2 }
  game.event('PENA', { penaltyType: 4, ...penalty })
  game.event('PENA', { penaltyType: 5, ...penalty })
  game.event('OVTK', { overtakingVehicleIdx: 0, beingOvertakenVehicleIdx: 2 })
  game.history(0, { numLaps: 2, laps: [{ lapTimeMs: 65_000, lapValidBitFlags: 15 }] })
  game.wait(1)
  game.lapData({ 0: { pitStatus: 1, numPitStops: 0 } })
  game.wait(3)
  game.lapData({ 0: { pitStatus: 0, numPitStops: 1, pitLaneTimeMs: 20_000, pitStopTimeMs: 2500 } })
  game.carStatus([{ visualTyreCompound: 17, actualTyreCompound: 19, tyresAgeLaps: 0 }])
  game.event('RDFL', {})
  game.lapData({ 0: { resultStatus: 5, carPosition: 3 } })
  game.wait(1)
  return game
}

/** The game jumps back to `seconds` and sends the timing of that moment. */
function jumpBack(game: ScriptedGame, seconds: number): void {
  game.clock.seconds = seconds
  game.clock.overall += 1
  const timing = { currentLapNum: 1, lastLapTimeMs: 0, sector1TimeMs: 20_000, pitStatus: 0 }
  game.lapData({ 0: { ...timing, resultStatus: 2, carPosition: 1, numPitStops: 0 } })
  game.carStatus([{ visualTyreCompound: 16, actualTyreCompound: 18, tyresAgeLaps: 3 }])
}

function assertVoided(game: ScriptedGame): void {
  const detail = detailOf(play(game.sent).opened[0])
  const driver = driverIn(detail, 0)
  assert.deepEqual(driver.lapTimes, [])
  assert.deepEqual(driver.penalties, [])
  assert.deepEqual(driver.warnings, [])
  assert.deepEqual(driver.pitStops, [])
  assert.deepEqual(driver.tyres, [{ tyreCompound: 16, actualTyreCompound: 18, endLap: null }])
  assert.equal(driver.resultStatus, 2)
  assert.equal(driver.position, 1)
  assert.equal(driver.numberOfLaps, 0)
  assert.equal(detail.numberOfRedFlags, 0)
  assert.deepEqual(
    detail.overtakes.map((overtake) => overtake.overtakingTime),
    [50_000],
  )
}

test('R6 a flashback voids what lies after its target', () => {
  const game = beforeFlashback()
  const detail = detailOf(play(game.sent).opened[0])
  assert.equal(driverIn(detail, 0).pitStops.length, 1)
  assert.equal(driverIn(detail, 0).tyres.length, 2)
  game.event('FLBK', { flashbackFrameIdentifier: 60, flashbackSessionTime: 60 })
  jumpBack(game, 59.5)
  assertVoided(game)
  const { events } = detailOf(play(game.sent).opened[0])
  assert.deepEqual(
    events.map(({ kind, value }) => [kind, value]),
    [
      ['overtake', null],
      ['flashback', 59_500],
    ],
  )
})

test('R6 a flashback appears in the feed once the game goes on from its target', () => {
  const game = beforeFlashback()
  game.event('FLBK', { flashbackFrameIdentifier: 60, flashbackSessionTime: 60 })
  jumpBack(game, 60)
  const { events } = detailOf(play(game.sent).opened[0])
  assert.deepEqual(
    events.map(({ kind, value }) => [kind, value]),
    [
      ['overtake', null],
      ['flashback', 60_000],
    ],
  )
  assert.ok((events[1]?.seq ?? 0) > 5)
})

test('R5 a flashback with a lost event shows in the session time', () => {
  const game = beforeFlashback()
  jumpBack(game, 59.5)
  assertVoided(game)
})

test('R5 what earlier frames reported of the moment that the game goes on from is void', () => {
  const game = createGame()
  game.session()
  game.participants()
  game.lapData()
  game.wait(50)
  const pass = { overtakingVehicleIdx: 1, beingOvertakenVehicleIdx: 2 }
  const penalty = { penaltyType: 4, infringementType: 7, timeSeconds: 5, otherVehicleIdx: 255 }
  game.event('OVTK', pass)
  game.event('PENA', { ...penalty, lapNum: 1 })
  game.event('PENA', { ...penalty, timeSeconds: 10, lapNum: 1 })
  const late = game.sent.splice(-1)
  game.lapData()
  game.wait(10)
  game.lapData()
  game.event('FLBK', { flashbackFrameIdentifier: 3, flashbackSessionTime: 50.5 })
  game.clock.seconds = 50
  game.clock.overall += 1
  game.lapData()
  game.event('OVTK', pass)
  game.sent.push(...late)
  const detail = detailOf(play(game.sent).opened[0])
  assert.equal(detail.overtakes.length, 1)
  assert.deepEqual(driverIn(detail, 0).penalties, [])
})

test('R5 what the state shows at the moment the game goes on from stands', () => {
  const game = createGame({ format: 2022 })
  game.session()
  game.participants()
  const racing = { totalDistance: 3_000 }
  game.wait(49.9)
  game.lapData({ 0: racing, 1: racing, 2: racing })
  game.wait(0.1)
  game.lapData({ 0: { carPosition: 2 }, 1: { carPosition: 1 } })
  game.session({ weather: 3 })
  game.wait(10)
  game.lapData()
  game.flashback(50.5)
  game.clock.seconds = 50
  game.lapData()
  const detail = detailOf(play(game.sent).opened[0])
  assert.deepEqual(
    detail.events.map(({ kind, timeMs }) => [kind, timeMs]),
    [
      ['overtake', 50_000],
      ['weather', 50_000],
      ['flashback', 50_000],
    ],
  )
  assert.equal(detail.overtakes.length, 1)
  assert.equal(detail.weatherHistory.length, 2)
})

test('R6 what was sent before a flashback and arrives after it is void', () => {
  const game = beforeFlashback()
  const late = game.sent.slice(-8)
  game.event('FLBK', { flashbackFrameIdentifier: 60, flashbackSessionTime: 60 })
  jumpBack(game, 59.5)
  game.sent.push(...late)
  assertVoided(game)
})

test('R6 after a flashback the same penalty may be issued again', () => {
  const game = beforeFlashback()
  game.event('FLBK', { flashbackFrameIdentifier: 60, flashbackSessionTime: 60 })
  jumpBack(game, 60)
  game.wait(8)
  const penalty = { penaltyType: 4, infringementType: 7, timeSeconds: 5, otherVehicleIdx: 255 }
  game.event('PENA', { ...penalty, lapNum: 2 })
  const driver = driverIn(detailOf(play(game.sent).opened[0]), 0)
  assert.deepEqual(
    driver.penalties.map((penalty) => penalty.penaltyIssuedTime),
    [68_000],
  )
})
