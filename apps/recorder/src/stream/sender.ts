import { encodeJsonFrame } from '@pitboard/contract/ingest/ingest-frames'
import {
  FrameType,
  type Done,
  type Finish,
  type IngestedSession,
} from '@pitboard/contract/ingest/ingest-protocol'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '../failure.ts'
import { openConnection, StreamRefused, type Connection } from './connection.ts'
import { createLatch } from './latch.ts'
import { ServerUnavailable, registerTcp, type Target } from './lease.ts'
import type { Outbox } from './outbox.ts'

const FIRST_RETRY_MS = 200
const LONGEST_RETRY_MS = 30_000

export interface SenderOptions {
  readonly target: Target
  readonly streamId: string
  readonly outbox: Outbox
  readonly onNote: (text: string) => void
  /** How long the server may be away before `run` gives up; null: never. */
  readonly patienceMs: { readonly atFirst: number; readonly later: number } | null
}

export interface Sender {
  readonly connected: boolean
  /** Why the last try failed, while it is not connected. */
  readonly lastError: string | null
  /** Numbers handed to the network, and made durable by the server, by this process. */
  readonly sent: number
  readonly acknowledged: number
  /** The highest number of the stream that is durable. */
  readonly acknowledgedNumber: number
  readonly liveUrl: string | null
  readonly sessions: ReadonlyMap<string, IngestedSession>
  /**
   * Sends what the outbox holds and receives, and reconnects when the network or the server fails.
   * Resolves when the server has made everything durable after `finish`; throws a `Failure` where a
   * retry cannot help or patience has run out.
   */
  readonly run: () => Promise<void>
  /** The outbox has grown. */
  readonly notifyGrown: () => void
  /** Nothing more will come. */
  readonly finish: (endsSession: boolean) => void
  /** Gives up at once; `run` resolves. */
  readonly stop: () => void
}

/** One stream to the server: leases, connects, and sends from the number the server asks for. */
export function createSender(options: SenderOptions): Sender {
  const { target, streamId, outbox, onNote, patienceMs } = options
  const latch = createLatch()
  const stopping = new AbortController()
  let pause = new AbortController()
  const sessions = new Map<string, IngestedSession>()
  let connection: Connection | null = null
  let finish: { endsSession: boolean } | null = null
  let done: Done | null = null
  let liveUrl: string | null = null
  let startedAfter: number | null = null
  let sentNumber = 0
  let acknowledgedNumber = 0
  let tokenRefused = false
  let lastError: string | null = null

  function acknowledge(number: number): void {
    if (number <= acknowledgedNumber) return
    acknowledgedNumber = number
    outbox.acknowledge(number)
    latch.wake()
  }

  /** An aborted session has no page to link. */
  function noteSession(session: IngestedSession): void {
    if (session.status === 'aborted') sessions.delete(session.id)
    else sessions.set(session.id, session)
  }

  async function open(): Promise<Connection> {
    const lease = await registerTcp(target)
    liveUrl = lease.liveUrl
    return openConnection(lease, streamId, {
      acknowledged: acknowledge,
      session: noteSession,
      done(answer) {
        for (const session of answer.sessions) noteSession(session)
        done = answer
        acknowledge(answer.acknowledged)
        latch.wake()
      },
      changed: latch.wake,
    })
  }

  async function stream(on: Connection): Promise<void> {
    const from = on.resumeFrom
    startedAfter ??= from - 1
    sentNumber = Math.max(sentNumber, from - 1)
    acknowledge(from - 1)
    if (from < outbox.firstNumber) {
      throw new Failure(
        `The server has lost datagrams ${from} to ${outbox.firstNumber - 1}, which it had confirmed`,
        'Send the capture again with "send FILE"; recordings are in the spool folder.',
      )
    }
    const cursor = outbox.readFrom(from)
    let finishSent = false
    try {
      for (;;) {
        if (done !== null || stopping.signal.aborted) return
        if (on.lost !== null) throw on.lost
        const batch = on.writable ? cursor.next() : null
        if (batch !== null) {
          on.send(batch.frames)
          sentNumber = Math.max(sentNumber, batch.lastNumber)
          continue
        }
        if (on.writable && finish !== null && !finishSent) {
          const answer: Finish = { lastNumber: outbox.lastNumber, ...finish }
          on.send(encodeJsonFrame(FrameType.Finish, answer))
          finishSent = true
        }
        await latch.wait()
      }
    } finally {
      cursor.close()
    }
  }

  /** The reason of a failure that another try may solve; throws where it cannot. */
  function readRetryReason(error: unknown): string {
    if (error instanceof ServerUnavailable) return error.message
    if (!(error instanceof StreamRefused)) throw error
    const { code, message } = error
    if (code === 'token' && !tokenRefused) {
      tokenRefused = true
      return message
    }
    if (code === 'limit' || code === 'stopping' || code === 'internal') return message
    if (code === 'replaced' && patienceMs === null) return message
    throw new Failure(`The server refused the stream: ${message}`, findRemedy(code))
  }

  async function run(): Promise<void> {
    let retryMs = FIRST_RETRY_MS
    let noted = ''
    let awaySince = Date.now()
    while (done === null && !stopping.signal.aborted) {
      try {
        connection = await open()
        lastError = null
        if (patienceMs === null || noted !== '') {
          onNote(`connected to ${target.server}, live at ${liveUrl}`)
        }
        retryMs = FIRST_RETRY_MS
        noted = ''
        tokenRefused = false
        await stream(connection)
        return
      } catch (error) {
        const wasConnected = connection !== null
        const reason = readRetryReason(error)
        lastError = reason
        // Two recorders would otherwise replace each other without end.
        if (error instanceof StreamRefused && error.code === 'replaced') retryMs = LONGEST_RETRY_MS
        if (wasConnected) awaySince = Date.now()
        if (stopping.signal.aborted) return
        if (reason !== noted) onNote(`${reason}; trying again`)
        noted = reason
        const patience = startedAfter === null ? patienceMs?.atFirst : patienceMs?.later
        if (patience !== undefined && Date.now() - awaySince > patience) {
          throw new Failure(reason, 'Check --server and that the server runs, then start again.')
        }
      } finally {
        connection?.close()
        connection = null
      }
      await sleep(retryMs, null, { signal: pause.signal }).catch(() => {})
      if (pause.signal.aborted) {
        pause = new AbortController()
        retryMs = FIRST_RETRY_MS
      } else if (retryMs * 2 < LONGEST_RETRY_MS) retryMs *= 2
    }
  }

  return {
    get connected() {
      return connection !== null
    },
    get lastError() {
      return lastError
    },
    get sent() {
      return sentNumber - (startedAfter ?? 0)
    },
    get acknowledged() {
      return Math.max(0, acknowledgedNumber - (startedAfter ?? 0))
    },
    get acknowledgedNumber() {
      return acknowledgedNumber
    },
    get liveUrl() {
      return liveUrl
    },
    sessions,
    run,
    notifyGrown: latch.wake,
    finish(endsSession) {
      finish = { endsSession }
      // The end should not have to wait for the next try.
      pause.abort()
      latch.wake()
    },
    stop() {
      stopping.abort()
      pause.abort()
      latch.wake()
    },
  }
}

function findRemedy(code: StreamRefused['code']): string {
  if (code === 'token') return 'Check that the clocks of this machine and the server are right.'
  if (code === 'replaced') {
    return 'Another recorder of this user is sending: stop one of the two, then start again.'
  }
  return 'Use the recorder of the same version as the server.'
}
