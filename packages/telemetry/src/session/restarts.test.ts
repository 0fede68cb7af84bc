import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detailOf, driverIn, play } from '../../testing/play.ts'
import { createGame, type ScriptedGame } from '../../testing/scripted-game.ts'

/** Plays a session of three cars that have done one lap at 100 s. */
function driven(session = {}): ScriptedGame {
  const game = createGame()
  game.session(session)
  game.participants()
  game.lapData()
  game.wait(100)
  const second = { currentLapNum: 2, lastLapTimeMs: 95_000 }
  game.lapData({ 0: second, 1: second, 2: second })
  game.wait(1)
  return game
}

function startAgain(game: ScriptedGame, seconds = 0): void {
  game.newUid(78n, seconds)
  game.session()
  game.participants()
}

test('R17 a restart from the pause comes with SEND, and the old session is aborted', () => {
  const game = driven()
  game.event('SEND', {})
  game.clock.atMs += 2_000
  startAgain(game)
  const { ended, opened } = play(game.sent)
  assert.equal(opened.length, 2)
  assert.equal(ended[0]?.session.status, 'aborted')
})

test('R30 a session whose first packets precede its Session packet opens with it, and not a second later', () => {
  const game = driven()
  game.event('SEND', {})
  game.clock.atMs += 2_000
  game.newUid(78n, 0)
  game.participants()
  game.lapData()
  game.session()
  assert.deepEqual(
    play(game.sent).opened.map(({ uid }) => uid),
    ['77', '78'],
  )
})

test('R17 a restart long after SEND aborts the session that had ended', () => {
  const game = driven()
  game.event('SEND', {})
  const { ended, tracker, feed } = play(game.sent)
  const length = game.sent.length
  game.clock.atMs += 300_000
  tracker.tick(game.clock.atMs)
  assert.equal(ended[0]?.session.status, 'ended')
  startAgain(game)
  feed(game.sent.slice(length))
  assert.deepEqual(
    ended.map(({ reason }) => reason),
    ['sessionEnded', 'restarted'],
  )
  assert.equal(ended[1]?.session, ended[0].session)
  assert.equal(ended[0].session.status, 'aborted')
  assert.equal(tracker.current?.uid, '78')
})

test('R17 what was cut off without SEND stays, since the next may be another race', () => {
  const game = driven()
  const { ended, tracker, feed } = play(game.sent)
  const length = game.sent.length
  tracker.finish(game.clock.atMs)
  startAgain(game)
  feed(game.sent.slice(length))
  assert.equal(ended.length, 1)
  assert.equal(ended[0]?.session.status, 'ended')
})

test('R17 a qualifying’s next part is not a restart, and each part has its own cars', () => {
  const game = driven({ sessionType: 5 })
  game.newUid(78n, 0)
  game.session({ sessionType: 6 })
  game.participants({ 0: { name: 'DRIVER 2' }, 2: { name: 'DRIVER 0', aiControlled: 0 } })
  game.lapData()
  const { ended, opened } = play(game.sent)
  assert.equal(ended[0]?.reason, 'replaced')
  assert.equal(ended[0].session.status, 'ended')
  assert.equal(driverIn(detailOf(opened[0]), 0).name, 'DRIVER 0')
  assert.equal(driverIn(detailOf(opened[1]), 0).name, 'DRIVER 2')
})

/** R30: the game that began the next session a moment ago has not continued the one before. */
function playToEnd(game: ReturnType<typeof createGame>) {
  const played = play(game.sent)
  played.tracker.tick(game.clock.atMs + 1_000)
  return played
}

test('R17 time trial: the laps of a session that is started over stay', () => {
  const links = { seasonLinkIdentifier: 0, weekendLinkIdentifier: 0, sessionLinkIdentifier: 0 }
  const withLap = driven({ sessionType: 18, ...links })
  startAgain(withLap)
  assert.equal(playToEnd(withLap).ended[0]?.session.status, 'ended')
  const without = createGame()
  without.session({ sessionType: 18, ...links })
  without.participants()
  without.lapData()
  startAgain(without)
  assert.equal(playToEnd(without).ended[0]?.session.status, 'aborted')
})

test('R17 a new UID with a continuous clock, without SEND, is the save of a session cut off', () => {
  const game = driven()
  startAgain(game, 60)
  game.lapData({ 0: { currentLapNum: 1, lastLapTimeMs: 0 } })
  const { opened, tracker } = play(game.sent)
  assert.equal(opened.length, 2)
  assert.equal(opened[1], opened[0])
  assert.deepEqual(tracker.current?.uids, ['77', '78'])
  assert.equal(driverIn(detailOf(opened[0]), 0).lapTimes.length, 0)
})

test('R17 red flag: the second start goes on with the same session', () => {
  const game = driven()
  game.event('OVTK', { overtakingVehicleIdx: 1, beingOvertakenVehicleIdx: 0 })
  game.event('RDFL', {})
  game.clock.atMs += 120_000
  game.wait(5)
  game.session({ numRedFlagPeriods: 1 })
  game.event('SSTA', {})
  game.event('LGOT', {})
  game.lapData({ 0: { lapDistance: -20, currentLapTimeMs: 0 } })
  const { opened, ended } = play(game.sent)
  assert.equal(opened.length, 1)
  assert.equal(ended.length, 0)
  const detail = detailOf(opened[0])
  assert.equal(detail.numberOfRedFlags, 1)
  assert.equal(detail.overtakes.length, 1)
  assert.equal(driverIn(detail, 0).lapTimes.length, 1)
})
