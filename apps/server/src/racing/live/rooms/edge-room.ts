import { applyMessage } from '@pitboard/contract/live/live-apply'
import type { LiveSession } from '@pitboard/contract/live/live'
import type { FanOut } from '../../../platform/fan-out/fan-out.ts'
import { createAudience, type CurrentState } from './audience.ts'
import {
  ANNOUNCE_MS,
  decodeMessage,
  decodeState,
  encodeInterest,
  relaySubjects,
  type RelayedContent,
  type RelayedMessage,
  type RelayedState,
} from './relay-messages.ts'
import type { WatchedRoom } from './room.ts'

/** A healthy owner's room sends a message every second. */
const SILENCE_MS = 3_000
/** The state is requested at most once in this interval. */
const RETRY_MS = 250
/** A changed number of viewers is announced at most once in this interval. */
const NEWS_MS = 500
/** The viewers of a lost session wait for this long until another server has it. */
const LOST_MS_MAX = 20_000
/** More messages than this are not written one by one: viewers get the state instead. */
const WAITING_MAX = 20
/** This many messages are held while the state is requested. */
const HELD_MAX = 100
/**
 * This many messages are half a minute: reading a state now and then costs less than applying every message.
 */
const UNAPPLIED_MAX = 300

/** The room shows a session that another server records to the viewers that this server has. */
export interface EdgeRoom extends WatchedRoom {
  readonly id: string
  viewers(): number
  /** Returns what viewers see; null while the owner does not answer. */
  state(): LiveSession | null
  close(): void
}

interface EdgeRoomParts {
  readonly id: string
  readonly node: string
  readonly fanOut: FanOut
  readonly nowMs: () => number
  /** It is called when there is something to deliver. */
  readonly onMessage: () => void
  readonly onEnded: () => void
  /** It is called when no server has the session, or none has answered for a while. */
  readonly onLost: () => void
  /** It is called when the state is requested again, because messages were missing. */
  readonly onGap: () => void
}

/** It is what the owner's room has published. */
interface Published {
  readonly instance: string
  version: number
  atMs: number
  /** The state has `version` once the messages since then are applied. */
  state: LiveSession
  unapplied: RelayedContent[]
}

/**
 * Relays the frames of the owner's room as they are. It applies them to a state of its own only for viewers
 * that join or have fallen behind. Without the owner its viewers get nothing, not even heartbeats.
 */
