import assert from 'node:assert/strict'
import { test } from 'node:test'
import { play } from '../../testing/play.ts'
import { createGame } from '../../testing/scripted-game.ts'

interface Next {
  readonly seconds: number
  readonly known?: object
  readonly changes?: object
  /** The game sent this before. */
  readonly send?: 'SEND' | 'CHQF' | 'flag'
}

/** Returns how many sessions there are after a race of 100 s and a Session packet of another UID. */
function sessionsAfter({ seconds, known = {}, changes = {}, send }: Next): number {
  const game = createGame()
  game.session(known)
  game.participants()
  game.lapData()
  game.wait(100)
  const second = { currentLapNum: 2, lastLapTimeMs: 95_000 }
  game.lapData({ 0: second, 1: second, 2: second })
  if (send === 'flag') game.lapData({ 0: { resultStatus: 3 } })
  else if (send) game.event(send, {})
  game.wait(1)
  game.newUid(78n, seconds)
  game.session(changes)
  game.participants()
  game.lapData()
  return new Set(play(game.sent).opened).size
}

test('R17 a save begins after 5 s, and not after the point reached by more than a second', () => {
  assert.equal(sessionsAfter({ seconds: 50 }), 1, '50 s')
  assert.equal(sessionsAfter({ seconds: 5 }), 1, '5 s')
  assert.equal(sessionsAfter({ seconds: 4.9 }), 2, '4.9 s')
  assert.equal(sessionsAfter({ seconds: 101 }), 1, '101 s')
  assert.equal(sessionsAfter({ seconds: 101.1 }), 2, '101.1 s')
})

test('R17 a save has the same track, type and links', () => {
  for (const changes of [
    { trackId: 8 },
    { sessionType: 16 },
    { seasonLinkIdentifier: 9 },
    { weekendLinkIdentifier: 9 },
    { sessionLinkIdentifier: 9 },
  ]) {
    assert.equal(sessionsAfter({ seconds: 50, changes }), 2, JSON.stringify(changes))
  }
})

test('R17 a session that is over, and a time trial, is not continued', () => {
  assert.equal(sessionsAfter({ seconds: 50, send: 'CHQF' }), 2)
  assert.equal(sessionsAfter({ seconds: 50, send: 'flag' }), 2)
  assert.equal(
    sessionsAfter({ seconds: 50, known: { sessionType: 18 }, changes: { sessionType: 18 } }),
    2,
  )
})
