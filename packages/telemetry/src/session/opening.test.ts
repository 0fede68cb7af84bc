import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detailOf, driverIn, play } from '../../testing/play.ts'
import { createGame } from '../../testing/scripted-game.ts'

function startedGame() {
  const game = createGame()
  game.session()
  game.participants()
  game.lapData()
  return game
}

test('R1 only a Session packet opens a session, and what came just before it counts', () => {
  const game = createGame()
  game.participants()
  game.lapData()
  game.event('SSTA', {})
  game.classification([{ position: 1, resultStatus: 3 }])
  const { tracker, opened, feed } = play(game.sent)
  assert.equal(opened.length, 0)
  const before = game.sent.length
  game.session()
  feed(game.sent.slice(before))
  assert.equal(opened.length, 1)
  assert.equal(opened[0]?.hasParticipants, true)
  const detail = detailOf(opened[0])
  assert.deepEqual(
    detail.events.map((event) => event.kind),
    ['sessionStarted'],
  )
  assert.equal(detail.classification, 'provisional')
  assert.equal(tracker.current, opened[0])
})

test('R1 UID 0 is the lobby: it opens nothing and ends nothing', () => {
  const lobby = createGame({ uid: 0n })
  lobby.session()
  lobby.participants()
  assert.equal(play(lobby.sent).opened.length, 0)
  const { opened, ended, feed } = play(startedGame().sent)
  feed(lobby.sent)
  assert.equal(opened.length, 1)
  assert.equal(ended.length, 0)
})

test('R2 bytes that are not a datagram of a known year are counted by reason and change nothing', () => {
  const game = startedGame()
  const { opened, rejected, feed } = play(game.sent)
  const before = JSON.stringify(detailOf(opened[0]))
  const [good] = game.sent
  assert.ok(good)
  const atMs = 0
  const wrongYear = good.bytes.slice()
  wrongYear[0] = 1
  const wrongId = good.bytes.slice()
  wrongId[6] = 99
  game.event('SSTA', {})
  const wrongCode = game.sent.at(-1)?.bytes.slice() ?? good.bytes
  wrongCode[29] = 0
  const garbage = [good.bytes.slice(0, 1), wrongYear, wrongId, good.bytes.slice(0, 100), wrongCode]
  feed(garbage.map((bytes) => ({ bytes, atMs })))
  assert.deepEqual(rejected, ['short', 'format', 'packetId', 'size', 'event'])
  assert.equal(JSON.stringify(detailOf(opened[0])), before)
})

test('R2 ids that no table knows pass as they are and are counted', () => {
  const game = createGame()
  game.session({ trackId: 99, sessionType: 77 })
  game.participants({ 1: { teamId: 250 } })
  game.lapData()
  const { opened } = play(game.sent)
  const detail = detailOf(opened[0])
  assert.equal(detail.trackId, 99)
  assert.equal(detail.sessionType, 0)
  assert.equal(driverIn(detail, 1).teamId, 250)
  assert.deepEqual([...(opened[0]?.unknownIds.keys() ?? [])].toSorted(), [
    'sessionTypes 77',
    'teams 250',
    'tracks 99',
  ])
})

test('R15 the drivers are the cars that took part, not empty slots or ghosts', () => {
  const game = createGame({ cars: 4 })
  game.session()
  game.participants({ 3: { name: '', teamId: 255 } })
  game.lapData({ 1: { resultStatus: 1 }, 2: { resultStatus: 0, carPosition: 1 } })
  const { opened } = play(game.sent)
  assert.deepEqual(
    detailOf(opened[0]).drivers.map((driver) => driver.driverIdx),
    [0],
  )
})

test('R13 the row of a human whom the AI replaced stays the human’s', () => {
  const game = startedGame()
  game.wait(60)
  game.participants({ 0: { aiControlled: 1, name: 'AI DRIVER', teamId: 9 } })
  const { opened } = play(game.sent)
  const driver = driverIn(detailOf(opened[0]), 0)
  assert.equal(driver.isHuman, true)
  assert.equal(driver.name, 'DRIVER 0')
})

test('R13 a restricted driver’s zeros are unknown', () => {
  const game = createGame()
  game.session()
  game.participants({ 2: { aiControlled: 0, yourTelemetry: 0, name: 'Player' } })
  game.lapData()
  game.carStatus([{ visualTyreCompound: 16, actualTyreCompound: 18, tyresAgeLaps: 3 }])
  const detail = detailOf(play(game.sent).opened[0])
  const hidden = driverIn(detail, 2)
  assert.equal(hidden.telemetryPublic, false)
  assert.equal(hidden.currentTyreCompound, null)
  assert.equal(hidden.currentTyreAgeLaps, null)
  assert.equal(driverIn(detail, 0).currentTyreAgeLaps, 3)
  assert.equal(detail.completeness.restrictedDrivers, 1)
  assert.equal(detail.completeness.hiddenNames, 1)
})

test('R14 weather, safety cars and the forecast follow the latest Session packet', () => {
  const game = startedGame()
  game.wait(10)
  game.session({
    weather: 3,
    safetyCarStatus: 2,
    numWeatherForecastSamples: 1,
    weatherForecastSamples: [{ sessionType: 15, timeOffsetMinutes: 5, weather: 4 }],
  })
  game.wait(10)
  game.session({ safetyCarStatus: 1 })
  game.event('SCAR', { safetyCarType: 1, eventType: 0 })
  const detail = detailOf(play(game.sent).opened[0])
  assert.deepEqual(
    detail.weatherHistory.map(({ timeMs, weather }) => [timeMs, weather]),
    [
      [0, 1],
      [10_000, 3],
    ],
  )
  assert.equal(detail.startWeather, 1)
  assert.equal(detail.numberOfVirtualSafetyCars, 1)
  assert.equal(detail.numberOfSafetyCars, 1)
  assert.equal(detail.weatherForecastSamples[0]?.sessionTypeMode, 10)
  assert.equal(detail.gameBuild, '1.18')
  assert.equal(detail.gameVersion, 2025)
})

test('R1 timing before the Session packet waits for it and says what changes next', () => {
  const game = createGame({ format: 2022 })
  const racing = { totalDistance: 3_000 }
  game.lapData({ 0: racing, 1: racing, 2: racing })
  game.wait(0.1)
  game.lapData({ 0: { carPosition: 2 }, 1: { carPosition: 1 } })
  game.wait(0.1)
  game.session()
  game.participants()
  game.wait(0.1)
  game.lapData({ 0: { currentLapNum: 2 } })
  const detail = detailOf(play(game.sent).opened[0])
  assert.deepEqual(
    detail.overtakes.map(({ overtakingDriverIdx, lapNum }) => [overtakingDriverIdx, lapNum]),
    [[1, 1]],
  )
  assert.equal(detail.weatherHistory[0]?.lapNum, 1)
})
