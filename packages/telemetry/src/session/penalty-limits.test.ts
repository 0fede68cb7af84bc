import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detailOf, driverIn, play } from '../../testing/play.ts'
import { createGame, type ScriptedGame } from '../../testing/scripted-game.ts'

const UNSET = { otherVehicleIdx: 255, timeSeconds: 255, placesGained: 255 }
const WARNING = { ...UNSET, vehicleIdx: 1, penaltyType: 5, infringementType: 27, lapNum: 1 }
const FIVE_SECONDS = { ...UNSET, vehicleIdx: 1, penaltyType: 4, timeSeconds: 5, lapNum: 1 }
const STOP_GO = { ...UNSET, vehicleIdx: 1, penaltyType: 1, infringementType: 34 }
const START_S = 12.5

function startedGame(session = {}): ScriptedGame {
  const game = createGame()
  game.session({ totalLaps: 5, ...session })
  game.participants()
  game.lapData()
  game.wait(START_S)
  return game
}

function detailAfter(game: ScriptedGame) {
  return detailOf(play(game.sent).opened[0])
}

function driverOne(game: ScriptedGame) {
  return driverIn(detailAfter(game), 1)
}

/** Sends a second, equal warning, which the game's total confirms after this long. */
function warningsAfter(seconds: number) {
  const game = startedGame()
  game.event('PENA', WARNING)
  game.lapData({ 1: { totalWarnings: 1 } })
  game.wait(20)
  game.event('PENA', WARNING)
  game.wait(seconds)
  game.lapData()
  game.lapData({ 1: { totalWarnings: 2 } })
  game.wait(0.05)
  game.lapData()
  return driverOne(game).warnings.map(({ warningTime }) => warningTime)
}

/** Sends a time penalty twice, with what has happened before the second time. */
function penaltiesAfter(repeated: object, known: object, isOver = false) {
  const game = startedGame()
  game.event('PENA', { ...FIVE_SECONDS, ...repeated })
  game.lapData({ 1: { penaltiesSeconds: 5, ...known } })
  game.wait(20)
  if (isOver) game.over()
  game.event('PENA', { ...FIVE_SECONDS, ...repeated })
  game.lapData({ 1: { penaltiesSeconds: 10 } })
  return driverOne(game).penalties.length
}

/** Returns the laps of the stop-and-goes that count, of one on lap 3 and another one. */
function lapsOf(second: object, session = {}, known = {}) {
  const game = startedGame(session)
  game.event('PENA', { ...STOP_GO, lapNum: 3 })
  game.lapData({ 1: known })
  game.event('PENA', { ...STOP_GO, ...second })
  return driverOne(game).penalties.map(({ lapNum }) => lapNum)
}

test('R12 the infringements of corner cutting are those and no others', () => {
  const cornerCutting = new Set([7, 8, 9, 25, 26, 27, 28, 29])
  const game = startedGame()
  for (let infringementType = 0; infringementType < 55; infringementType++) {
    game.event('PENA', { ...WARNING, infringementType })
  }
  for (const { warningType, infringementType } of driverOne(game).warnings) {
    assert.equal(warningType, cornerCutting.has(infringementType) ? 0 : 1, `${infringementType}`)
  }
  assert.equal(driverOne(game).warnings.length, 55)
})

test('R12 a warning and a penalty are events with their car, the other one, reason and seconds', () => {
  const game = startedGame()
  game.event('PENA', { ...WARNING, otherVehicleIdx: 2, lapNum: 3 })
  game.event('PENA', { ...FIVE_SECONDS, otherVehicleIdx: 0, infringementType: 4, lapNum: 2 })
  assert.deepEqual(detailAfter(game).events, [
    {
      seq: 1,
      kind: 'warning',
      timeMs: 12_500,
      lapNum: 3,
      driverIdx: 1,
      otherDriverIdx: 2,
      value: 27,
      seconds: null,
    },
    {
      seq: 2,
      kind: 'penalty',
      timeMs: 12_500,
      lapNum: 2,
      driverIdx: 1,
      otherDriverIdx: 0,
      value: 4,
      seconds: 5,
    },
  ])
})

test('R12 a penalty that differs in type, reason, lap, seconds or other car is another one', () => {
  const game = startedGame()
  const first = { ...FIVE_SECONDS, infringementType: 4, lapNum: 1, otherVehicleIdx: 2 }
  const changes = [
    {},
    { penaltyType: 2 },
    { infringementType: 5 },
    { lapNum: 2 },
    { timeSeconds: 10 },
    { otherVehicleIdx: 0 },
    { placesGained: 1 },
  ]
  for (const change of changes) game.event('PENA', { ...first, ...change })
  assert.equal(driverOne(game).penalties.length, 6, 'places gained do not distinguish')
})

