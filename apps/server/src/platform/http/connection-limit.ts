import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { networkOf, trustOf } from './client-address.ts'

/** How many connections each address has; one of IPv6 counts as the network it is of. */
export interface ConnectionCount {
  isFull(address: string): boolean
  add(address: string): void
  remove(address: string): void
}

/** Addresses of this machine are not counted: there a proxy speaks for everyone. */
export function createConnectionCount(perAddressMax: number): ConnectionCount {
  const byAddress = new Map<string, number>()

  const count = (address: string) => byAddress.get(networkOf(address)) ?? 0

  return {
    isFull: (address) => !isLoopback(address) && count(address) >= perAddressMax,
    add: (address) => void byAddress.set(networkOf(address), count(address) + 1),
    remove(address) {
      const left = count(address) - 1
      if (left > 0) byAddress.set(networkOf(address), left)
      else byAddress.delete(networkOf(address))
    },
  }
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.')
}

/** A club behind one address has that many; more is somebody who holds what others need. */
export const CONNECTIONS_PER_ADDRESS_MAX = 2_000

/**
 * Cuts connections beyond the limit of an address, before anything is read from them. A proxy
 * before the server speaks for everyone: it is not counted.
 */
export function limitConnections(
  { server }: Pick<FastifyInstance, 'server'>,
  { trustProxy }: Pick<Config, 'trustProxy'>,
): void {
  const isProxy = trustOf(trustProxy)
  const connections = createConnectionCount(CONNECTIONS_PER_ADDRESS_MAX)
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress
    // It was reset before it was accepted. Node remembers the address from here on, so that
    // everything behind this hook finds one, even after a later reset.
    if (address === undefined) {
      socket.destroy()
      return
    }
    if (isProxy(address, 0)) return
    if (connections.isFull(address)) {
      socket.destroy()
      return
    }
    connections.add(address)
    socket.once('close', () => connections.remove(address))
  })
}
