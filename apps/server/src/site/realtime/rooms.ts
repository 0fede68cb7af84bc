import { createNetworkCount } from '../../platform/limits/networks.ts'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { AppContext } from '../../context.ts'
import { createDeliveryBudget, type RoomBudget, type Sender } from './delivery-budget.ts'
import {
  type Content,
  contentBytes,
  createBroadcast,
  createMessage,
  type Outgoing,
  readBroadcast,
} from './frames.ts'
import type { PeerBroadcast } from './peers/peer-messages.ts'
import type { RoomLink } from './peers/room-link.ts'
import { createRoomLinks } from './peers/room-links.ts'
import { createPresence, encodeDiff, type Presence, type PresenceChange } from './presence.ts'

const PRESENT_MAX = 500
const PRESENCE_BYTES_PER_ADDRESS_MAX = 2 * 1024 * 1024
/** Members that leave within this time are announced together. */
const LEAVES_EVERY_MS = 50
const ANNOUNCE_WITHIN_MS = 10

/** A member is a client that has joined a topic. */
export interface Member {
  /** Clients call the topic this, with its prefix. */
  readonly topic: string
  readonly receivesPresence: boolean
  sender(): Sender
  send(message: Outgoing): void
}

/** Announces a change of presence. */
type Announce = () => void

/** A client sends this message to a room. */
interface Broadcast {
  readonly topic: string
  readonly event: string
  readonly content: Content
  readonly sender: Sender
  /** It is the sender, unless it receives its own messages. */
  readonly except?: Member | undefined
}

/** Has the rooms of this server. Broadcasts and presence reach the members at all servers. */
export interface Rooms {
  start(): void
  stop(): void
  join(name: string, member: Member): void
  /** Charges the reply to a join; returns false if the budget is used up. */
  mayJoin(name: string, sender: Sender): boolean
  leave(name: string, member: Member): void
  hasMembers(name: string): boolean
  /** Sends a message of the server to its own members. */
  send(name: string, message: Outgoing): void
  /** Returns false if the budget is used up. */
  broadcast(name: string, broadcast: Broadcast): boolean
  presenceState(name: string, topic: string): Outgoing
  /** Returns null if the room is full or the budget is used up. */
  track(name: string, member: Member, presence: Present): Announce | null
  untrack(name: string, member: Member): void
}

interface Present {
  readonly key: string
  readonly payload: Readonly<Record<string, unknown>>
}

interface Room {
  readonly presence: Presence<Member>
  readonly members: Set<Member>
  readonly link: RoomLink
  readonly budget: RoomBudget
  /** The text is the encoded `presence.state()`. */
  state: { readonly text: string; readonly message: Outgoing } | null
}

/** A private topic and a public one of the same name are two rooms. */
export function roomName(topic: string, isPrivate: boolean): string {
  return `${isPrivate ? 'private' : 'public'} ${topic}`
}

