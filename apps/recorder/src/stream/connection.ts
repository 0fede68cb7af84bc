import {
  createFrameReader,
  encodeFrame,
  encodeJsonFrame,
  readAcknowledgement,
  readJsonPayload,
  type Frame,
} from '@pitboard/contract/ingest/ingest-frames'
import {
  Done,
  FrameType,
  INGEST_PROTOCOL_VERSION,
  IngestedSession,
  PING_INTERVAL_MS,
  Refusal,
  SettledPart,
  Welcome,
  type Hello,
} from '@pitboard/contract/ingest/ingest-protocol'
import { Value } from 'typebox/value'
import { errorCode, errorText } from '../failure.ts'
import { ServerUnavailable } from './lease.ts'
import type { StreamSocket } from './stream-socket.ts'

const WELCOME_TIMEOUT_MS = 10_000
const SILENCE_MS = 3 * PING_INTERVAL_MS

/** The server has closed the stream, with its reason. */
export class StreamRefused extends Error {
  readonly code: Refusal['code']

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.code = refusal.code
  }
}

export interface ConnectionEvents {
  acknowledged(number: number): void
  session(session: IngestedSession): void
  done(done: Done): void
  settled(part: SettledPart): void
  /** More may be sent, or the connection is lost. */
  changed(): void
}

export interface Connection {
  readonly resumeFrom: number
  /** The stream is settled up to this number; it is null for a server that never settles. */
  readonly settled: number | null
  /** It is false while the server or the network is behind. */
  readonly writable: boolean
  /** It says why the connection is over, and is null while it lives. */
  readonly lost: Error | null
  send(bytes: Uint8Array): void
  close(): void
}

/** Sends the Hello over a connected socket; resolves with the server's Welcome, else throws. */
export function openConnection(
  { socket, address }: StreamSocket,
  hello: Omit<Hello, 'version'>,
  on: ConnectionEvents,
): Promise<Connection> {
  return new Promise((resolve, reject) => {
    let lost: Error | null = null
    let writable = false
    let receivedAt = Date.now()
    let sentAt = Date.now()

    function send(bytes: Uint8Array): void {
      if (lost !== null) return
      sentAt = Date.now()
      writable = socket.write(bytes)
    }

    function lose(error: Error): void {
      if (lost !== null) return
      lost = error
      clearTimeout(welcomeTimer)
      clearInterval(pingTimer)
      socket.destroy()
      reject(error)
      on.changed()
    }

    function receive({ type, payload }: Frame): void {
      // Frames behind a refusal in the same chunk no longer count.
      if (lost !== null) return
      if (type === FrameType.Welcome) acceptWelcome(Value.Parse(Welcome, readJsonPayload(payload)))
      else if (type === FrameType.Acknowledge) on.acknowledged(readAcknowledgement(payload))
      else if (type === FrameType.Session) {
        on.session(Value.Parse(IngestedSession, readJsonPayload(payload)))
      } else if (type === FrameType.Done) on.done(Value.Parse(Done, readJsonPayload(payload)))
      else if (type === FrameType.Settled) {
        on.settled(Value.Parse(SettledPart, readJsonPayload(payload)))
      } else if (type === FrameType.Refusal) {
        lose(new StreamRefused(Value.Parse(Refusal, readJsonPayload(payload))))
      }
    }

    function acceptWelcome({ resumeFrom, settled }: Welcome): void {
      clearTimeout(welcomeTimer)
      resolve({
        resumeFrom,
        settled: settled ?? null,
        get writable() {
          return writable
        },
        get lost() {
          return lost
        },
        send,
        close: () => lose(new ServerUnavailable('closed')),
      })
    }

    function checkSilence(): void {
      const now = Date.now()
      if (now - receivedAt >= SILENCE_MS)
        lose(new ServerUnavailable(`${address} has fallen silent`))
      else if (now - sentAt >= PING_INTERVAL_MS) send(encodeFrame(FrameType.Ping))
    }

    const read = createFrameReader(receive)
    const welcomeTimer = setTimeout(
      () => lose(new ServerUnavailable(`${address} does not answer`)),
      WELCOME_TIMEOUT_MS,
    )
    const pingTimer = setInterval(checkSilence, PING_INTERVAL_MS / 5)

    socket.on('data', (chunk: Buffer) => {
      receivedAt = Date.now()
      try {
        read(chunk)
      } catch (error) {
        lose(
          new ServerUnavailable(
            `${address} sent data that no Pitboard server sends (${errorText(error)})`,
          ),
        )
      }
    })
    socket.on('drain', () => {
      writable = true
      on.changed()
    })
    socket.on('error', (error: Error) =>
      lose(new ServerUnavailable(`${address} broke off (${errorCode(error) ?? error.message})`)),
    )
    socket.on('close', () => lose(new ServerUnavailable(`${address} closed the connection`)))
    send(encodeJsonFrame(FrameType.Hello, { version: INGEST_PROTOCOL_VERSION, ...hello }))
  })
}
