import { createSocket } from 'node:dgram'
import { EventEmitter, once } from 'node:events'
import type { TestContext } from 'node:test'
import type { Race } from '@pitboard/sim/race'

/**
 * The game can pause and loses nothing on the way to the recorder: it listens to the datagrams that the recorder
 * forwards and never has more in flight than a socket buffers.
 */
export interface PacedGame {
  /** This is the value for the recorder's `--forward`. */
  readonly echo: string
  /** Returns when the recorder has taken the given share (0 to 1) of the race's datagrams. */
  driveTo(share: number): Promise<void>
}

const UNDER_WAY_MAX = 40

export async function startPacedGame(
  t: TestContext,
  race: Pick<Race, 'datagrams'>,
  port: number,
): Promise<PacedGame> {
  const socket = createSocket('udp4')
  const arrived = new EventEmitter()
  let taken = 0
  socket.on('message', () => {
    taken++
    arrived.emit('one')
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  t.after(() => socket.close())
  const datagrams = [...race.datagrams()]
  let sent = 0
  return {
    echo: `127.0.0.1:${socket.address().port}`,
    async driveTo(share) {
      const end = Math.round(datagrams.length * share)
      for (const { bytes } of datagrams.slice(sent, end)) {
        socket.send(bytes, port, '127.0.0.1')
        sent++
        while (sent - taken >= UNDER_WAY_MAX) await once(arrived, 'one')
      }
      while (taken < sent) await once(arrived, 'one')
    },
  }
}
