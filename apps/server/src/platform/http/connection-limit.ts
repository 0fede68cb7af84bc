import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { createNetworkCount } from '../limits/networks.ts'
import { trustOf } from './client-address.ts'

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
  const connections = createNetworkCount(CONNECTIONS_PER_ADDRESS_MAX)
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
