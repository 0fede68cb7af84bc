import { createServer, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import type { Refusal } from '@pitboard/contract/ingest-protocol'
import { StartError } from '../errors.ts'
import { serveRecorder, type RecorderContext } from './recorder-connection.ts'

const CONNECTIONS_MAX = 5_000

export interface TcpIngest {
  readonly port: number
  /** Tells every recorder to come back later, and stops listening. */
  close(): Promise<void>
}

/** Listens for recorders (docs/ingest-protocol.md). */
export async function listenTcp(
  context: RecorderContext,
  { host, port }: { host: string; port: number },
): Promise<TcpIngest> {
  const refusals = new Map<Socket, (refusal: Refusal) => void>()
  const server = createServer({ noDelay: true, keepAlive: true }, (socket) => {
    refusals.set(socket, serveRecorder(context, socket))
    socket.on('close', () => refusals.delete(socket))
  })
  server.maxConnections = CONNECTIONS_MAX
  await listening(server, host, port)
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async close() {
      const closed = once(server, 'close')
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
