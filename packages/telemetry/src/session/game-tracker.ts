import type { DatagramIdentity } from '../decode.ts'
import type { PacketKind, RejectReason } from '../formats/model.ts'
import { storeCondition } from './packets/car-condition.ts'
import { applyCarStatus } from './packets/car-status.ts'
import { finaliseSession } from './packets/classification.ts'
import {
  continuesSession,
  hasAllHistories,
  isLateRestart,
  isRestart,
  continueFromSave,
  resume,
} from './continuity.ts'
import { createSession } from './state/create-state.ts'
import { createEarlyDatagrams } from './stream/order.ts'
import { storeMotion } from './packets/motion.ts'
import { applyLobbyHistory, isReduced, reduce } from './packets/reduce.ts'
import type { SessionDecoder } from './state/session-decoder.ts'
import type { EndReason, SessionInfo, TrackedSession } from './state/state.ts'
import { extendOutline } from './packets/track-outline.ts'
import { bytesOfUid, holdsUid, uidOf } from '../formats/headers.ts'
import { type PastSession, pastSessionOf, weekendSoFar } from './document/weekend.ts'

const silenceMs = 10 * 60_000
/** The classification and the last histories may take this long after SEND. */
const classificationGraceMs = 10_000
const historyGraceMs = 3_000
const rememberedUids = 64
const rememberedSessions = 32

interface GameHandlers {
  /** It is called also when an ended session continues, for example after a long pause. */
  opened(session: TrackedSession): void
  /** It is called again for an ended session if that turns out to have been restarted. */
  ended(session: TrackedSession, reason: EndReason): void
  rejected(reason: RejectReason): void
}

/** Follows the sessions of one game in the order of its stream (rules R1 to R3). */
export interface GameTracker {
  /** Processes one datagram of this game and returns its session; null if it belongs to no session. Never throws. */
  push(bytes: Uint8Array, found: DatagramIdentity, atMs: number): TrackedSession | null
  /** Returns whether the UID at an offset is that of the open session. */
  holds(bytes: Uint8Array, uidAt: number): boolean
  /** Returns whether the UID is that of its session, or of one before. */
  knows(uid: bigint): boolean
  /** Ends a session that the game has ended, once nothing more of it can come (R3). */
  endIfDue(atMs: number): void
  /** Ends the session if it is over by now (R3). */
  tick(nowMs: number): void
  /** Ends the open session at the end of the stream. */
  finish(atMs: number): void
  readonly current: TrackedSession | null
}

