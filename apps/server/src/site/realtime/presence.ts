import { randomBytes } from 'node:crypto'

/** The size of a room's state as JSON. */
const ROOM_BYTES_MAX = 512 * 1024

/** As JSON: `{"joins":{…},"leaves":{…}}`. */
export type PresenceDiff = string

export interface Presence<M> {
  /** Null if the room is full. */
  track(member: M, key: string, payload: Readonly<Record<string, unknown>>): PresenceDiff | null
  /** False for an unknown member. */
  untrack(member: M): boolean
  /** Members that left since the last call; null if none did. */
  takeLeaves(): PresenceDiff | null
  bytesOf(member: M): number
  /** The approximate length of the state. */
  bytes(): number
  /** By key, as JSON. A key may have several entries (two tabs of a user). */
  state(): string
}

/** One member's entry, encoded once for all receivers. */
interface Entry {
  readonly key: string
  readonly ref: string
  readonly meta: string
}

/** The present members of a room. */
export function createPresence<M>(max: number): Presence<M> {
  const byMember = new Map<M, Entry>()
  let left: Entry[] = []
  let bytes = 0
  let state: string | null = '{}'

  function replace(member: M, entry: Entry | null): void {
    bytes += (entry?.meta.length ?? 0) - (byMember.get(member)?.meta.length ?? 0)
    if (entry) byMember.set(member, entry)
    else byMember.delete(member)
    state = null
  }

  return {
    track(member, key, payload) {
      const before = byMember.get(member)
      const ref = randomBytes(9).toString('base64url')
      const previous = before && { phx_ref_prev: before.ref }
      const meta = JSON.stringify({ ...payload, ...previous, phx_ref: ref })
      const grows = meta.length - (before?.meta.length ?? 0)
      if ((!before && byMember.size >= max) || bytes + grows > ROOM_BYTES_MAX) return null
      const entry = { key, ref, meta }
      replace(member, entry)
      return diffOf([entry], before ? [before] : [])
    },
    untrack(member) {
      const before = byMember.get(member)
      if (!before) return false
      replace(member, null)
      left.push(before)
      return true
    },
    takeLeaves() {
      if (left.length === 0) return null
      const diff = diffOf([], left)
      left = []
      return diff
    },
    bytes: () => bytes,
    bytesOf: (member) => byMember.get(member)?.meta.length ?? 0,
    state: () => (state ??= stateOf(byMember.values())),
  }
}

function diffOf(joins: readonly Entry[], leaves: readonly Entry[]): PresenceDiff {
  return `{"joins":${stateOf(joins)},"leaves":${stateOf(leaves)}}`
}

function stateOf(entries: Iterable<Entry>): string {
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
