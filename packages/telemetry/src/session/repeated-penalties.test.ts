import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detailOf, driverIn, play } from '../../testing/play.ts'
import { createGame, type ScriptedGame } from '../../testing/scripted-game.ts'

function startedGame(): ScriptedGame {
  const game = createGame()
  game.session({ totalLaps: 5 })
  game.participants()
  game.lapData()
  game.wait(12.5)
  return game
}

function driverOne(game: ScriptedGame) {
  return driverIn(detailOf(play(game.sent).opened[0]), 1)
}

const unset = { otherVehicleIdx: 255, timeSeconds: 255, placesGained: 255 }
const warning = { ...unset, vehicleIdx: 1, penaltyType: 5, infringementType: 27, lapNum: 1 }
const driveThrough = { ...unset, vehicleIdx: 1, penaltyType: 0, infringementType: 34 }

test('R12 two warnings alike in a lap are two where the game counts two', () => {
  const game = startedGame()
  game.event('PENA', warning)
  game.lapData({ 1: { totalWarnings: 1, cornerCuttingWarnings: 1 } })
  game.wait(20)
  game.event('PENA', warning)
  game.event('PENA', warning)
  game.lapData({ 1: { totalWarnings: 2, cornerCuttingWarnings: 2 } })
  assert.deepEqual(
    driverOne(game).warnings.map(({ warningTime }) => warningTime),
    [12_500, 32_500],
  )
})

test('R12 a warning that is sent again while the game counts one stays one', () => {
  const game = startedGame()
  game.event('PENA', warning)
  game.lapData({ 1: { totalWarnings: 1 } })
  game.wait(20)
  game.event('PENA', warning)
  game.lapData()
  game.wait(5)
  game.event('PENA', { ...warning, infringementType: 4 })
  game.lapData({ 1: { totalWarnings: 2 } })
  game.wait(60)
  game.lapData({ 1: { currentLapNum: 2, lastLapTimeMs: 95_000 } })
  game.event('PENA', warning)
  game.lapData()
  assert.deepEqual(
    driverOne(game).warnings.map(({ warningTime }) => warningTime),
    [12_500, 37_500],
  )
})

test('R12 two time penalties alike in a lap are two where their seconds add up', () => {
  const game = startedGame()
  const penalty = { ...unset, vehicleIdx: 1, penaltyType: 4, infringementType: 7, timeSeconds: 5 }
  game.event('PENA', { ...penalty, lapNum: 1 })
  game.lapData({ 1: { penaltiesSeconds: 5 } })
  game.wait(20)
  game.event('PENA', { ...penalty, lapNum: 1 })
  game.lapData({ 1: { penaltiesSeconds: 10 } })
  assert.equal(driverOne(game).penalties.length, 2)
})

test('R12 an unserved drive-through that is repeated past the last lap is the same one', () => {
  const game = startedGame()
  game.event('PENA', { ...driveThrough, lapNum: 4 })
  game.event('PENA', { ...driveThrough, lapNum: 5 })
  game.event('PENA', { ...driveThrough, lapNum: 6 })
  game.lapData({ 1: { resultStatus: 3 } })
  game.event('PENA', { ...driveThrough, lapNum: 3 })
  game.over()
  game.event('PENA', { ...driveThrough, lapNum: 2 })
  assert.deepEqual(
    driverOne(game).penalties.map(({ lapNum }) => lapNum),
    [4, 5],
  )
})

test('R12 a jump start is reported twice, as drive-through and as lap invalidated: two types', () => {
  const game = startedGame()
  game.event('PENA', { ...driveThrough, lapNum: 1 })
  game.event('PENA', { ...driveThrough, penaltyType: 12, lapNum: 1 })
  assert.deepEqual(
    driverOne(game).penalties.map(({ penaltyType }) => penaltyType),
    [0, 12],
  )
})

test('R12 invalidations, retirements and disqualifications are penalties by their type', () => {
  const game = startedGame()
  const types = [6, 7, 8, 9, 10, 11, 13, 14, 15, 16, 17]
  for (const penaltyType of types) {
    game.event('PENA', { ...unset, vehicleIdx: 1, penaltyType, infringementType: 1, lapNum: 1 })
  }
  const { penalties, warnings } = driverOne(game)
  assert.deepEqual(
    penalties.map(({ penaltyType }) => penaltyType),
    types,
  )
  assert.deepEqual(warnings, [])
})

test('R12 what is issued after the end has the last session time, in every year', () => {
  for (const format of [2022, 2023, 2024, 2025, 2026] as const) {
    const game = createGame({ format })
    game.session()
    game.participants()
    game.lapData()
    game.wait(90)
    game.lapData()
    game.over()
    game.event('PENA', { ...unset, vehicleIdx: 1, penaltyType: 4, timeSeconds: 5, lapNum: 1 })
    const [issued] = driverOne(game).penalties
    assert.equal(issued?.penaltyIssuedTime, 90_000, String(format))
  }
})

test('R6 a warning that a flashback took back may be repeated once more', () => {
  const game = startedGame()
  game.event('PENA', warning)
  game.lapData({ 1: { totalWarnings: 1 } })
  game.wait(5)
  game.flashback(10)
  game.lapData({ 1: { totalWarnings: 0 } })
  game.wait(3)
  game.event('PENA', warning)
  game.lapData({ 1: { totalWarnings: 1 } })
  assert.deepEqual(
    driverOne(game).warnings.map(({ warningTime }) => warningTime),
    [13_000],
  )
})
