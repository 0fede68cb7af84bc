import { LiveGapError } from '@pitboard/contract/live/live-apply'
import {
  LIVE_PROTOCOL,
  LiveCloseCode,
  type LiveMessage,
} from '@pitboard/contract/live/live-protocol'
import { createLiveReceiver, type LiveReceiver } from './live-receiver.ts'
import type { LiveStore } from '../race/live-store.ts'

const FIRST_RETRY_MS = 500
/**
 * A link that was cut is back within seconds as a rule: the page is to be correct two seconds later,
 * with jitter and round trips. Later retries spare the server.
 */
const SHORT_RETRY_MS = 700
const SHORT_RETRIES = 20
const LAST_RETRY_MS = 30_000
/** A race that was live may return after a restart or on another server: the page looks for it for this long. */
const RETURN_WITHIN_MS = 20_000
const RETURN_RETRY_MS = 1_500
/** A live session has a message every second, so that a silent socket is a dead one. */
const SILENCE_MS = 4_000
/** While a user is not driving, and after a session, a message comes every ten seconds. */
const WAITING_SILENCE_MS = 25_000
/** A first packet that was lost is sent again after a second. */
const CONNECT_MS = 2_500
const SLOW_CONNECT_MS = 10_000
const QUICK_CONNECTS = 4

export interface LiveSocket {
  /** Connects at once where a retry is due later: the tab is visible or the network is back. */
  readonly wake: () => void
  readonly close: () => void
}

/** Feeds one store from one address until it is closed or the server ends the session. */
export function openLiveSocket(
  url: string,
  store: LiveReceiver,
  random: () => number = Math.random,
): LiveSocket {
  let socket: WebSocket | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  /** The server has not known the session that this page has shown live since this time; it is null while it does. */
  let missingSinceMs: number | null = null
  let closed = false

  function connect(): void {
    clearTimeout(retry)
    retry = undefined
    const opened = new WebSocket(url)
    socket = opened
    opened.addEventListener('message', (event) => {
      if (socket === opened) receive(event.data)
    })
    opened.addEventListener('close', (event) => {
      if (socket === opened) lost(event.code)
    })
    expectMessage(failures < QUICK_CONNECTS ? CONNECT_MS : SLOW_CONNECT_MS)
  }

  function expectMessage(withinMs: number): void {
    clearTimeout(silence)
    silence = setTimeout(() => drop(), withinMs)
  }

  function receive(data: unknown): void {
    try {
      const message = parseMessage(data)
      store.receive(message)
      // A snapshot alone may be the start of the same failure again.
      if (message.t !== 'snapshot') failures = 0
      missingSinceMs = null
      expectMessage(isLive() ? SILENCE_MS : WAITING_SILENCE_MS)
    } catch (error) {
      // A snapshot is the way back from a gap as from a message that cannot be read.
      if (!(error instanceof LiveGapError) && !(error instanceof SyntaxError)) throw error
      drop()
    }
  }

  function isLive(): boolean {
    return store.view().connection.kind === 'live'
  }

  /** Gives the socket up without waiting for its closing handshake. */
  function drop(): void {
    const dropped = socket
    socket = null
    dropped?.close()
    if (!closed) retryLater()
  }

  function lost(code: number): void {
    socket = null
    clearTimeout(silence)
    if (closed) return
    const over = store.view().connection.kind === 'ended'
    if (over && (code === LiveCloseCode.Ended || code === LiveCloseCode.NotFound)) return
    if (code === LiveCloseCode.Ended) store.setConnection({ kind: 'ended', recordedId: null })
    else if (code === LiveCloseCode.Protocol) store.setConnection({ kind: 'outdated' })
    else if (code !== LiveCloseCode.NotFound) retryLater()
    else if (mayReturn()) retryAfter(RETURN_RETRY_MS)
    else store.setConnection({ kind: 'notFound' })
  }

  function mayReturn(): boolean {
    if (store.view().session === null) return false
    missingSinceMs ??= Date.now()
    return Date.now() - missingSinceMs < RETURN_WITHIN_MS
  }

  function retryLater(): void {
    clearTimeout(silence)
    const backoffMs =
      failures < SHORT_RETRIES
        ? Math.min(FIRST_RETRY_MS * 2 ** failures, SHORT_RETRY_MS)
        : SHORT_RETRY_MS * 2 ** (failures - SHORT_RETRIES + 1)
    failures++
    retryAfter(Math.min(backoffMs, LAST_RETRY_MS))
  }

  /** The wait has jitter, so that viewers of a restarted server do not come back at the same moment. */
  function retryAfter(meanMs: number): void {
    const delayMs = Math.round(meanMs * (0.5 + random()))
    store.setConnection({ kind: 'reconnecting', retryAtMs: Date.now() + delayMs })
    retry = setTimeout(connect, delayMs)
  }

  connect()
  return {
    wake: () => {
      if (retry !== undefined) connect()
    },
    close: () => {
      closed = true
      clearTimeout(retry)
      clearTimeout(silence)
      socket?.close()
    },
  }
}

/** This is an edge: the server builds its messages from the contract's types. */
function parseMessage(data: unknown): LiveMessage {
  if (typeof data !== 'string') throw new SyntaxError('The live protocol is text')
  const message: LiveMessage = JSON.parse(data)
  return message
}

/** Follows an address of the page's own server while the page is open. Returns how to stop. */
export function followLive(path: string, store: LiveReceiver): () => void {
  const url = new URL(path, location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  url.searchParams.set('protocol', String(LIVE_PROTOCOL))
  const socket = openLiveSocket(url.href, store)

  function wakeWhenVisible(): void {
    if (document.visibilityState === 'visible') socket.wake()
  }

  document.addEventListener('visibilitychange', wakeWhenVisible)
  window.addEventListener('online', socket.wake)
  return () => {
    document.removeEventListener('visibilitychange', wakeWhenVisible)
    window.removeEventListener('online', socket.wake)
    socket.close()
  }
}

/** Shows every message at once, on a page that nobody opened to watch the session. Returns how to stop. */
export function showLive(path: string, store: LiveStore): () => void {
  return followLive(`${path}?counted=false`, createLiveReceiver(store))
}
