import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detailOf, driverIn, play } from '../../testing/play.ts'
import { createGame, type ScriptedGame } from '../../testing/scripted-game.ts'

/** Three cars are on their second lap at 100 s. */
function driven(): ScriptedGame {
  const game = createGame()
  game.session()
  game.participants()
  game.lapData()
  game.wait(100)
  game.session()
  const second = { currentLapNum: 2, lastLapTimeMs: 95_000 }
  game.lapData({ 0: second, 1: second, 2: { ...second, carPosition: 3 } })
  game.wait(1)
  return game
}

function classify(game: ScriptedGame): void {
  const row = { resultStatus: 3, numLaps: 2, gridPosition: 1, totalRaceTimeSeconds: 190.1234 }
  const tyres = { numTyreStints: 1, tyreStintsVisual: [16], tyreStintsActual: [18] }
  game.classification([
    { ...row, ...tyres, position: 2, tyreStintsEndLaps: [255], penaltiesTimeSeconds: 5 },
    { ...row, position: 1, bestLapTimeMs: 94_000 },
    { ...row, position: 0 },
  ])
}

function finalHistory(game: ScriptedGame, idx: number): void {
  const lap = { lapTimeMs: 95_000, sector1TimeMs: 30_000, lapValidBitFlags: 15 }
  game.history(idx, { numLaps: 2, laps: [lap, { ...lap, lapTimeMs: 95_123 }] })
}

test('R3 a session ends when the last car’s history has come after the classification', () => {
  const game = driven()
  game.over()
  game.event('SEND', {})
  game.clock.atMs += 500
  classify(game)
  finalHistory(game, 0)
  finalHistory(game, 1)
  const { ended, feed } = play(game.sent)
  assert.equal(ended.length, 0)
  const before = game.sent.length
  finalHistory(game, 2)
  feed(game.sent.slice(before))
  assert.equal(ended[0]?.reason, 'classification')
  const { session } = ended[0]
  assert.equal(session.status, 'ended')
  const detail = detailOf(session)
  assert.equal(detail.classification, 'final')
  assert.equal(detail.sessionEndTime, new Date(game.clock.atMs).toISOString())
  const driver = driverIn(detail, 0)
  assert.equal(driver.lapTimes[1]?.lapTime, 95_123)
  assert.equal(driver.finishingPosition, 2)
  assert.equal(driver.totalRaceTime, 190_123)
  assert.equal(driver.totalPenaltiesSeconds, 5)
  assert.deepEqual(driver.tyres, [{ tyreCompound: 16, actualTyreCompound: 18, endLap: 2 }])
  assert.equal(driverIn(detail, 1).bestLapTimeMs, 94_000)
  assert.equal(driverIn(detail, 2).finishingPosition, null)
})

test('R3 histories that never come hold the end up for three seconds only', () => {
  const game = driven()
  game.over()
  classify(game)
  const { ended, tracker } = play(game.sent)
  tracker.tick(game.clock.atMs + 2_999)
  assert.equal(ended.length, 0)
  tracker.tick(game.clock.atMs + 3_000)
  assert.equal(ended[0]?.reason, 'classification')
})

test('R9 a repeated or a later, other classification changes nothing', () => {
  const game = driven()
  game.over()
  classify(game)
  const { opened, ended, feed } = play(game.sent)
  const before = JSON.stringify(detailOf(opened[0]))
  const length = game.sent.length
  classify(game)
  game.classification([{ position: 9, resultStatus: 4 }])
  feed(game.sent.slice(length))
  assert.equal(JSON.stringify(detailOf(opened[0])), before)
  game.clock.atMs += 5_000
  classify(game)
  feed(game.sent.slice(-1))
  assert.equal(ended.length, 1)
  assert.equal(opened.length, 1)
  assert.equal(
    JSON.stringify(detailOf(opened[0]).drivers),
    JSON.stringify(JSON.parse(before).drivers),
  )
})

test('R3 after SEND without a classification the result is provisional', () => {
  const game = driven()
  game.event('SEND', {})
  const { ended, tracker } = play(game.sent)
  tracker.tick(game.clock.atMs + 10_000)
  assert.equal(ended[0]?.reason, 'sessionEnded')
  const detail = detailOf(ended[0].session)
  assert.equal(detail.classification, 'provisional')
  assert.deepEqual(
    detail.drivers.map((driver) => driver.finishingPosition),
    [1, 2, 3],
  )
  // The car still drives, so that the sum of its laps is not its race time.
  assert.equal(driverIn(detail, 0).totalRaceTime, null)
})

