import { randomBytes } from 'node:crypto'
import { createEntry, type PresenceEntry } from './peers/peer-messages.ts'
import type { PartChange } from './peers/room-link.ts'

/** A room's state as JSON may take this much. */
const ROOM_BYTES_MAX = 512 * 1024

export interface PresenceChange {
  readonly joins: readonly PresenceEntry[]
  readonly leaves: readonly PresenceEntry[]
}

export interface Presence<M> {
  /** Returns null if the room is full. */
  track(member: M, key: string, payload: Readonly<Record<string, unknown>>): PresenceChange | null
  /** Returns false for an unknown member. */
  untrack(member: M): boolean
  /** Returns the members of this server that left since the last call; null if none did. */
  takeLeaves(): PresenceChange | null
  bytesOf(member: M): number
  /** Returns the approximate length of the state. */
  bytes(): number
  /** Returns the entries of all servers by key, as JSON. A key may have several entries (two tabs of a user). */
  state(): string
  /** Returns the entries of this server's members. */
  entries(): readonly PresenceEntry[]
  /** Replaces the entries of another server. */
  replacePart(node: string, entries: readonly PresenceEntry[]): PresenceChange
  changePart(node: string, change: PartChange): PresenceChange
}

/** Knows the present members of a room. The limits hold for those of all servers. */
export function createPresence<M>(max: number): Presence<M> {
  const byMember = new Map<M, PresenceEntry>()
  /** Entries stand by server, then by ref. */
  const parts = new Map<string, Map<string, PresenceEntry>>()
  let left: PresenceEntry[] = []
  let present = 0
  let bytes = 0
  let state: string | null = '{}'

  function count(before: PresenceEntry | undefined, entry: PresenceEntry | undefined): void {
    present += (entry ? 1 : 0) - (before ? 1 : 0)
    bytes += (entry?.bytes ?? 0) - (before?.bytes ?? 0)
    state = null
  }

  function changePart(node: string, { joins, leaves }: PartChange): PresenceChange {
    const part = parts.get(node) ?? new Map<string, PresenceEntry>()
    const removed = leaves.flatMap((ref) => part.get(ref) ?? [])
    for (const entry of removed) {
      part.delete(entry.ref)
      count(entry, undefined)
    }
    const added = joins.filter(({ ref }) => !part.has(ref))
    for (const entry of added) {
      part.set(entry.ref, entry)
      count(undefined, entry)
    }
    if (part.size > 0) parts.set(node, part)
    else parts.delete(node)
    return { joins: added, leaves: removed }
  }

  function* everyone(): Iterable<PresenceEntry> {
    yield* byMember.values()
    for (const part of parts.values()) yield* part.values()
  }

  return {
    track(member, key, payload) {
      const before = byMember.get(member)
      const ref = randomBytes(9).toString('base64url')
      const previous = before && { phx_ref_prev: before.ref }
      const meta = JSON.stringify({ ...payload, ...previous, phx_ref: ref })
      const entry = createEntry(key, ref, meta)
      const grows = entry.bytes - (before?.bytes ?? 0)
      if ((!before && present >= max) || bytes + grows > ROOM_BYTES_MAX) return null
      byMember.set(member, entry)
      count(before, entry)
      return { joins: [entry], leaves: before ? [before] : [] }
    },
    untrack(member) {
      const before = byMember.get(member)
      if (!before) return false
      byMember.delete(member)
      count(before, undefined)
      left.push(before)
      return true
    },
    takeLeaves() {
      if (left.length === 0) return null
      const leaves = left
      left = []
      return { joins: [], leaves }
    },
    bytes: () => bytes,
    bytesOf: (member) => byMember.get(member)?.bytes ?? 0,
    state: () => (state ??= stateOf(everyone())),
    entries: () => [...byMember.values()],
    replacePart(node, entries) {
      const refs = new Set(entries.map(({ ref }) => ref))
      const known = parts.get(node)?.keys() ?? []
      const leaves = [...known].filter((ref) => !refs.has(ref))
      return changePart(node, { joins: entries, leaves })
    },
    changePart,
  }
}

/** Clients expect `{"joins":{…},"leaves":{…}}`. */
export function encodeDiff({ joins, leaves }: PresenceChange): string {
  return `{"joins":${stateOf(joins)},"leaves":${stateOf(leaves)}}`
}

function stateOf(entries: Iterable<PresenceEntry>): string {
  const byKey = new Map<string, string[]>()
  for (const { key, meta } of entries) {
    const metas = byKey.get(key)
    if (metas) metas.push(meta)
    else byKey.set(key, [meta])
  }
  const texts = Array.from(
    byKey,
    ([key, metas]) => `${JSON.stringify(key)}:{"metas":[${metas.join()}]}`,
  )
  return `{${texts.join()}}`
}
