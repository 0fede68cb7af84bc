import { chmod, rm } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import { StartError } from '../../../platform/diagnostics/errors.ts'
import type { Log } from '../../../platform/diagnostics/log.ts'
import type { IngestCertificate } from './ingest-certificate.ts'
import { acceptPlainOrTls } from './plain-or-tls.ts'
import type { RecorderConnections } from './recorder-connections.ts'
import { describeTakenPort } from '../../../platform/http/free-port.ts'

/** Each user with a token has one connection; connections without a token have fewer places. */
const CONNECTIONS_MAX = 10_000

export interface TcpIngest {
  readonly port: number
  stopListening(): void
  /** Resolves once nobody is connected any more. */
  readonly closed: Promise<unknown>
}

interface ListenOptions {
  readonly recorders: RecorderConnections
  readonly log: Log
  readonly host: string
  readonly port: number
  /** It is null where the port takes no TLS. */
  readonly certificate: IngestCertificate | null
  /** Other processes of this machine pass connections on to this Unix socket; null for a process alone. */
  readonly proxyPath: string | null
}

/** Listens for recorders on a port of their own (docs/ingest-protocol.md). */
export async function listenTcp({
  recorders,
  log,
  host,
  port,
  certificate,
  proxyPath,
}: ListenOptions): Promise<TcpIngest> {
  const server = createListener((socket) => {
    const address = socket.remoteAddress
    // A peer without an address has disconnected already.
    if (address === undefined) socket.destroy()
    else if (certificate === null) recorders.serve(socket, address)
    else {
      acceptPlainOrTls(socket, {
        certificate,
        enter: () => recorders.enter(socket, address),
        serve: (stream) => recorders.serve(stream, address),
      })
    }
  })
  const peers = createListener((socket) => recorders.serve(socket, null))

  function createListener(onConnection: (socket: Socket) => void): Server {
    const listener = createServer({ noDelay: true, keepAlive: true }, onConnection)
    listener.on('error', (error) => log.error({ err: error }, 'The ingest port failed'))
    listener.maxConnections = CONNECTIONS_MAX
    return listener
  }

  await listening(server, host, port)
  const listeners = [server]
  if (proxyPath !== null) {
    await listenPrivately(peers, proxyPath)
    listeners.push(peers)
  }
  const closed = Promise.all(
    listeners.map((listener) => new Promise<void>((resolve) => listener.once('close', resolve))),
  )
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    stopListening() {
      for (const listener of listeners) listener.close()
    },
    closed,
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

/** Listens for processes of the same user alone. A socket that a crash has left there is removed. */
async function listenPrivately(server: Server, path: string): Promise<void> {
  await rm(path, { force: true })
  server.listen({ path, exclusive: true })
  await once(server, 'listening')
  await chmod(path, 0o600)
}