/** Creates a tracker of one game's stream, for the years that `decoder` reads. */
export function createGameTracker(handlers: GameHandlers, decoder: SessionDecoder): GameTracker {
  const { decodeDatagram, identify } = decoder
  let current: TrackedSession | null = null
  let currentUid = bytesOfUid(0n)
  /** It is the last ended session, if that may still continue. */
  let resumable: TrackedSession | null = null
  const early = createEarlyDatagrams()
  const closed: bigint[] = []
  const past: PastSession[] = []

  function push(bytes: Uint8Array, found: DatagramIdentity, atMs: number): TrackedSession | null {
    endIfDue(atMs)
    if (current !== null && holdsUid(bytes, found.uidAt, currentUid)) {
      return apply(current, bytes, found, atMs)
    }
    const uid = uidOf(bytes, found.uidAt)
    return uid === 0n ? pushLobby(bytes, found.kind) : pushOther(bytes, found, uid, atMs)
  }

  /** R1: only the last history of the lobby counts, because it belongs to the session that has just ended. */
  function pushLobby(bytes: Uint8Array, kind: PacketKind): TrackedSession | null {
    if (current === null || kind !== 'sessionHistory') return null
    const packet = decodeDatagram(bytes)
    if (packet.kind !== 'sessionHistory') return null
    return applyLobbyHistory(current, packet) ? current : null
  }

  function apply(
    session: TrackedSession,
    bytes: Uint8Array,
    found: DatagramIdentity,
    atMs: number,
  ): TrackedSession | null {
    if (found.kind === 'motion') {
      storeMotion(session, bytes, decoder)
      extendOutline(session)
    } else if (found.kind === 'carStatus') applyCarStatus(session, bytes, found, decoder)
    else if (isReduced(found.kind)) {
      const packet = decodeDatagram(bytes)
      if (packet.kind === 'rejected') return reject(packet.reason)
      session.lastAtMs = atMs
      reduce(session, packet, bytes, atMs)
      if (hasAllHistories(session)) end(session, 'classification')
      return session
    } else storeCondition(session, found.kind, bytes, decoder)
    session.lastAtMs = atMs
    return session
  }

  function pushOther(
    bytes: Uint8Array,
    found: DatagramIdentity,
    uid: bigint,
    atMs: number,
  ): TrackedSession | null {
    const { kind } = found
    const before = resumable?.uid === String(uid) ? resumable : null
    // The results screen may open long after SEND.
    if (kind === 'finalClassification' && before?.classifiedAtMs === null) {
      open(reopen(before, atMs), uid)
      return apply(before, bytes, found, atMs)
    }
    if (closed.includes(uid) && before === null) return null
    if (kind !== 'session') {
      early.hold(uid, kind, bytes, atMs)
      return null
    }
    const info = decodeDatagram(bytes)
    if (info.kind !== 'session') return null
    const session = sessionFor(info, atMs)
    open(session, uid)
    for (const held of early.take(uid)) {
      const identity = identify(held.bytes)
      if (identity.kind !== 'rejected') push(held.bytes, identity, held.atMs)
    }
    reduce(session, info, bytes, atMs)
    return session
  }

  function open(session: TrackedSession, uid: bigint): void {
    current = session
    currentUid = bytesOfUid(uid)
    resumable = null
    handlers.opened(session)
  }

  function reopen(session: TrackedSession, atMs: number): TrackedSession {
    if (session === resumable) past.pop()
    return resume(session, atMs)
  }

  /** R17: returns the session of a new UID: a new session, a restart, or the session that continues. */
  function sessionFor(info: SessionInfo, atMs: number): TrackedSession {
    const before = current ?? resumable
    if (before !== null && continuesSession(before, info)) {
      reopen(before, atMs)
      if (before.uid === String(info.header.sessionUid)) return before
      remember(BigInt(before.uid))
      continueFromSave(before, info)
      return before
    }
    if (current !== null) {
      if (isRestart(current, info)) end(current, 'restarted')
      else end(current, reasonToEnd(current, 'replaced'))
    } else if (resumable !== null && isLateRestart(resumable, info)) {
      resumable.status = 'aborted'
      past.pop()
      handlers.ended(resumable, 'restarted')
    }
    return createSession(info, atMs, weekendSoFar(past, info))
  }

  function endIfDue(atMs: number): void {
    if (current === null) return
    const { classifiedAtMs, endedByGameAtMs } = current
    if (classifiedAtMs !== null) {
      if (Math.abs(atMs - classifiedAtMs) >= historyGraceMs) end(current, 'classification')
      return
    }
    if (endedByGameAtMs === null) return
    if (Math.abs(atMs - endedByGameAtMs) >= classificationGraceMs) end(current, 'sessionEnded')
  }

  function end(session: TrackedSession, reason: EndReason): void {
    finaliseSession(session)
    // The clock of the recorder may have been set back.
    session.endedAtMs = Math.max(session.startedAtMs, session.lastAtMs)
    session.status = reason === 'restarted' ? 'aborted' : 'ended'
    remember(BigInt(session.uid))
    const mayGoOn = reason === 'silence' || reason === 'finished' || reason === 'sessionEnded'
    resumable = mayGoOn ? session : null
    if (session.status === 'ended') past.push(pastSessionOf(session))
    if (past.length > rememberedSessions) past.shift()
    current = null
    handlers.ended(session, reason)
  }

  function remember(uid: bigint): void {
    closed.push(uid)
    if (closed.length > rememberedUids) closed.shift()
  }

  function reject(reason: RejectReason): null {
    handlers.rejected(reason)
    return null
  }

  return {
    push,
    holds: (bytes, uidAt) => current !== null && holdsUid(bytes, uidAt, currentUid),
    knows(uid) {
      const uids = [current?.uid, resumable?.uid]
      return uids.includes(String(uid)) || closed.includes(uid)
    },
    endIfDue,
    tick(nowMs) {
      endIfDue(nowMs)
      if (current !== null && nowMs - current.lastAtMs >= silenceMs) {
        end(current, reasonToEnd(current, 'silence'))
      }
    },
    finish(atMs) {
      endIfDue(atMs)
      if (current !== null) end(current, reasonToEnd(current, 'finished'))
    },
    get current() {
      return current
    },
  }
}

function reasonToEnd(session: TrackedSession, otherwise: EndReason): EndReason {
  if (session.classifiedAtMs !== null) return 'classification'
  return session.endedByGameAtMs === null ? otherwise : 'sessionEnded'
}
