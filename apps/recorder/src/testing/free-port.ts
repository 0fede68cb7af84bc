import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

// The ports lie below the range from which systems choose: another process could take one of those.
const FIRST = 21_000
const COUNT = 5_500
/** A machine whose ports are all taken fails the test by name instead of searching for ever. */
const ATTEMPTS = 1_000

/**
 * Finds a free TCP and UDP port and reserves it among the tests while this process runs. A socket on a second port
 * is the reservation, because the system releases it however the process ends; files of killed processes stayed,
 * until every port was reserved.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = randomInt(FIRST, FIRST + COUNT)
    const reservation = await listen(port + COUNT, '127.0.0.1')
    if (reservation === null) continue
    if (await isFree(port)) {
      reservation.unref()
      return port
    }
    await close(reservation)
  }
  throw new Error(`None of ${ATTEMPTS} ports from ${FIRST} to ${FIRST + COUNT - 1} is free`)
}

async function isFree(port: number): Promise<boolean> {
  const server = await listen(port)
  if (server === null) return false
  const socket = createSocket('udp4')
  try {
    socket.bind(port)
    await once(socket, 'listening')
    return true
  } catch {
    return false
  } finally {
    await Promise.all([close(server), new Promise<void>((resolve) => socket.close(resolve))])
  }
}

/** Resolves with null where something else listens on the port. */
async function listen(port: number, host?: string): Promise<Server | null> {
  const server = createServer((connection) => connection.destroy())
  try {
    server.listen(port, host)
    await once(server, 'listening')
    return server
  } catch {
    return null
  }
}

async function close(server: Server): Promise<void> {
  server.close()
  await once(server, 'close')
}