export function createRooms(context: Pick<AppContext, 'fanOut' | 'log'>): Rooms {
  const rooms = new Map<string, Room>()
  const links = createRoomLinks(context)
  const budget = createDeliveryBudget(() => performance.now())
  const presenceBytes = createNetworkCount(PRESENCE_BYTES_PER_ADDRESS_MAX)
  const leaving = new Set<Room>()

  function openRoom(name: string, first: Member): void {
    const members = new Set([first])
    const presence = createPresence<Member>(PRESENT_MAX)
    const link = links.open(name, {
      members: () => members.size,
      present: () => presence.entries(),
      onBroadcast: (broadcast) => deliver(room, broadcast),
      onPart: (node, entries) => sendPresence(room, presence.replacePart(node, entries)),
      onChange: (node, change) => sendPresence(room, presence.changePart(node, change)),
    })
    const room: Room = { presence, members, link, budget: budget.openRoom(), state: null }
    rooms.set(name, room)
  }

  /** Delivers a broadcast of another server, which has checked the sender. Returns false if it is malformed. */
  function deliver({ members, budget }: Room, { frame, ...sender }: PeerBroadcast): boolean {
    const broadcast = readBroadcast(frame)
    const [first] = members
    if (!broadcast || broadcast.topic !== first?.topic) return false
    const { topic, event, content } = broadcast
    if (!budget.take(sender, members.size, contentBytes(content))) return true
    const message = createBroadcast(topic, event, content, true)
    for (const member of members) member.send(message)
    return true
  }

  function sendPresence({ members }: Room, change: PresenceChange): void {
    if (change.joins.length === 0 && change.leaves.length === 0) return
    let message: Outgoing | undefined
    for (const member of members) {
      if (!member.receivesPresence) continue
      const { topic } = member
      message ??= createMessage({ topic, event: 'presence_diff', payload: encodeDiff(change) })
      member.send(message)
    }
  }

  function announce(room: Room, change: PresenceChange): void {
    sendPresence(room, change)
    room.link.publish({ joins: change.joins, leaves: change.leaves.map(({ ref }) => ref) })
  }

  function untrack(room: Room, member: Member): void {
    const bytes = room.presence.bytesOf(member)
    if (!room.presence.untrack(member)) return
    countBytes(member, -bytes)
    room.budget.charge(member.sender(), receiversOf(room), bytes)
    if (leaving.size === 0) setTimeout(() => void announceLeaves(), LEAVES_EVERY_MS).unref()
    leaving.add(room)
  }

  function sendLeaves(room: Room): void {
    const change = room.presence.takeLeaves()
    if (change !== null) announce(room, change)
  }

  /** Yields between rooms: thousands of members may leave at once. */
  async function announceLeaves(): Promise<void> {
    let untilMs = performance.now() + ANNOUNCE_WITHIN_MS
    const rooms = [...leaving]
    leaving.clear()
    for (const room of rooms) {
      sendLeaves(room)
      if (performance.now() < untilMs) continue
      await yieldToEventLoop()
      untilMs = performance.now() + ANNOUNCE_WITHIN_MS
    }
  }

  function countBytes(member: Member, bytes: number): void {
    presenceBytes.add(member.sender().address, bytes)
  }

  function hasPresenceLeft(member: Member): boolean {
    return !presenceBytes.isFull(member.sender().address)
  }

  return {
    start: () => links.start(),
    stop: () => links.stop(),
    join(name, member) {
      const room = rooms.get(name)
      if (room) room.members.add(member)
      else openRoom(name, member)
    },
    mayJoin(name, sender) {
      const room = rooms.get(name)
      return room?.budget.take(sender, 1, room.presence.bytes()) ?? true
    },
    leave(name, member) {
      const room = rooms.get(name)
      if (!room?.members.delete(member)) return
      untrack(room, member)
      if (room.members.size > 0) return
      rooms.delete(name)
      room.link.close()
    },
    hasMembers: (name) => rooms.has(name),
    send(name, message) {
      for (const member of rooms.get(name)?.members ?? []) member.send(message)
    },
    broadcast(name, { topic, event, content, sender, except }) {
      const room = rooms.get(name)
      // If the room has no members here, their number at other servers is unknown: those servers limit the sender.
      const receivers = room ? receiversOf(room) : 1
      const bytes = contentBytes(content)
      if (!(room?.budget ?? budget.openRoom()).take(sender, receivers, bytes)) return false
      const message = createBroadcast(topic, event, content, true)
      for (const member of room?.members ?? []) if (member !== except) member.send(message)
      const frame = message.frame('2.0.0')
      if (frame) links.broadcast(name, { ...sender, frame: frame.bytes })
      return true
    },
    presenceState(name, topic) {
      const room = rooms.get(name)
      const text = room?.presence.state() ?? '{}'
      if (room?.state?.text === text) return room.state.message
      const message = createMessage({ topic, event: 'presence_state', payload: text })
      if (room) room.state = { text, message }
      return message
    },
    track(name, member, { key, payload }) {
      const room = rooms.get(name)
      if (!room) return null
      const { presence } = room
      const before = presence.bytesOf(member)
      const bytes = JSON.stringify(payload).length
      if (before === 0 && !hasPresenceLeft(member)) return null
      if (!room.budget.take(member.sender(), receiversOf(room), bytes)) return null
      const change = presence.track(member, key, payload)
      if (change === null) return null
      countBytes(member, presence.bytesOf(member) - before)
      return () => {
        sendLeaves(room)
        announce(room, change)
      }
    },
    untrack(name, member) {
      const room = rooms.get(name)
      if (room) untrack(room, member)
    },
  }
}

/** Counts the members at all servers; the number is approximate, because servers publish theirs every few seconds. */
function receiversOf({ members, link }: Room): number {
  return members.size + link.members()
}
