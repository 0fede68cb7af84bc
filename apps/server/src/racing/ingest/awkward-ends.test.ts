import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { createGame, type ScriptedGame } from '@pitboard/telemetry/testing/scripted-game'
import { deriveSession } from '../sessions/store/derive-session.ts'
import { findCaptureKey } from '../sessions/store/session-queries.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createWorld, push, storedSession } from './recordings/recording.fixture.ts'

let database: TestDatabase
before(async () => {
  database = await openTestDatabase()
})
after(() => database.close())

/** Plays a race until everyone is on the second and last lap. */
function onLastLap(uid: bigint): ScriptedGame {
  const game = createGame({ uid })
  game.session({ totalLaps: 2 })
  game.participants()
  game.lapData()
  game.wait(100)
  const second = { currentLapNum: 2, lastLapTimeMs: 95_000 }
  game.lapData({ 0: second, 1: second, 2: second })
  game.wait(90)
  return game
}

test('a session that was stored after its end and is then started over is not listed', async (t) => {
  const { open, userId } = await createWorld(t, database.db)
  const game = onLastLap(501n)
  game.event('SEND', {})
  const toEnd = game.sent.length
  game.clock.atMs += 60_000
  game.newUid(502n, 0)
  game.session()
  game.participants()
  game.lapData()
  game.wait(100)
  game.event('SEND', {})
  const recording = await open()
  const streamId = randomUUID()
  push(recording, streamId, game.sent, 0, toEnd)
  recording.finish(true)
  await recording.settled()
  const first = await storedSession(database.db, userId)
  assert.equal(first.sessionId, '501')
  push(recording, streamId, game.sent, toEnd)
  recording.finish(true)
  await recording.settled()
  assert.equal((await storedSession(database.db, userId)).sessionId, '502')
  const sessions = [...recording.stream(streamId).sessions.values()]
  assert.equal(sessions.find(({ id }) => id === first.id)?.status, 'aborted')
  const gone = await database.db
    .selectFrom('removed_capture')
    .select('session_id')
    .where('session_id', '=', first.id)
    .execute()
  assert.equal(gone.length, 1, 'its capture goes as well')
  await recording.close()
})

test('the capture holds the lobby’s last history of a session, and none of other sessions', async (t) => {
  const { open, userId, captures } = await createWorld(t, database.db)
  const history = {
    numLaps: 2,
    laps: [
      { lapTimeMs: 95_000, lapValidBitFlags: 15 },
      { lapTimeMs: 91_234, lapValidBitFlags: 15 },
    ],
  }
  const game = onLastLap(601n)
  game.inLobby(() => game.history(0, history))
  game.event('SEND', {})
  game.wait(60)
  game.newUid(602n, 0)
  game.session({ sessionType: 1 })
  game.inLobby(() => game.history(0, { numLaps: 1 }))
  const recording = await open()
  push(recording, randomUUID(), game.sent)
  recording.finish(true)
  await recording.settled()
  const stored = await storedSession(database.db, userId)
  assert.equal(stored.drivers[0]?.lapTimes[1]?.lapTime, 91_234)
  const { id, internalSessionId, userName, sessionId } = stored
  const captured = []
  const key = (await findCaptureKey(database.db, id)) ?? ''
  for await (const datagram of captures.read(key)) captured.push(datagram)
  assert.equal(captured.length, 6)
  const again = await deriveSession(captures.read(key), sessionId, {
    id,
    internalSessionId,
    userId,
    userName,
  })
  assert.deepEqual(again?.detail.drivers, stored.drivers)
  await recording.close()
})
