import type { Duplex } from 'node:stream'
import type { Refusal } from '@pitboard/contract/ingest/ingest-protocol'
import { networkOf } from '../../../platform/limits/networks.ts'
import { type RecorderContext, serveRecorder } from './recorder-connection.ts'

/** Serves all recorders, over TCP and over WebSocket. */
export interface RecorderConnections {
  /** Counts a connection that is not served yet among those without a token; returns the function that ends that. */
  enter(socket: Duplex, address: string): () => void
  /**
   * Serves a connection. If `address` is null, the peer is a server of this machine, which names the recorder's
   * address. `onAuthenticated` is called once the recorder has shown its token.
   */
  serve(socket: Duplex, address: string | null, onAuthenticated?: () => void): void
  /** Asks every recorder to reconnect later. Resolves once all are gone. */
  close(): Promise<void>
}

export function createRecorderConnections(context: RecorderContext): RecorderConnections {
  const refusals = new Map<Duplex, (refusal: Refusal) => void>()
  const places = createConnectionPlaces()
  let allGone: (() => void) | null = null

  return {
    enter: places.enter,
    serve(socket, address, onAuthenticated) {
      socket.on('error', () => socket.destroy())
      let leave = places.enter(socket, address)
      const refuse = serveRecorder(context, socket, {
        address,
        onAuthenticated() {
          leave()
          onAuthenticated?.()
        },
        onPassed(from) {
          leave()
          leave = places.enter(socket, from)
        },
      })
      refusals.set(socket, refuse)
      socket.on('close', () => {
        leave()
        refusals.delete(socket)
        if (refusals.size === 0) allGone?.()
      })
    },
    async close() {
      for (const refuse of refusals.values()) {
        refuse({ code: 'stopping', message: 'The server stops; connect again in a moment.' })
      }
      if (refusals.size === 0) return
      const { promise, resolve } = Promise.withResolvers<void>()
      allGone = resolve
      await promise
    },
  }
}

/** A household or an event has one address; each of its recorders needs a place for a moment only. */
const PER_NETWORK_MAX = 32
const UNAUTHENTICATED_MAX = 1_000

/** Limits the connections that have not shown a token. */
interface ConnectionPlaces {
  /**
   * Takes a place, if necessary that of the oldest connection; without an address only the total counts.
   * Returns the function that leaves it.
   */
  enter(socket: Duplex, address: string | null): () => void
}

function createConnectionPlaces(): ConnectionPlaces {
  const all = new Map<Duplex, string | null>()
  const byNetwork = new Map<string, Set<Duplex>>()

  function leave(socket: Duplex): void {
    const network = all.get(socket)
    if (network === undefined) return
    all.delete(socket)
    if (network === null) return
    const own = byNetwork.get(network)
    own?.delete(socket)
    if (own?.size === 0) byNetwork.delete(network)
  }

  function evict([oldest]: Iterable<Duplex>): void {
    if (!oldest) return
    leave(oldest)
    oldest.destroy()
  }

  return {
    enter(socket, address) {
      const network = address === null ? null : networkOf(address)
      const own = (network === null ? null : byNetwork.get(network)) ?? new Set()
      if (network !== null) byNetwork.set(network, own)
      own.add(socket)
      all.set(socket, network)
      if (own.size > PER_NETWORK_MAX) evict(own)
      else if (all.size > UNAUTHENTICATED_MAX) evict(all.keys())
      return () => leave(socket)
    },
  }
}
