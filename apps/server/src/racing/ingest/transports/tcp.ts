import { createServer, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import type { Refusal } from '@pitboard/contract/ingest/ingest-protocol'
import { StartError } from '../../../platform/diagnostics/errors.ts'
import { serveRecorder, type RecorderContext } from './recorder-connection.ts'
import { networkOf } from '../../../platform/http/client-address.ts'

/** Each user with a token has one; connections without a token have fewer places. */
const CONNECTIONS_MAX = 10_000

export interface TcpIngest {
  readonly port: number
  stopListening(): void
  /** Asks every recorder to reconnect later. */
  close(): Promise<void>
}

/** Listens for recorders (docs/ingest-protocol.md). */
export async function listenTcp(
  context: RecorderContext,
  { host, port }: { host: string; port: number },
): Promise<TcpIngest> {
  const refusals = new Map<Socket, (refusal: Refusal) => void>()
  const places = createConnectionPlaces()
  const server = createServer({ noDelay: true, keepAlive: true }, (socket) => {
    socket.on('error', () => socket.destroy())
    // Without an address the peer has gone already.
    const address = socket.remoteAddress
    if (address === undefined) {
      socket.destroy()
      return
    }
    const leave = places.enter(socket, address)
    refusals.set(socket, serveRecorder(context, socket, leave))
    socket.on('close', () => {
      leave()
      refusals.delete(socket)
    })
  })
  server.on('error', (error) => context.log.error({ err: error }, 'The ingest port failed'))
  const closed = new Promise<void>((resolve) => server.once('close', () => resolve()))
  server.maxConnections = CONNECTIONS_MAX
  await listening(server, host, port)
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    stopListening: () => void server.close(),
    async close() {
      server.close()
      for (const refuse of refusals.values()) {
        refuse({ code: 'stopping', message: 'The server stops; connect again in a moment.' })
      }
      await closed
    },
  }
}

async function listening(server: Server, host: string, port: number): Promise<void> {
  try {
    server.listen({ host, port })
    await once(server, 'listening')
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (!taken) throw error
    const reason = `Port ${port} of ${host} is taken.`
    throw new StartError(`${reason} Choose another one with INGEST_TCP_PORT.`)
  }
}

/** A household or an event behind one address; each of them needs a place for a moment only. */
const PER_NETWORK_MAX = 32
const UNAUTHENTICATED_MAX = 1_000

/** Limits the connections without a token so far. */
interface ConnectionPlaces {
  /** Takes a place, if necessary that of the oldest connection. Returns the function that leaves it. */
  enter(socket: Socket, address: string): () => void
}

function createConnectionPlaces(): ConnectionPlaces {
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