test('R12 a car that does not exist has no penalties', () => {
  const game = startedGame()
  for (const vehicleIdx of [24, 255]) game.event('PENA', { ...WARNING, vehicleIdx })
  assert.deepEqual(detailAfter(game).events, [])
  assert.ok(detailAfter(game).drivers.every(({ warnings }) => warnings.length === 0))
})

test('R12 a repeat is a second one only if the total confirms it within 2 s', () => {
  assert.deepEqual(warningsAfter(2), [12_500, 32_500])
  assert.deepEqual(warningsAfter(2.01), [12_500])
})

test('R12 a repeat counts once for what the game adds, each at its own time', () => {
  const game = startedGame()
  game.event('PENA', WARNING)
  game.lapData({ 1: { totalWarnings: 1 } })
  game.wait(20)
  game.event('PENA', WARNING)
  game.wait(0.5)
  game.event('PENA', WARNING)
  game.lapData({ 1: { totalWarnings: 2 } })
  assert.deepEqual(
    driverOne(game).warnings.map(({ warningTime }) => warningTime),
    [12_500, 32_500],
  )
  game.wait(0.5)
  game.lapData({ 1: { totalWarnings: 3 } })
  assert.deepEqual(
    driverOne(game).warnings.map(({ warningTime }) => warningTime),
    [12_500, 32_500, 33_000],
  )
})

test('R12 a repeat of an earlier lap, of another type or after the end is none', () => {
  assert.equal(penaltiesAfter({}, {}), 2)
  assert.equal(penaltiesAfter({}, { currentLapNum: 2 }), 1)
  assert.equal(penaltiesAfter({ lapNum: 2 }, { currentLapNum: 2 }), 2)
  assert.equal(penaltiesAfter({ penaltyType: 2 }, {}), 1)
  assert.equal(penaltiesAfter({}, {}, true), 1)
})

test('R12 only time penalties count for the seconds of a repeat', () => {
  const game = startedGame()
  game.event('PENA', FIVE_SECONDS)
  game.event('PENA', { ...FIVE_SECONDS, penaltyType: 2, timeSeconds: 3 })
  game.lapData({ 1: { penaltiesSeconds: 5 } })
  game.wait(20)
  game.event('PENA', FIVE_SECONDS)
  game.lapData()
  assert.equal(driverOne(game).penalties.length, 2)
  game.wait(1)
  game.lapData({ 1: { penaltiesSeconds: 6 } })
  assert.equal(driverOne(game).penalties.length, 3)
})

test('R12 a stop-and-go is a reminder past the last lap of a race, after the flag and after the end', () => {
  assert.deepEqual(lapsOf({ lapNum: 5 }), [3, 5])
  assert.deepEqual(lapsOf({ lapNum: 6 }), [3])
  assert.deepEqual(lapsOf({ lapNum: 6, infringementType: 35 }), [3, 6], 'another reason')
  assert.deepEqual(lapsOf({ lapNum: 6, penaltyType: 0 }), [3, 6], 'another type')
  assert.deepEqual(lapsOf({ lapNum: 6 }, { totalLaps: 0 }), [3, 6], 'a race by time')
  assert.deepEqual(lapsOf({ lapNum: 6 }, { sessionType: 5 }), [3, 6], 'a qualifying')
  assert.deepEqual(lapsOf({ lapNum: 4 }, {}, { resultStatus: 3 }), [3])
  assert.deepEqual(lapsOf({ lapNum: 4 }, {}, { resultStatus: 2 }), [3, 4])
})

test('R12 a thousand penalties of a car are kept', () => {
  const game = startedGame()
  for (let index = 0; index < 1_001; index++) {
    game.event('PENA', {
      ...FIVE_SECONDS,
      infringementType: index % 50,
      timeSeconds: Math.floor(index / 50),
    })
  }
  assert.equal(driverOne(game).penalties.length, 1_000)
})

test('R6 a flashback keeps what was issued up to its target, and voids what came after', () => {
  const game = startedGame()
  game.event('PENA', WARNING)
  game.event('PENA', FIVE_SECONDS)
  game.wait(1)
  game.event('PENA', { ...WARNING, infringementType: 4 })
  game.event('PENA', { ...FIVE_SECONDS, infringementType: 4 })
  game.lapData()
  game.wait(1)
  game.flashback(START_S + 0.5)
  game.lapData()
  const kept = driverOne(game)
  assert.deepEqual(
    [kept.warnings.map((each) => each.warningTime), kept.penalties.map((each) => each.lapNum)],
    [[12_500], [1]],
  )
  game.wait(1)
  game.event('PENA', { ...WARNING, infringementType: 4 })
  game.event('PENA', { ...FIVE_SECONDS, infringementType: 4 })
  assert.equal(driverOne(game).warnings.length, 2)
  assert.equal(driverOne(game).penalties.length, 2)
})
