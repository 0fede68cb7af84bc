import type { LiveSession } from '@pitboard/contract/live/live'
import { applyMessage, LiveGapError } from '@pitboard/contract/live/live-apply'
import {
  LIVE_PROTOCOL,
  LiveCloseCode,
  type LiveMessage,
} from '@pitboard/contract/live/live-protocol'

/** The handlers are called while a program follows a session or a user; each is optional. */
export interface LiveHandlers {
  /**
   * Receives the whole state after every message that changed it. Unchanged parts are the same objects as
   * before.
   */
  readonly onState?: (state: LiveSession) => void
  /** It is called when the followed user is not driving. */
  readonly onWaiting?: () => void
  /** `recordedId` is the recorded session; null if it was not stored. */
  readonly onEnded?: (recordedId: string | null) => void
  /** The connection was lost; another attempt follows after the wait. */
  readonly onReconnecting?: (waitMs: number) => void
  /** No further attempt follows: nothing is live at the address, or the server speaks another protocol. */
  readonly onClosed?: (reason: 'notFound' | 'outdated') => void
}

export interface LiveFollower {
  close(): void
}

const FIRST_RETRY_MS = 500
const LAST_RETRY_MS = 30_000
/** A live session has a message every second, a user who is not driving has one every ten. */
const SILENCE_MS = 5_000
const WAITING_SILENCE_MS = 25_000

/**
 * Follows an address of the live protocol (docs/live-protocol.md) and reconnects until the session is over,
 * the address is refused, or `close` is called.
 */
export function followLive(address: string, handlers: LiveHandlers): LiveFollower {
  if (!('WebSocket' in globalThis)) {
    throw new Error('Following live sessions needs WebSocket: use Node 22 or later, or a browser.')
  }
  const url = `${address}?protocol=${LIVE_PROTOCOL}`
  let socket: WebSocket | null = null
  let state: LiveSession | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let isOver = false

  function connect(): void {
    const opened = new WebSocket(url)
    socket = opened
    expectMessage(WAITING_SILENCE_MS)
    opened.addEventListener('message', ({ data }) => {
      if (socket === opened) receive(data)
    })
    opened.addEventListener('close', ({ code }) => {
      if (socket === opened) lose(code)
    })
  }

  function expectMessage(withinMs: number): void {
    clearTimeout(timer)
    timer = setTimeout(drop, withinMs)
  }

  function receive(data: unknown): void {
    let message: LiveMessage
    try {
      message = parseMessage(data)
      state = applyMessage(state, message)
    } catch (error) {
      // The next connection begins with a snapshot.
      if (!(error instanceof LiveGapError) && !(error instanceof SyntaxError)) throw error
      return drop()
    }
    if (message.t !== 'snapshot') failures = 0
    expectMessage(
      message.t === 'waiting' || message.t === 'ended' ? WAITING_SILENCE_MS : SILENCE_MS,
    )
    publish(message)
  }

  function publish(message: LiveMessage): void {
    if (message.t === 'waiting') handlers.onWaiting?.()
    else if (message.t === 'ended') handlers.onEnded?.(message.recordedId)
    else if (message.t !== 'heartbeat' && state !== null) handlers.onState?.(state)
  }

  /** Gives the socket up without waiting for its closing handshake. */
  function drop(): void {
    const dropped = socket
    socket = null
    dropped?.close()
    retry()
  }

  function lose(code: number): void {
    socket = null
    if (code === LiveCloseCode.Ended) return close()
    if (code !== LiveCloseCode.NotFound && code !== LiveCloseCode.Protocol) return retry()
    close()
    handlers.onClosed?.(code === LiveCloseCode.NotFound ? 'notFound' : 'outdated')
  }

  /** The wait has jitter: the viewers of a server that restarts do not come back at the same moment. */
  function retry(): void {
    if (isOver) return
    clearTimeout(timer)
    const meanMs = Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS)
    failures += 1
    const waitMs = Math.round(meanMs * (0.5 + Math.random()))
    handlers.onReconnecting?.(waitMs)
    timer = setTimeout(connect, waitMs)
  }

  function close(): void {
    isOver = true
    clearTimeout(timer)
    const closing = socket
    socket = null
    closing?.close()
  }

  connect()
  return { close }
}

/** The message is not checked, because the server builds it from the contract's types. */
function parseMessage(data: unknown): LiveMessage {
  if (typeof data !== 'string') throw new SyntaxError('The live protocol is text')
  const message: LiveMessage = JSON.parse(data)
  return message
}
