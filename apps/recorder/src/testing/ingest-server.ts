import {
  createFrameReader,
  encodeAcknowledgement,
  encodeJsonFrame,
  readDatagramPayload,
  readJsonPayload,
  type Frame,
  type NumberedDatagram,
} from '@pitboard/contract/ingest/ingest-frames'
import {
  Finish,
  FrameType,
  Hello,
  type IngestedSession,
  type Refusal,
} from '@pitboard/contract/ingest/ingest-protocol'
import { EventEmitter, once } from 'node:events'
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'
import { Value } from 'typebox/value'
import { freePort } from './free-port.ts'

export const user = '0190b3a4-0000-7000-8000-000000000001'
export const key = 'right-key'
export const session: IngestedSession = {
  id: '0190b3a4-0000-7000-8000-000000000002',
  sessionId: '77',
  status: 'recorded',
  sessionUrl: 'http://localhost/sessions/0190b3a4-0000-7000-8000-000000000002',
  liveUrl: 'http://localhost/live/0190b3a4-0000-7000-8000-000000000002',
}

interface Stream {
  readonly durable: NumberedDatagram[]
  /** These have arrived, and are lost when the server dies. */
  unsynced: NumberedDatagram[]
  finish: Finish | null
}

export interface IngestServer {
  readonly url: string
  readonly streams: ReadonlyMap<string, Stream>
  readonly only: Stream
  readonly connections: number
  readonly refusals: number
  /** If it is true, the server makes everything durable as soon as it arrives. */
  syncing: boolean
  refusal: Refusal | null
  isKeyRevoked: boolean
  /** It says whether the server settles streams; one of an earlier version does not. */
  settles: boolean
  /** Loses its disk: it knows no stream any more. */
  lose(): void
  /** Settles the only stream up to this number. */
  settle(number: number): void
  /** Waits for something to happen, not for time to pass. */
  until(holds: () => boolean): Promise<void>
  /** Acts like a `kill -9`: connections break, everything that was not durable is lost, the ports are closed. */
  kill(): Promise<void>
  /** Starts again on the same ports. */
  start(): Promise<void>
}

/** Starts the server's side of the ingest protocol, on real sockets, with the streams in memory. */
export async function startIngestServer(udpPort = 0): Promise<IngestServer> {
  const streams = new Map<string, Stream>()
  const changes = new EventEmitter()
  const sockets = new Set<Socket>()
  let http: HttpServer | null = null
  let tcp: Server | null = null
  const ports = { http: await freePort(), tcp: await freePort() }
  let connections = 0
  let refusals = 0

  const server: IngestServer = {
    get url() {
      return `http://127.0.0.1:${ports.http}`
    },
    streams,
    get only() {
      const [stream] = streams.values()
      if (stream === undefined || streams.size > 1) throw new Error(`${streams.size} streams`)
      return stream
    },
    get connections() {
      return connections
    },
    get refusals() {
      return refusals
    },
    syncing: true,
    refusal: null,
    isKeyRevoked: false,
    settles: false,
    lose: () => streams.clear(),
    settle(number) {
      const [streamId] = streams.keys()
      for (const socket of sockets) {
        socket.write(encodeJsonFrame(FrameType.Settled, { streamId, number }))
      }
    },
    async until(holds) {
      while (!holds()) await once(changes, 'change')
    },
    async kill() {
      for (const socket of sockets) socket.destroy()
      for (const stream of streams.values()) stream.unsynced = []
      http?.closeAllConnections()
      await Promise.all([close(http), close(tcp)])
    },
    async start() {
      http = createHttpServer((request, response) => {
        const { status, body } = answer(new URL(request.url ?? '', 'http://localhost'))
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(JSON.stringify(body))
      })
      tcp = createServer(accept)
      http.listen(ports.http, '127.0.0.1')
      tcp.listen(ports.tcp, '127.0.0.1')
      await Promise.all([once(http, 'listening'), once(tcp, 'listening')])
    },
  }

  function answer({ pathname, searchParams }: URL): { status: number; body: unknown } {
    if (pathname === '/api/Sessions') {
      return { status: 200, body: { totalPages: 1, sessions: [{ ...session, userId: user }] } }
    }
    if (!pathname.startsWith('/api/LiveSession/register/')) return { status: 404, body: {} }
    if (searchParams.get('key') !== key || server.isKeyRevoked) {
      return { status: 401, body: { title: 'Wrong key', status: 401 } }
    }
    const useUdp = searchParams.get('useTcp') === 'false'
    const lease = useUdp ? { protocol: 'udp', port: udpPort } : { protocol: 'tcp', port: ports.tcp }
    const expiresAt = new Date(Date.now() + 60_000).toISOString()
    const liveUrl = `http://localhost/liveUser/${user}`
    return {
      status: 200,
      body: { ...lease, host: '127.0.0.1', token: useUdp ? null : 't', expiresAt, liveUrl },
    }
  }

  function accept(socket: Socket): void {
    connections++
    sockets.add(socket)
    let stream: Stream | null = null
    const read = createFrameReader((frame) => {
      stream ??= receiveHello(socket, frame)
      if (stream !== null) receive(socket, stream, frame)
      changes.emit('change')
    })
    socket.on('data', read)
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      changes.emit('change')
    })
    changes.emit('change')
  }

  function receiveHello(socket: Socket, frame: Frame): Stream | null {
    const { streamId, firstNumber = 1 } = Value.Parse(Hello, readJsonPayload(frame.payload))
    if (server.refusal !== null) {
      refusals++
      socket.end(encodeJsonFrame(FrameType.Refusal, server.refusal))
      return null
    }
    const stream = streams.get(streamId) ?? { durable: [], unsynced: [], finish: null }
    stream.unsynced = []
    streams.set(streamId, stream)
    const resumeFrom = (stream.durable.at(-1)?.number ?? 0) + 1
    const welcome = server.settles
      ? { resumeFrom: Math.max(resumeFrom, firstNumber), settled: 0 }
      : { resumeFrom }
    socket.write(encodeJsonFrame(FrameType.Welcome, welcome))
    return stream
  }

  function receive(socket: Socket, stream: Stream, frame: Frame): void {
    if (frame.type === FrameType.Datagram) stream.unsynced.push(readDatagramPayload(frame.payload))
    if (frame.type === FrameType.Finish) {
      stream.finish = Value.Parse(Finish, readJsonPayload(frame.payload))
    }
    if (!server.syncing) return
    stream.durable.push(...stream.unsynced)
    stream.unsynced = []
    const acknowledged = stream.durable.at(-1)?.number ?? 0
    socket.write(encodeAcknowledgement(acknowledged))
    if (frame.type === FrameType.Finish) {
      socket.write(encodeJsonFrame(FrameType.Done, { acknowledged, sessions: [session] }))
    }
  }

  await server.start()
  return server
}

async function close(server: HttpServer | Server | null): Promise<void> {
  if (server === null || !server.listening) return
  const closing = once(server, 'close')
  server.close()
  await closing
}
