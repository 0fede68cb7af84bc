import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// The ports lie below the range from which systems choose: another process could take one of those.
const FIRST = 21_000
const LAST = 32_000

const claims: string[] = []
process.once('exit', () => {
  for (const claim of claims) rmSync(claim, { recursive: true, force: true })
})

/** Finds a free TCP and UDP port and reserves it among the tests while this process runs. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST + 1)
    if (claim(port) && (await isFree(port))) return port
  }
}

function claim(port: number): boolean {
  const folder = join(tmpdir(), `pitboard-port-${port}`)
  try {
    mkdirSync(folder)
  } catch {
    return false
  }
  claims.push(folder)
  return true
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const socket = createSocket('udp4')
  try {
    server.listen(port)
    await once(server, 'listening')
    socket.bind(port)
    await once(socket, 'listening')
    return true
  } catch {
    return false
  } finally {
    await Promise.all([
      new Promise((resolve) => server.close(resolve)),
      new Promise<void>((resolve) => socket.close(resolve)),
    ])
  }
}
