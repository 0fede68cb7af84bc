import { randomBytes } from 'node:crypto'

type Meta = Readonly<Record<string, unknown>> & { readonly phx_ref: string }

/** Who is there, by key: one key may be there several times (two tabs of a user). */
export type PresenceState = Readonly<Record<string, { readonly metas: readonly Meta[] }>>

export interface PresenceDiff {
  readonly joins: PresenceState
  readonly leaves: PresenceState
}

export interface Presence<M> {
  /** Null where too many are there already. */
  track(member: M, key: string, payload: Readonly<Record<string, unknown>>): PresenceDiff | null
  /** Null where the member was not there. */
  untrack(member: M): PresenceDiff | null
  state(): PresenceState
}

/** Who of a room's members has said that he is there. */
export function createPresence<M>(max: number): Presence<M> {
  const byMember = new Map<M, { readonly key: string; readonly meta: Meta }>()

  return {
    track(member, key, payload) {
      const before = byMember.get(member)
      if (!before && byMember.size >= max) return null
      const previous = before && { phx_ref_prev: before.meta.phx_ref }
      const meta = { ...payload, ...previous, phx_ref: randomBytes(9).toString('base64url') }
      byMember.set(member, { key, meta })
      return { joins: stateOf([{ key, meta }]), leaves: stateOf(before ? [before] : []) }
    },
    untrack(member) {
      const before = byMember.get(member)
      if (!before) return null
      byMember.delete(member)
      return { joins: {}, leaves: stateOf([before]) }
    },
    state: () => stateOf(byMember.values()),
  }
}

function stateOf(entries: Iterable<{ readonly key: string; readonly meta: Meta }>): PresenceState {
  const byKey = new Map<string, { metas: Meta[] }>()
  for (const { key, meta } of entries) {
    const known = byKey.get(key)
    if (known) known.metas.push(meta)
    else byKey.set(key, { metas: [meta] })
  }
  return Object.fromEntries(byKey)
}
