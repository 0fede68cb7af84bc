import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { encodeDatagram } from '@pitboard/contract/ingest/ingest-frames'
import { Lease } from '@pitboard/contract/live/live'
import { createRace } from '@pitboard/sim/race'
import { Value } from 'typebox/value'
import { insertPlayer, seenBy, sendRecording } from '../../sessions/lobby.fixture.ts'
import { openTestServer, type TestServer } from '../../../testing/server.ts'
import { forgedSessions } from './forged-sessions.fixture.ts'
import { connectRecorder } from '../transports/recorder.fixture.ts'
import { createSessionLimits } from './session-limits.ts'

const NOW = new Date(Date.UTC(2026, 0, 1))

let server: TestServer
before(async () => {
  // The clock stands still, so that nobody earns new sessions by waiting.
  server = await openTestServer({ now: () => NOW })
})
after(() => server.close())

test('a recorder that opens session after session has to wait, and nobody else does', async () => {
  const [flooder, driver] = [await insertPlayer(server, 'Max'), await insertPlayer(server, 'Ann')]
  const url = `${server.url}/api/LiveSession/register/${flooder.userId}?key=${flooder.key}`
  const { port, token } = Value.Parse(Lease, await (await fetch(url, { method: 'POST' })).json())
  const recorder = await connectRecorder(port)
  await recorder.hello(token ?? '', randomUUID())
  const sent = forgedSessions(600)
  for (const [place, bytes] of sent.entries()) {
    recorder.socket.write(encodeDatagram({ number: place + 1, atMs: NOW.getTime() + place, bytes }))
  }
  await recorder.until(() => recorder.acknowledged() > 0)
  const race = createRace({ seed: 3, laps: 1, cars: 3, rateHz: 10, trackId: 22 })
  await sendRecording(server, driver, seenBy(race, { playerCar: 0 }))
  assert.ok(recorder.acknowledged() < sent.length / 2, `${recorder.acknowledged()}`)
  recorder.socket.destroy()
})

test('a league night with restarts and reconnects meets no limit', () => {
  const limits = createSessionLimits({ count: 0 })
  let nowMs = 0
  // The evening has practice, qualifying and two races, and a lobby that is restarted ten times within two
  // minutes.
  for (let opened = 0; opened < 40; opened++) {
    limits.noteOpened(nowMs)
    limits.addPending()
    assert.deepEqual([limits.waitMs(nowMs), limits.isBehind()], [0, false])
    limits.removePending()
    nowMs += opened > 3 && opened < 14 ? 12_000 : 10
  }
})

test('while all users together have too many sessions, a user with few goes on', () => {
  const total = { count: 0 }
  const crowd = Array.from({ length: 100 }, () => createSessionLimits(total))
  for (const limits of crowd) for (let n = 0; n < 3; n++) limits.addPending()
  assert.ok(crowd.every((limits) => limits.isBehind()))
  const other = createSessionLimits(total)
  other.addPending()
  assert.equal(other.isBehind(), false)
  for (const limits of crowd) limits.removePending()
  assert.ok(crowd.every((limits) => !limits.isBehind()))
})
