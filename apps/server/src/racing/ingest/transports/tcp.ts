import { chmod, rm } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import type { Refusal } from '@pitboard/contract/ingest/ingest-protocol'
import { StartError } from '../../../platform/diagnostics/errors.ts'
import { serveRecorder, type RecorderContext } from './recorder-connection.ts'
import { networkOf } from '../../../platform/limits/networks.ts'
import { describeTakenPort } from '../../../platform/http/free-port.ts'

/** Each user with a token has one; connections without a token have fewer places. */
const CONNECTIONS_MAX = 10_000

export interface TcpIngest {
  readonly port: number
  stopListening(): void
  /** Asks every recorder to reconnect later. */
  close(): Promise<void>
}

interface ListenOptions {
  readonly host: string
  readonly port: number
  /** A Unix socket for what other processes of this machine pass on; null for a process alone. */
  readonly hopPath: string | null
}

/** Listens for recorders (docs/ingest-protocol.md). */
export async function listenTcp(
  context: RecorderContext,
  { host, port, hopPath }: ListenOptions,
): Promise<TcpIngest> {
  const refusals = new Map<Socket, (refusal: Refusal) => void>()
  const places = createConnectionPlaces()
  const server = createListener((socket) => {
    // Without an address the peer has gone already.
    if (socket.remoteAddress === undefined) socket.destroy()
    else serve(socket, socket.remoteAddress)
  })
  const neighbours = createListener((socket) => serve(socket, null))

  function createListener(onConnection: (socket: Socket) => void): Server {
    const listener = createServer({ noDelay: true, keepAlive: true }, onConnection)
    listener.on('error', (error) => context.log.error({ err: error }, 'The ingest port failed'))
    listener.maxConnections = CONNECTIONS_MAX
    return listener
  }

  function serve(socket: Socket, address: string | null): void {
    socket.on('error', () => socket.destroy())
    let leave = places.enter(socket, address)
    const refuse = serveRecorder(context, socket, {
      address,
      onAuthenticated: () => leave(),
      onPassed(from) {
        leave()
        leave = places.enter(socket, from)
      },
    })
    refusals.set(socket, refuse)
    socket.on('close', () => {
      leave()
      refusals.delete(socket)
    })
  }

  await listening(server, host, port)
  const listeners = [server]
  if (hopPath !== null) {
    await listenPrivately(neighbours, hopPath)
    listeners.push(neighbours)
  }
  const closed = Promise.all(
    listeners.map((listener) => new Promise<void>((resolve) => listener.once('close', resolve))),
  )
  const stopListening = () => {
    for (const listener of listeners) listener.close()
  }
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    stopListening,
    async close() {
      stopListening()
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
    throw new StartError(await describeTakenPort('INGEST_TCP_PORT', host, port))
  }
}

/** For processes of the same user alone. What a crash has left there is removed. */
async function listenPrivately(server: Server, path: string): Promise<void> {
  await rm(path, { force: true })
  server.listen({ path, exclusive: true })
  await once(server, 'listening')
  await chmod(path, 0o600)
}

/** A household or an event behind one address; each of them needs a place for a moment only. */
const PER_NETWORK_MAX = 32
const UNAUTHENTICATED_MAX = 1_000

/** Limits the connections without a token so far. */
interface ConnectionPlaces {
  /**
   * Takes a place, if necessary that of the oldest connection; without an address only the total counts.
   * Returns the function that leaves it.
   */
  enter(socket: Socket, address: string | null): () => void
}

function createConnectionPlaces(): ConnectionPlaces {
  const all = new Map<Socket, string | null>()
  const byNetwork = new Map<string, Set<Socket>>()

  function leave(socket: Socket): void {
    const network = all.get(socket)
    if (network === undefined) return
    all.delete(socket)
    if (network === null) return
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
