import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { INGEST_WEB_SOCKET_PATH } from '@pitboard/contract/ingest/ingest-address'
import {
  createFrameReader,
  encodeDatagram,
  encodeFrame,
  encodeJsonFrame,
  readAcknowledgement,
  readJsonPayload,
  type NumberedDatagram,
} from '@pitboard/contract/ingest/ingest-frames'
import {
  Done,
  FrameType,
  INGEST_PROTOCOL_VERSION,
  IngestedSession,
  Refusal,
  SettledPart,
  Welcome,
} from '@pitboard/contract/ingest/ingest-protocol'
import { createConditions } from '@pitboard/contract/testing/conditions'
import { Value } from 'typebox/value'
import { createWebSocketStream, WebSocket } from 'ws'

/** It is the recorder's end of a stream, for tests, with real frames over a real socket. */
export interface TestRecorder<Carrier extends Duplex = Socket> {
  readonly socket: Carrier
  readonly sessions: IngestedSession[]
  readonly acknowledged: () => number
  /** The key is the id of a stream, the value the number up to which it is settled. */
  readonly settled: ReadonlyMap<string, number>
  readonly refusal: () => Refusal | null
  /** Resolves however the connection ends, since the end of a process may reset it. */
  readonly closed: Promise<unknown>
  /**
   * Says hello; with `firstNumber` it does so as a recorder that retains datagrams. Resolves with the number to resume
   * from.
   */
  hello(token: string, streamId: string, firstNumber?: number): Promise<number>
  send(datagram: NumberedDatagram): Promise<void>
  finish(lastNumber: number, endsSession: boolean): Promise<Done>
  /** Resolves once the condition holds, which is checked after every frame that arrives. */
  until(condition: () => boolean): Promise<void>
}

export async function connectRecorder(port: number): Promise<TestRecorder> {
  const socket = connect({ port, host: '127.0.0.1' })
  const recorder = createTestRecorder(socket)
  await once(socket, 'connect')
  return recorder
}

/** Connects over TLS and trusts this certificate alone, for this name. */
export async function connectOverTls(
  port: number,
  { ca, servername }: { readonly ca: string; readonly servername: string },
): Promise<TestRecorder> {
  const socket = connectTls({ port, host: '127.0.0.1', ca, servername })
  const recorder = createTestRecorder<Socket>(socket)
  await once(socket, 'secureConnect')
  return recorder
}

/** Connects over a WebSocket; `url` is the address of the site. */
export async function connectOverWebSocket(url: string): Promise<TestRecorder<Duplex>> {
  const ws = new WebSocket(url.replace(/^http/, 'ws') + INGEST_WEB_SOCKET_PATH)
  await once(ws, 'open')
  const socket = createWebSocketStream(ws)
  socket.once('end', () => socket.destroy())
  return createTestRecorder(socket)
}

export function createTestRecorder<Carrier extends Duplex>(socket: Carrier): TestRecorder<Carrier> {
  socket.on('error', () => socket.destroy())
  const sessions: IngestedSession[] = []
  const conditions = createConditions()
  const settled = new Map<string, number>()
  let welcome: Welcome | null = null
  let done: Done | null = null
  let refusal: Refusal | null = null
  let acknowledged = 0

  const read = createFrameReader(({ type, payload }) => {
    if (type === FrameType.Welcome) welcome = Value.Parse(Welcome, readJsonPayload(payload))
    else if (type === FrameType.Done) done = Value.Parse(Done, readJsonPayload(payload))
    else if (type === FrameType.Refusal) refusal = Value.Parse(Refusal, readJsonPayload(payload))
    else if (type === FrameType.Acknowledge) acknowledged = readAcknowledgement(payload)
    else if (type === FrameType.Settled) {
      const part = Value.Parse(SettledPart, readJsonPayload(payload))
      settled.set(part.streamId, part.number)
    } else if (type === FrameType.Session) {
      sessions.push(Value.Parse(IngestedSession, readJsonPayload(payload)))
    } else if (type === FrameType.Ping) socket.write(encodeFrame(FrameType.Ping))
    conditions.check()
  })
  socket.on('data', read)
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      conditions.end(new Error(`The connection closed: ${refusal?.message ?? 'no reason'}`))
      resolve()
    })
  })

  return {
    socket,
    sessions,
    acknowledged: () => acknowledged,
    settled,
    refusal: () => refusal,
    closed,
    until: conditions.until,
    async hello(token, streamId, firstNumber) {
      const version = INGEST_PROTOCOL_VERSION
      socket.write(encodeJsonFrame(FrameType.Hello, { version, token, streamId, firstNumber }))
      await conditions.until(() => welcome !== null)
      if (firstNumber !== undefined) settled.set(streamId, welcome?.settled ?? -1)
      return welcome?.resumeFrom ?? 0
    },
    async send(datagram) {
      if (!socket.write(encodeDatagram(datagram))) await once(socket, 'drain')
    },
    async finish(lastNumber, endsSession) {
      done = null
      socket.write(encodeJsonFrame(FrameType.Finish, { lastNumber, endsSession }))
      await conditions.until(() => done !== null)
      if (!done) throw new Error('No Done came')
      return done
    },
  }
}
