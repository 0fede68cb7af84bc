import { createHash } from 'node:crypto'
import type { FanOut } from '../../../platform/fan-out/fan-out.ts'
import { createThroughputLimit } from '../../../platform/limits/token-buckets.ts'
import {
  encodePeerMessage,
  type PeerBroadcast,
  type PeerMessage,
  type PresenceEntry,
  readPeerMessage,
} from './peer-messages.ts'

const BEAT_EVERY_MS = 5_000
/** A server that is silent for this long has left its rooms. */
const SILENT_MS = 15_000
const ASK_EVERY_MS = 1_000
const PEERS_MAX = 100
/** Joining and leaving a large room again and again must not make the others send it all the time. */
const PART_BYTES_PER_SECOND = 512 * 1024

/** A change of those who are present at one server names the refs of those who leave. */
export interface PartChange {
  readonly joins: readonly PresenceEntry[]
  readonly leaves: readonly string[]
}

export interface LinkedRoom {
  members(): number
  /** Lists those who are present at this server. */
  present(): readonly PresenceEntry[]
  /** Returns false if it is malformed. */
  onBroadcast(broadcast: PeerBroadcast): boolean
  /** Replaces those who are present at another server. */
  onPart(node: string, present: readonly PresenceEntry[]): void
  onChange(node: string, change: PartChange): void
}

/** Links to the same room at other servers. */
export interface RoomLink {
  /** Counts those who were there when those servers last published: up to five seconds ago. */
  members(): number
  publish(change: PartChange): void
  /** Publishes this server's part and asks for those of the others. */
  introduce(): void
  /** Publishes what is due, and leaves silent servers out. */
  check(nowMs: number): void
  close(): void
}

interface Parts {
  readonly node: string
  readonly name: string
  readonly room: LinkedRoom
  readonly fanOut: FanOut
  /** Revisions are unique in this process, so that a room that is opened again has another one. */
  readonly nextRevision: () => number
  readonly onMalformed: (subject: string) => void
}

interface Peer {
  /** It is zero until its part has arrived. */
  revision: number
  members: number
  seenAtMs: number
  askedAtMs: number
}

/**
 * A server publishes changes of those who are present at once, and every five seconds the revision of its
 * part. A server that has missed a change asks for the whole part.
 */
export function createRoomLink({
  node,
  name,
  room,
  fanOut,
  nextRevision,
  onMalformed,
}: Parts): RoomLink {
  const subject = subjectOf(name)
  const peers = new Map<string, Peer>()
  const partRate = createThroughputLimit(PART_BYTES_PER_SECOND, performance.now())
  let revision = nextRevision()
  let beatAtMs = performance.now() + BEAT_EVERY_MS
  let partFromMs = 0
  let isPartDue = false
  let isClosed = false

  const send = (message: PeerMessage): number => {
    const payload = encodePeerMessage(message)
    fanOut.publish(subject, payload)
    return payload.length
  }
  const ownPart = () => ({ node, revision, members: room.members() })

  function publishPart(): void {
    const nowMs = performance.now()
    isPartDue = nowMs < partFromMs
    if (isPartDue) return
    const bytes = send({ kind: 'part', ...ownPart(), present: room.present() })
    partFromMs = nowMs + partRate.take(bytes, nowMs)
  }

  function noteSeen(from: string, members: number): Peer | null {
    const peer = peers.get(from) ?? { revision: 0, members, seenAtMs: 0, askedAtMs: -Infinity }
    if (peers.size >= PEERS_MAX && !peers.has(from)) return null
    peer.members = members
    peer.seenAtMs = performance.now()
    peers.set(from, peer)
    return peer
  }

  function ask(from: string, peer: Peer): void {
    const nowMs = performance.now()
    if (nowMs - peer.askedAtMs < ASK_EVERY_MS) return
    peer.askedAtMs = nowMs
    send({ kind: 'ask', node: from })
  }

  function removePeer(from: string): void {
    if (peers.delete(from)) room.onPart(from, [])
  }

  function receive(message: Exclude<PeerMessage, { kind: 'broadcast' }>): void {
    if (message.kind === 'ask') {
      if (message.node === null || message.node === node) publishPart()
      return
    }
    const { node: from } = message
    if (message.members === 0) {
      removePeer(from)
      return
    }
    const peer = noteSeen(from, message.members)
    if (!peer || message.revision === peer.revision) return
    if (message.kind === 'part') room.onPart(from, message.present)
    else if (message.kind === 'change' && message.before === peer.revision) {
      room.onChange(from, message)
    } else {
      ask(from, peer)
      return
    }
    peer.revision = message.revision
  }

  const end = fanOut.subscribe(subject, ({ payload }) => {
    if (isClosed) return
    const message = readPeerMessage(payload)
    if (message && message.kind !== 'broadcast') receive(message)
    else if (!message || !room.onBroadcast(message)) onMalformed(subject)
  })

  return {
    members() {
      let members = 0
      for (const peer of peers.values()) members += peer.members
      return members
    },
    publish({ joins, leaves }) {
      if (isClosed) return
      const before = revision
      revision = nextRevision()
      send({ kind: 'change', ...ownPart(), before, joins, leaves })
    },
    introduce() {
      publishPart()
      send({ kind: 'ask', node: null })
    },
    check(nowMs) {
      if (isClosed) return
      for (const [from, { seenAtMs }] of peers) {
        if (nowMs - seenAtMs > SILENT_MS) removePeer(from)
      }
      if (isPartDue) publishPart()
      if (nowMs < beatAtMs) return
      beatAtMs = nowMs + BEAT_EVERY_MS
      if (peers.size > 0) send({ kind: 'beat', ...ownPart() })
    },
    close() {
      isClosed = true
      end()
      send({ kind: 'beat', node, revision, members: 0 })
    },
  }
}

/** Names have characters that a subject must not have. */
export function subjectOf(name: string): string {
  return `rt.${createHash('sha256').update(name).digest('base64url')}`
}
