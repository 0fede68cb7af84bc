import { encodeJsonFrame } from '@pitboard/contract/ingest/ingest-frames'
import {
  FrameType,
  type Done,
  type Finish,
  type IngestedSession,
  type SettledPart,
} from '@pitboard/contract/ingest/ingest-protocol'
import { setImmediate as endTurn, setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '../failure.ts'
import { openConnection, StreamRefused, type Connection } from './connection.ts'
import { createLatch } from './latch.ts'
import { ServerUnavailable, registerTcp, type Target } from './lease.ts'
import type { Outbox } from './outbox.ts'
import { openStreamSocket } from './stream-socket.ts'

const FIRST_RETRY_MS = 200
const LONGEST_RETRY_MS = 30_000
/** Another server takes the stream over as soon as the one that stops has released it. */
const LONGEST_MOVE_RETRY_MS = 500
/** What a server has lost is sent again at 300 times the pace of a race: others need it too. */
const RESENT_PER_SECOND = 10_000
/**
 * The delay applies from the second loss on: the recorder does not send everything all the time to a server that loses
 * it again and again.
 */
const FIRST_LOSS_DELAY_MS = 1_000
const LONGEST_LOSS_DELAY_MS = 5 * 60_000
/** A loss this long after the last one counts as the first. */
const LOSS_FORGOTTEN_MS = 10 * 60_000

export interface SenderOptions {
  readonly target: Target
  readonly streamId: string
  readonly outbox: Outbox
  readonly onNote: (text: string) => void
  /** Another stream of this user is settled up to a number. */
  readonly onOtherSettled?: (part: SettledPart) => void
  /** The server may be away this long before `run` gives up; null never gives up. */
  readonly patienceMs: { readonly atFirst: number; readonly later: number } | null
}

/** `lost` says that the server has lost data of this stream, and maybe of earlier ones, which go first. */
export type StreamEnd = 'over' | 'lost'

export interface Sender {
  readonly connected: boolean
  /** It says why the last try failed, while it is not connected. */
  readonly lastError: string | null
  /** Counts numbers that were handed to the network, and made durable by the server, by this process. */
  readonly sent: number
  readonly acknowledged: number
  /** It is the highest number of the stream that is durable. */
  readonly acknowledgedNumber: number
  readonly liveUrl: string | null
  readonly sessions: ReadonlyMap<string, IngestedSession>
  /**
   * Sends what the outbox holds and receives, and reconnects when the network or the server fails.
   * Resolves when the server has made everything durable after `finish`, and when it has lost data: run
   * again, it sends them again. Throws a `Failure` where a retry cannot help or patience has run out.
   */
  readonly run: () => Promise<StreamEnd>
  /** The outbox has grown. */
  readonly notifyGrown: () => void
  /** Nothing more will come. */
  readonly finish: (endsSession: boolean) => void
  /** Gives up at once, so that `run` resolves. */
  readonly stop: () => void
}

/** Sends one stream to the server: leases, connects, and sends from the number the server asks for. */
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
  /** The server has never had more. */
  let highestNumber = 0
  let losses = 0
  let lostAtMs = -Infinity
  let canSettle = false
  let tokenRefused = false
  let lastError: string | null = null

  function acknowledge(claimed: number): void {
    const number = Math.min(claimed, sentNumber)
    if (number > acknowledgedNumber) setAcknowledged(number)
  }

  function setAcknowledged(number: number): void {
    acknowledgedNumber = number
    highestNumber = Math.max(highestNumber, number)
    outbox.acknowledge(number)
    // Such a server needs nothing that it has acknowledged.
    if (!canSettle) outbox.settle(number)
    latch.wake()
  }

  function settle(part: SettledPart): void {
    if (part.streamId === streamId) outbox.settle(part.number)
    else options.onOtherSettled?.(part)
  }

  function noteLoss(from: number): void {
    onNote(
      `The server no longer has datagrams ${from} to ${acknowledgedNumber}: sending them again`,
    )
    const nowMs = Date.now()
    losses = nowMs - lostAtMs > LOSS_FORGOTTEN_MS ? 1 : losses + 1
    lostAtMs = nowMs
    setAcknowledged(from - 1)
  }

  async function waitAfterLoss(): Promise<void> {
    if (losses < 2) return
    await waitToRetry(Math.max(0, lostAtMs + lossDelayMs(losses) - Date.now()))
  }

  async function waitToRetry(delayMs: number): Promise<void> {
    await sleep(delayMs, null, { signal: pause.signal }).catch(() => {})
  }

  /** An aborted session has no page to link. */
  function noteSession(session: IngestedSession): void {
    if (session.status === 'aborted') sessions.delete(session.id)
    else sessions.set(session.id, session)
  }

  async function open(): Promise<Connection> {
    const lease = await registerTcp(target)
    liveUrl = lease.liveUrl
    const { token } = lease
    const socket = await openStreamSocket(target.server, lease)
    const hello = outbox.isRetaining
      ? { token, streamId, firstNumber: outbox.firstNumber }
      : { token, streamId }
    return openConnection(socket, hello, {
      acknowledged: acknowledge,
      session: noteSession,
      done(answer) {
        for (const session of answer.sessions) noteSession(session)
        done = answer
        acknowledge(answer.acknowledged)
        latch.wake()
      },
      settled: settle,
      changed: latch.wake,
    })
  }

  async function stream(on: Connection): Promise<StreamEnd> {
    canSettle = on.settled !== null
    const from = Math.min(on.resumeFrom, outbox.lastNumber + 1)
    if (outbox.isRetaining && from <= acknowledgedNumber) {
      noteLoss(from)
      return 'lost'
    }
    startedAfter ??= from - 1
    sentNumber = Math.max(sentNumber, from - 1)
    acknowledge(from - 1)
    outbox.settle(on.settled ?? 0)
    if (from < outbox.firstNumber && outbox.isRetaining) {
      onNote(`The datagrams ${from} to ${outbox.firstNumber - 1} are deleted: a session lacks them`)
    } else if (from < outbox.firstNumber) {
      throw new Failure(
        `The server has lost datagrams ${from} to ${outbox.firstNumber - 1}, which it had confirmed`,
        'Send the capture again with "send FILE"; recordings are in the spool folder.',
      )
    }
    const first = Math.max(from, outbox.firstNumber)
    const cursor = outbox.readFrom(first)
    let finishSent = false
    let at = first - 1
    try {
      for (;;) {
        if (done !== null || stopping.signal.aborted) return 'over'
        if (on.lost !== null) throw on.lost
        const batch = on.writable ? cursor.next() : null
        if (batch !== null) {
          on.send(batch.frames)
          const { lastNumber } = batch
          sentNumber = Math.max(sentNumber, lastNumber)
          if (lastNumber <= highestNumber)
            await sleep(((lastNumber - at) * 1000) / RESENT_PER_SECOND)
          at = lastNumber
          continue
        }
        if (on.writable && finish !== null && !finishSent) {
          const answer: Finish = { lastNumber: outbox.lastNumber, ...finish }
          on.send(encodeJsonFrame(FrameType.Finish, answer))
          finishSent = true
        }
        await latch.wait()
        // The datagrams of a frame of the game arrive in one turn: they go together, since each message costs the server something.
        await endTurn()
      }
    } finally {
      cursor.close()
    }
  }

  /** Returns the reason of a failure that another try may solve; throws where it cannot. */
  function readRetryReason(error: unknown): string {
    if (error instanceof ServerUnavailable) return error.message
    if (!(error instanceof StreamRefused)) throw error
    const { code, message } = error
    if (code === 'token' && !tokenRefused) {
      tokenRefused = true
      return message
    }
    if (code === 'limit' || code === 'stopping' || code === 'internal') return message
    if (code === 'full') return message
    if (code === 'replaced' && patienceMs === null) return message
    throw new Failure(`The server refused the stream: ${message}`, findRemedy(code))
  }

  async function run(): Promise<StreamEnd> {
    done = null
    await waitAfterLoss()
    let retryMs = FIRST_RETRY_MS
    let noted = ''
    let awaySince = Date.now()
    let openedAtMs = 0
    let highestBefore = 0
    while (done === null && !stopping.signal.aborted) {
      try {
        connection = await open()
        lastError = null
        if (patienceMs === null || noted !== '') {
          onNote(`connected to ${target.server}, live at ${liveUrl}`)
        }
        noted = ''
        tokenRefused = false
        openedAtMs = Date.now()
        highestBefore = highestNumber
        return await stream(connection)
      } catch (error) {
        const wasConnected = connection !== null
        const hasProgressed =
          highestNumber > highestBefore || Date.now() - openedAtMs > LONGEST_RETRY_MS
        if (wasConnected && hasProgressed) retryMs = FIRST_RETRY_MS
        const reason = readRetryReason(error)
        lastError = reason
        if (error instanceof StreamRefused) retryMs = boundRetry(retryMs, error.code)
        if (wasConnected) awaySince = Date.now()
        if (stopping.signal.aborted) return 'over'
        if (reason !== noted) onNote(`${reason}; trying again`)
        noted = reason
        const patience = startedAfter === null ? patienceMs?.atFirst : patienceMs?.later
        if (patience !== undefined && Date.now() - awaySince > patience) {
          const isFull = error instanceof StreamRefused && error.code === 'full'
          const remedy = isFull
            ? 'Its operator has to make room; then start again.'
            : 'Check --server and that the server runs, then start again.'
          throw new Failure(reason, remedy)
        }
      } finally {
        connection?.close()
        connection = null
      }
      await waitToRetry(retryMs)
      if (pause.signal.aborted) {
        pause = new AbortController()
        retryMs = FIRST_RETRY_MS
      } else if (retryMs * 2 < LONGEST_RETRY_MS) retryMs *= 2
    }
    return 'over'
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

/** Returns how long a server waits for everything after that many losses in a row. */
export function lossDelayMs(losses: number): number {
  if (losses < 2) return 0
  return Math.min(LONGEST_LOSS_DELAY_MS, FIRST_LOSS_DELAY_MS * 2 ** (losses - 2))
}

export function findRemedy(code: StreamRefused['code']): string {
  if (code === 'token') return 'Check that the clocks of this machine and the server are right.'
  if (code === 'replaced') {
    return 'Another recorder of this user is sending: stop one of the two, then start again.'
  }
  return 'Use the recorder of the same version as the server.'
}

export function boundRetry(retryMs: number, code: StreamRefused['code']): number {
  if (code === 'stopping') return Math.min(retryMs, LONGEST_MOVE_RETRY_MS)
  // Two recorders would otherwise replace each other without end.
  return code === 'replaced' ? LONGEST_RETRY_MS : retryMs
}
