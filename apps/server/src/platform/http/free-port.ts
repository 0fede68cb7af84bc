import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** This many ports are looked at in a row. */
const TRIED_MAX = 100
const PORT_MAX = 65_535

const BIND = { tcp: canListen, udp: canReceive }

/**
 * Finds the first port from `port` on that no program has, for a message or for a program that may choose. Another
 * program can take it before the caller does. Returns null where all that were tried are taken.
 */
export async function findFreePort(
  protocol: keyof typeof BIND,
  host: string,
  port: number,
): Promise<number | null> {
  const last = Math.min(port + TRIED_MAX - 1, PORT_MAX)
  for (let tried = port; tried <= last; tried++) {
    if (await BIND[protocol](host, tried)) return tried
  }
  return null
}

async function canListen(host: string, port: number): Promise<boolean> {
  const server = createServer()
  try {
    server.listen({ host, port, exclusive: true })
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}

async function canReceive(host: string, port: number): Promise<boolean> {
  const socket = createSocket('udp4')
  try {
    socket.bind({ address: host, port, exclusive: true })
    await once(socket, 'listening')
  } catch {
    return false
  } finally {
    socket.close()
  }
  return true
}

/** Proposes another port to a person whose program could not get this one. */
export async function describeTakenPort(
  variable: string,
  host: string,
  port: number,
): Promise<string> {
  const free = await findFreePort('tcp', host, port + 1)
  const other = free === null ? `another one with ${variable}` : `a free one: ${variable}=${free}`
  return `Port ${port} of ${host} is taken by another program. Choose ${other}.`
}