export function createEdgeRoom(parts: EdgeRoomParts): EdgeRoom {
  const { id, node, fanOut, nowMs, onMessage, onEnded, onLost, onGap } = parts
  let published: Published | null = null
  let held: RelayedMessage[] = []
  /** It is true while the state is missing or may be old. */
  let isStale = true
  let isRequesting = false
  let isRenewing = false
  let isClosed = false
  let requestedMs = Number.NEGATIVE_INFINITY
  let receivedMs = nowMs()
  let lostSinceMs: number | null = null
  let announced = { viewers: 0, atMs: Number.NEGATIVE_INFINITY }
  const audience = createAudience(findCurrent)

  const endSubscription = fanOut.subscribe(relaySubjects.messages(id), ({ payload }) => {
    try {
      receive(decodeMessage(payload))
    } catch (error) {
      requestState()
      throw error
    }
  })
  const endResume = fanOut.onResume(requestState)
  requestState()

  function receive(message: RelayedMessage): void {
    if (isClosed) return
    if (isRequesting) {
      if (held.length < HELD_MAX) held.push(message)
      return
    }
    take(message)
  }

  function take({ instance, content }: RelayedMessage): void {
    if (!published || instance !== published.instance || content === null) {
      // A message of an older room changes nothing.
      requestState()
      return
    }
    receivedMs = nowMs()
    const { version } = published
    const isDelta = content.t === 'delta'
    if (isDelta ? content.v <= version : content.v < version) return
    if (content.v !== (isDelta ? version + 1 : version)) {
      onGap()
      requestState()
      return
    }
    published.version = content.v
    if (content.t !== 'ended') published.atMs = content.atMs
    if (isDelta) addUnapplied(published, content)
    const isLate = audience.waiting() > WAITING_MAX
    if (isLate) audience.replaceState()
    if (!isLate || content.t === 'ended') audience.begin(content, content.frame)
    onMessage()
    if (content.t === 'ended') onEnded()
  }

  function addUnapplied({ unapplied }: Published, content: RelayedContent): void {
    unapplied.push(content)
    if (unapplied.length >= UNAPPLIED_MAX) renewState()
  }

  function findCurrent(): CurrentState | null {
    if (!published) return null
    try {
      for (const content of published.unapplied) {
        published.state = applyMessage(published.state, content.read()) ?? published.state
      }
    } catch {
      published = null
      requestState()
      return null
    }
    published.unapplied = []
    return { state: published.state, atMs: published.atMs }
  }

  /** Requests the state again; messages are relayed meanwhile. */
  function renewState(): void {
    if (isClosed || isRenewing || isRequesting) return
    isRenewing = true
    readState()
      .then(({ instance, message: { v: version, state } }) => {
        if (published?.instance !== instance || version > published.version) return
        published.state = state
        published.unapplied = published.unapplied.filter(({ v }) => v > version)
      })
      .catch(requestState)
      .finally(() => (isRenewing = false))
  }

  function readState(): Promise<RelayedState> {
    const interest = interestOf(Math.max(1, audience.viewers()))
    return fanOut.request(relaySubjects.state(id), interest).then(decodeState)
  }

  function requestState(): void {
    isStale = true
    const atMs = nowMs()
    if (isClosed || isRequesting || Math.abs(atMs - requestedMs) < RETRY_MS) return
    isRequesting = true
    requestedMs = atMs
    readState().then(show).catch(lose)
  }

  function show({ instance, message }: RelayedState): void {
    isRequesting = false
    if (isClosed) return
    const { v: version, at: atMs, state } = message
    const isSame = published?.instance === instance && published.version === version
    published = { instance, version, atMs, state, unapplied: [] }
    isStale = false
    lostSinceMs = null
    receivedMs = nowMs()
    if (!isSame) audience.replaceState()
    const messages = held
    held = []
    for (const earlier of messages) if (earlier.instance === instance) receive(earlier)
    onMessage()
  }

  function lose(): void {
    isRequesting = false
    if (isClosed) return
    held = []
    lostSinceMs ??= nowMs()
    if (published === null) onLost()
  }

  function interestOf(viewers: number): Buffer {
    return encodeInterest({ node, viewers, readsContinued: true })
  }

  /**
   * Returns the number of viewers to announce. A server whose viewers all do not count announces one, because
   * with none it would get no more messages.
   */
  function announcedCount(): number {
    return audience.size() === 0 ? 0 : Math.max(1, audience.viewers())
  }

  function announce(viewers: number): void {
    announced = { viewers, atMs: nowMs() }
    fanOut.publish(relaySubjects.viewers(id), interestOf(viewers))
  }

  return {
    id,
    viewers: audience.size,
    state: () => (lostSinceMs === null ? (findCurrent()?.state ?? null) : null),
    heartbeat: () => ({
      t: 'heartbeat',
      v: published?.version ?? 0,
      at: published?.atMs ?? 0,
    }),
    join: (viewer) => audience.join(viewer),
    leave: audience.leave,
    tick(tickMs) {
      if (isClosed) return
      audience.resync(tickMs)
      const viewers = announcedCount()
      const isNews = viewers !== announced.viewers
      const sinceMs = Math.abs(tickMs - announced.atMs)
      if (sinceMs >= (isNews ? NEWS_MS : ANNOUNCE_MS)) announce(viewers)
      if (isStale || Math.abs(tickMs - receivedMs) >= SILENCE_MS) requestState()
      if (lostSinceMs !== null && Math.abs(tickMs - lostSinceMs) >= LOST_MS_MAX) onLost()
    },
    deliver: audience.deliver,
    empty: audience.empty,
    hasFailed: () => false,
    isLost: () => lostSinceMs !== null,
    close() {
      if (isClosed) return
      isClosed = true
      endSubscription()
      endResume()
      announce(0)
    },
  }
}
