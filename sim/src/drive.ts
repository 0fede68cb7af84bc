import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Race } from './race.ts'
import { createRandom } from './setup/random.ts'

interface DriveOptions {
  /** Default 127.0.0.1. */
  readonly host?: string
  readonly port: number
  /** Times real time, or as fast as a receiver on this machine takes it. */
  readonly speed: number | 'max'
  /** Share of the datagrams that get lost on the way, 0 to 1. */
  readonly loss?: number
  /** Decides which ones. */
  readonly lossSeed?: number
  readonly signal?: AbortSignal
}

// A receive buffer of Linux holds about 90 full datagrams, so datagrams are sent in bursts.
const BURST = 30
const PAUSE_MS = 1

/**
 * Sends a race over UDP as the game would, and returns when it is over or the signal has
 * stopped it. A missing receiver is not an error.
 */
export async function driveRace(
  race: Pick<Race, 'datagrams'>,
  options: DriveOptions,
): Promise<{ sent: number; lost: number }> {
  const { speed, loss = 0, lossSeed = 1, signal } = options
  const chance = createRandom(lossSeed)
  const socket = await connect(options)
  const startedAt = performance.now()
  const count = { sent: 0, lost: 0 }
  let burst = 0
  try {
    for (const { atMs, bytes } of race.datagrams()) {
      const early = speed === 'max' ? 0 : atMs / speed - (performance.now() - startedAt)
      if (early >= 1 || burst === BURST) {
        burst = 0
        await pause(Math.max(PAUSE_MS, early), null, signal ? { signal } : {})
      }
      if (loss > 0 && chance.next() < loss) {
        count.lost++
        continue
      }
      socket.send(bytes)
      count.sent++
      burst++
    }
    while (socket.getSendQueueCount() > 0) await pause(PAUSE_MS)
  } catch (error) {
    if (!signal?.aborted) throw error
  } finally {
    socket.close()
  }
  return count
}

async function connect({ host = '127.0.0.1', port }: DriveOptions): Promise<Socket> {
  const socket = createSocket('udp4')
  socket.connect(port, host)
  await once(socket, 'connect')
  // An error after this means that no receiver is listening.
  socket.on('error', () => undefined)
  return socket
}
