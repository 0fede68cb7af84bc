import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detailOf, driverIn, play } from '../../testing/play.ts'
import { createGame, type ScriptedGame } from '../../testing/scripted-game.ts'

/** Everyone is on the second and last lap at 100 s. */
function onLastLap(): ScriptedGame {
  const game = createGame()
  game.session({ totalLaps: 2 })
  game.participants()
  game.lapData()
  game.wait(100)
  const second = { currentLapNum: 2, lastLapTimeMs: 95_000 }
  game.lapData({ 0: second, 1: second, 2: second })
  game.wait(90)
  return game
}

const twoLaps = {
  numLaps: 2,
  laps: [
    { lapTimeMs: 95_000, lapValidBitFlags: 15 },
    { lapTimeMs: 91_234, lapValidBitFlags: 15 },
  ],
}

test('R1 a classification and events alone open no session, however often they come', () => {
  const game = createGame()
  game.over()
  for (let i = 0; i < 6; i++) {
    game.clock.atMs += 5_000
    game.classification([{ position: 1, resultStatus: 3, numLaps: 5 }])
    game.event('PENA', { penaltyType: 4, vehicleIdx: 0, timeSeconds: 5 })
    game.history(0, twoLaps)
  }
  const { opened, tracker } = play(game.sent)
  tracker.tick(game.clock.atMs + 60_000)
  assert.equal(opened.length, 0)
  assert.equal(tracker.current, null)
})

test('R1 a session that is joined late has its laps from the histories', () => {
  const game = createGame()
  game.wait(2_000)
  game.session()
  game.participants()
  game.lapData({ 0: { currentLapNum: 3, lastLapTimeMs: 91_234 } })
  game.wait(1)
  game.history(0, { ...twoLaps, numLaps: 3 })
  const detail = detailOf(play(game.sent).opened[0])
  assert.deepEqual(
    driverIn(detail, 0).lapTimes.map(({ lapTime }) => lapTime),
    [95_000, 91_234],
  )
  const { framesSeen } = detail.completeness
  assert.ok(framesSeen !== null && framesSeen < 0.01)
})

test('R1 the player’s last history comes from the lobby and completes a 20 Hz stream', () => {
  const game = onLastLap()
  game.inLobby(() => game.history(0, twoLaps))
  game.over()
  game.event('SEND', {})
  const { lapTimes } = driverIn(detailOf(play(game.sent).opened[0]), 0)
  assert.deepEqual(
    lapTimes.map(({ lapTime }) => lapTime),
    [95_000, 91_234],
  )
})

test('R1 a history from the lobby that contradicts the session is of another one', () => {
  const game = onLastLap()
  const other = { numLaps: 2, laps: [{ lapTimeMs: 80_000 }, { lapTimeMs: 81_000 }] }
  game.inLobby(() => {
    game.history(0, other)
    game.history(0, { numLaps: 1, laps: [{ lapTimeMs: 95_000 }] })
    game.history(1, twoLaps)
    game.event('PENA', { penaltyType: 4, vehicleIdx: 0, timeSeconds: 5, lapNum: 9 })
  })
  const detail = detailOf(play(game.sent).opened[0])
  assert.deepEqual(
    driverIn(detail, 0).lapTimes.map(({ lapTime }) => lapTime),
    [95_000],
  )
  assert.equal(driverIn(detail, 1).lapTimes.length, 1)
  assert.deepEqual(driverIn(detail, 0).penalties, [])
})

test('R8 a car at the flag has completed the lap it is on, seen or not, and misses it', () => {
  const game = onLastLap()
  game.lapData({ 0: { resultStatus: 3 }, 1: { resultStatus: 3, lastLapTimeMs: 90_000 } })
  const detail = detailOf(play(game.sent).opened[0])
  assert.equal(driverIn(detail, 0).numberOfLaps, 2)
  assert.equal(driverIn(detail, 1).numberOfLaps, 2)
  assert.equal(driverIn(detail, 2).numberOfLaps, 1)
  assert.equal(driverIn(detail, 0).totalRaceTime, null)
  assert.deepEqual(detail.completeness.missingLaps, [{ driverIdx: 0, lapNum: 2 }])
  assert.equal(detail.completeness.lapsMissing, 1)
})

test('R14 the first Session packet may be empty: the latest holds', () => {
  const game = createGame()
  game.session({ totalLaps: 0, numSessionsInWeekend: 0, weekendLinkIdentifier: 0 })
  game.participants()
  game.lapData()
  game.wait(0.5)
  game.session({
    totalLaps: 12,
    weekendLinkIdentifier: 4,
    numSessionsInWeekend: 3,
    weekendStructure: [1, 5, 15],
  })
  const detail = detailOf(play(game.sent).opened[0])
  assert.equal(detail.numberOfLaps, 12)
  assert.equal(detail.weekendLinkIdentifier, 4)
  assert.deepEqual(detail.weekendStructure, [1, 5, 10])
  assert.equal(detail.raceKind, 'main')
})
