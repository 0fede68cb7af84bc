import { networkOf } from '../../platform/http/client-address.ts'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { createDeliveryBudget, type RoomBudget, type Sender } from './delivery-budget.ts'
import { createMessage, type Outgoing } from './frames.ts'
import { createPresence, type Presence, type PresenceDiff } from './presence.ts'

const PRESENT_MAX = 500
const PRESENCE_BYTES_PER_ADDRESS_MAX = 2 * 1024 * 1024
/** Members that leave within this time are announced together. */
const LEAVES_EVERY_MS = 50
const ANNOUNCE_WITHIN_MS = 10

/** A client that has joined a topic. */
export interface Member {
  /** As clients call it, with its prefix. */
  readonly topic: string
  readonly receivesPresence: boolean
  sender(): Sender
  send(message: Outgoing): void
}

/** Announces a change of presence. */
type Announce = () => void

/** A client's message to a room. */
interface Broadcast {
  readonly message: Outgoing
  readonly bytes: number
  readonly sender: Sender
  /** The sender, unless it receives its own messages. */
  readonly except?: Member | undefined
}

export interface Rooms {
  join(name: string, member: Member): void
  /** Charges the reply to a join; false if the budget is used up. */
  mayJoin(name: string, sender: Sender): boolean
  leave(name: string, member: Member): void
  hasMembers(name: string): boolean
  /** A message of the server to all members. */
  send(name: string, message: Outgoing): void
  /** False if the budget is used up. */
  broadcast(name: string, broadcast: Broadcast): boolean
  presenceState(name: string, topic: string): Outgoing
  /** Null if the room is full or the budget is used up. */
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
  readonly budget: RoomBudget
  /** The encoded `presence.state()`. */
  state: { readonly text: string; readonly message: Outgoing } | null
}

/** A private topic and a public one of the same name are two rooms. */
export function roomName(topic: string, isPrivate: boolean): string {
  return `${isPrivate ? 'private' : 'public'} ${topic}`
}

export function createRooms(): Rooms {
  const rooms = new Map<string, Room>()
  const budget = createDeliveryBudget(() => performance.now())
  const presenceBytes = new Map<string, number>()
  const leaving = new Set<Room>()

  function sendPresence({ members }: Room, diff: PresenceDiff): void {
    let message: Outgoing | undefined
    for (const member of members) {
      if (!member.receivesPresence) continue
      message ??= createMessage({ topic: member.topic, event: 'presence_diff', payload: diff })
      member.send(message)
    }
  }

  function untrack(room: Room, member: Member): void {
    const bytes = room.presence.bytesOf(member)
    if (!room.presence.untrack(member)) return
    countBytes(member, -bytes)
    room.budget.charge(member.sender(), room.members.size, bytes)
    if (leaving.size === 0) setTimeout(() => void announceLeaves(), LEAVES_EVERY_MS).unref()
    leaving.add(room)
  }

  function sendLeaves(room: Room): void {
    const diff = room.presence.takeLeaves()
    if (diff !== null) sendPresence(room, diff)
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
    const network = networkOf(member.sender().address)
    const total = (presenceBytes.get(network) ?? 0) + bytes
    if (total > 0) presenceBytes.set(network, total)
    else presenceBytes.delete(network)
  }

  function hasPresenceLeft(member: Member): boolean {
    const total = presenceBytes.get(networkOf(member.sender().address)) ?? 0
    return total < PRESENCE_BYTES_PER_ADDRESS_MAX
  }

  return {
    join(name, member) {
      const room = rooms.get(name) ?? {
        presence: createPresence(PRESENT_MAX),
        members: new Set(),
        budget: budget.openRoom(),
        state: null,
      }
      room.members.add(member)
      rooms.set(name, room)
    },
    mayJoin(name, sender) {
      const room = rooms.get(name)
      return room?.budget.take(sender, 1, room.presence.bytes()) ?? true
    },
    leave(name, member) {
      const room = rooms.get(name)
      if (!room?.members.delete(member)) return
      untrack(room, member)
      if (room.members.size === 0) rooms.delete(name)
    },
    hasMembers: (name) => rooms.has(name),
    send(name, message) {
      for (const member of rooms.get(name)?.members ?? []) member.send(message)
    },
    broadcast(name, { message, bytes, sender, except }) {
      const room = rooms.get(name)
      if (!room) return true
      if (!room.budget.take(sender, room.members.size, bytes)) return false
      for (const member of room.members) if (member !== except) member.send(message)
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
      const { presence, members } = room
      const before = presence.bytesOf(member)
      const bytes = JSON.stringify(payload).length
      if (before === 0 && !hasPresenceLeft(member)) return null
      if (!room.budget.take(member.sender(), members.size, bytes)) return null
      const diff = presence.track(member, key, payload)
      if (diff === null) return null
      countBytes(member, presence.bytesOf(member) - before)
      return () => {
        sendLeaves(room)
        sendPresence(room, diff)
      }
    },
    untrack(name, member) {
      const room = rooms.get(name)
      if (room) untrack(room, member)
    },
  }
}
