import type { Socket } from 'node:net'
import { networkOf } from '../../platform/http/client-address.ts'

/** A household or an event behind one address; each of them needs a place for a moment only. */
const PER_NETWORK_MAX = 32
const UNAUTHENTICATED_MAX = 1_000

/** Connections that have not said who they are yet. */
export interface ConnectionPlaces {
  /** Takes a place; the oldest of the network, or of all, loses its own. Returns how to leave it. */
  enter(socket: Socket, address: string): () => void
}

export function createConnectionPlaces(): ConnectionPlaces {
  const all = new Map<Socket, string>()
  const byNetwork = new Map<string, Set<Socket>>()

  function leave(socket: Socket): void {
    const network = all.get(socket)
    if (network === undefined) return
    all.delete(socket)
    const own = byNetwork.get(network)
    own?.delete(socket)
    if (own?.size === 0) byNetwork.delete(network)
  }

  function evict([oldest]: Iterable<Socket>): void {
    if (!oldest) return
    leave(oldest)
    oldest.destroy()
  }

  return {
    enter(socket, address) {
      const network = networkOf(address)
      const own = byNetwork.get(network) ?? new Set()
      byNetwork.set(network, own)
      own.add(socket)
      all.set(socket, network)
      if (own.size > PER_NETWORK_MAX) evict(own)
      else if (all.size > UNAUTHENTICATED_MAX) evict(all.keys())
      return () => leave(socket)
    },
  }
}
