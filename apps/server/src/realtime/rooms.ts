import { say, type Outgoing } from './outgoing.ts'
import { createPresence, type Presence, type PresenceDiff, type PresenceState } from './presence.ts'

const PRESENT_MAX = 500

/** Whoever has joined a topic. */
export interface Member {
  /** As clients call it, with its prefix. */
  readonly topic: string
  readonly hearsPresence: boolean
  send(message: Outgoing): void
}

/** Tells the others what has changed. */
export type Announce = () => void

export interface Rooms {
  join(name: string, member: Member): void
  leave(name: string, member: Member): void
  hasMembers(name: string): boolean
  /** To all members but `except`. */
  send(name: string, message: Outgoing, except?: Member): void
  presenceState(name: string): PresenceState
  /** Null where too many are there already. */
  track(name: string, member: Member, presence: Present): Announce | null
  untrack(name: string, member: Member): Announce
}

export interface Present {
  readonly key: string
  readonly payload: Readonly<Record<string, unknown>>
}

interface Room {
  readonly presence: Presence<Member>
  readonly members: Set<Member>
}

/** A private topic and a public one of the same name are two rooms. */
export function roomName(topic: string, isPrivate: boolean): string {
  return `${isPrivate ? 'private' : 'public'} ${topic}`
}

export function createRooms(): Rooms {
  const rooms = new Map<string, Room>()

  function sendPresence(name: string, diff: PresenceDiff): void {
    const payload = JSON.stringify(diff)
    let message: Outgoing | undefined
    for (const member of rooms.get(name)?.members ?? []) {
      if (!member.hearsPresence) continue
      message ??= say({ topic: member.topic, event: 'presence_diff', payload })
      member.send(message)
    }
  }

  return {
    join(name, member) {
      const room = rooms.get(name) ?? { presence: createPresence(PRESENT_MAX), members: new Set() }
      room.members.add(member)
      rooms.set(name, room)
    },
    leave(name, member) {
      const room = rooms.get(name)
      if (!room?.members.delete(member)) return
      const diff = room.presence.untrack(member)
      if (diff) sendPresence(name, diff)
      if (room.members.size === 0) rooms.delete(name)
    },
    hasMembers: (name) => rooms.has(name),
    send(name, message, except) {
      for (const member of rooms.get(name)?.members ?? []) {
        if (member !== except) member.send(message)
      }
    },
    presenceState: (name) => rooms.get(name)?.presence.state() ?? {},
    track(name, member, { key, payload }) {
      const diff = rooms.get(name)?.presence.track(member, key, payload)
      return diff ? () => sendPresence(name, diff) : null
    },
    untrack(name, member) {
      const diff = rooms.get(name)?.presence.untrack(member)
      return () => diff && sendPresence(name, diff)
    },
  }
}