test('R3 a classification that comes long after SEND still decides the result', () => {
  const game = driven()
  game.event('SEND', {})
  const { opened, ended, tracker, feed } = play(game.sent)
  game.clock.atMs += 30_000
  tracker.tick(game.clock.atMs)
  const length = game.sent.length
  game.over()
  classify(game)
  feed(game.sent.slice(length))
  tracker.tick(game.clock.atMs + 3_000)
  assert.deepEqual(
    ended.map(({ reason }) => reason),
    ['sessionEnded', 'classification'],
  )
  assert.equal(opened[1], opened[0])
  assert.equal(driverIn(detailOf(opened[0]), 0).finishingPosition, 2)
})

test('R3 silence is a pause for ten minutes, and a session that goes on is the same', () => {
  const game = driven()
  const { opened, ended, feed, tracker } = play(game.sent)
  tracker.tick(game.clock.atMs + 598_000)
  assert.equal(ended.length, 0)
  tracker.tick(game.clock.atMs + 600_000)
  assert.equal(ended[0]?.reason, 'silence')
  const length = game.sent.length
  game.wait(1)
  game.clock.atMs += 900_000
  game.session()
  game.lapData()
  feed(game.sent.slice(length))
  assert.equal(opened.length, 2)
  assert.equal(opened[1], opened[0])
  assert.equal(opened[0]?.status, 'live')
  assert.equal(driverIn(detailOf(opened[0]), 0).lapTimes.length, 1)
})

test('R3 another session takes over, and late packets of the old one reopen nothing', () => {
  const game = driven()
  const old = game.sent.slice()
  game.newUid(78n, 0)
  game.session({ sessionType: 5, sessionLinkIdentifier: 6 })
  const { opened, ended, feed } = play(game.sent)
  assert.equal(ended[0]?.reason, 'replaced')
  assert.equal(ended[0].session.status, 'ended')
  feed(old)
  assert.equal(opened.length, 2)
  assert.equal(ended.length, 1)
})

test('R3 finish ends the open session', () => {
  const game = driven()
  const { ended, tracker } = play(game.sent)
  tracker.finish(game.clock.atMs)
  assert.equal(ended[0]?.reason, 'finished')
  assert.equal(tracker.current, null)
})

test('R17 a restart leaves an aborted session', () => {
  const game = driven()
  game.newUid(78n, 0)
  game.session()
  const { opened, ended } = play(game.sent)
  assert.equal(ended[0]?.reason, 'restarted')
  assert.equal(ended[0].session.status, 'aborted')
  assert.equal(opened.length, 2)
})

test('R17 a race that was over is not aborted by the next one', () => {
  const game = driven()
  game.event('CHQF', {})
  game.newUid(78n, 0)
  game.session()
  const { tracker, ended } = play(game.sent)
  // R30: no datagram has shown yet that the race continues.
  tracker.tick(game.clock.atMs + 1_000)
  assert.equal(ended[0]?.session.status, 'ended')
})

test('R17 a loaded save joins the session it continues, from where it was saved', () => {
  const game = driven()
  game.event('OVTK', { overtakingVehicleIdx: 1, beingOvertakenVehicleIdx: 0 })
  game.event('SEND', {})
  game.clock.atMs += 60_000
  game.newUid(99n, 100.5)
  game.session()
  game.lapData()
  const { opened, ended, tracker } = play(game.sent)
  assert.equal(ended[0]?.reason, 'sessionEnded')
  assert.equal(opened[1], opened[0])
  assert.deepEqual(opened[0]?.uids, ['77', '99'])
  assert.equal(tracker.current?.status, 'live')
  const detail = detailOf(opened[0])
  assert.equal(detail.sessionId, '99')
  assert.deepEqual(detail.overtakes, [])
  assert.equal(driverIn(detail, 0).lapTimes.length, 1)
})

test('R3 a clock that is set back meanwhile lets no session end before it began', () => {
  const game = driven()
  game.clock.atMs -= 3_600_000
  game.session()
  const { ended, tracker } = play(game.sent)
  tracker.finish(game.clock.atMs)
  const detail = detailOf(ended[0]?.session)
  assert.equal(detail.sessionEndTime, detail.sessionStartTime)
})

test('R3 a clock that is set back after the classification does not keep the session open', () => {
  const game = driven()
  game.over()
  classify(game)
  game.clock.atMs -= 3_600_000
  game.session()
  assert.equal(play(game.sent).ended[0]?.reason, 'classification')
})
