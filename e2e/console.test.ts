import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { test, type TestContext } from 'node:test'
import { liveSessions } from '@pitboard/contract/live/live'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { assertLapsAndOrder } from '@pitboard/sim/compare'
import { createRace } from '@pitboard/sim/race'
import { until } from '@pitboard/contract/testing/patience'
import { type Pitboard, startPitboard } from './src/pitboard.ts'
import { takenOverUdp } from './src/taken-over-udp.ts'

const race = createRace({ seed: 21, laps: 2, cars: 4, rateHz: 20, trackId: 26 })
/** So few that a socket buffers two of them. */
const BURST = 40

test('kill -9 of the server while a console sends: the rest arrives on the same port', async (t) => {
  const pitboard = await startPitboard(t)
  const { userId, key } = pitboard
  const { port } = await pitboard.call(liveSessions.register, {
    params: { id: userId },
    query: { key, useTcp: false },
  })
  const game = await startConsole(t, pitboard, port)
  await game.driveTo(0.5)
  const [live] = await pitboard.call(liveSessions.all)
  await pitboard.kill()
  // It cannot notice that nobody listens.
  await game.driveTo(0.51)
  await pitboard.start()
  await game.driveTo(1)
  const { id } = await until(async () => (await pitboard.call(sessions.list)).sessions[0])
  assert.equal(id, live?.id)
  assertLapsAndOrder(await pitboard.call(sessions.get, { params: { id } }), race)
})

async function startConsole(t: TestContext, pitboard: Pitboard, port: number) {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  t.after(() => socket.close())
  const datagrams = [...race.datagrams()]
  let sent = 0
  return {
    /** Returns when the server has taken the given share (0 to 1) of the race, or is away. */
    async driveTo(share: number): Promise<void> {
      const end = Math.round(datagrams.length * share)
      while (sent < end) {
        const burst = datagrams.slice(sent, Math.min(end, sent + BURST))
        for (const { bytes } of burst) socket.send(bytes, port, '127.0.0.1')
        sent += burst.length
        await takenOverUdp(pitboard)
      }
    },
  }
}
