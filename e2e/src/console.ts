import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { TestContext } from 'node:test'
import { liveSessions } from '@pitboard/contract/live/live'
import type { Race } from '@pitboard/sim/race'
import { insertDriver, type Pitboard } from './pitboard.ts'
import { takenOverUdp } from './taken-over-udp.ts'

/** Such a game sends to a leased port of the server itself, without a recorder. */
export interface Console {
  readonly userId: string
  /** Returns when the server has taken the given share (0 to 1) of the race, or is away. */
  driveTo(share: number): Promise<void>
}

/** A burst is so small that a socket buffers two of them. */
const BURST = 40

/** Starts the console of a user of its own, which has leased its port. */
export async function startConsole(
  t: TestContext,
  pitboard: Pitboard,
  race: Pick<Race, 'datagrams'>,
): Promise<Console> {
  const { userId, key } = await insertDriver(pitboard, 'Console')
  const { port } = await pitboard.call(liveSessions.register, {
    params: { id: userId },
    query: { key, useTcp: false },
  })
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  t.after(() => socket.close())
  const datagrams = [...race.datagrams()]
  let sent = 0
  return {
    userId,
    async driveTo(share) {
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
