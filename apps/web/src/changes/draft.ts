/** The server has this, at the version that a change of it is based on. */
export interface Stored<Value> {
  readonly value: Value
  readonly version: number
}

/** A part that differs is found by the names and ids that lead to it. It is undefined if it does not exist. */
export interface Difference {
  readonly path: readonly string[]
  readonly before: unknown
  readonly after: unknown
}

/** This part was changed there and here. */
export interface Conflict extends Difference {
  readonly mine: unknown
}

interface Merged<Value> {
  readonly value: Value
  /** These were changed there alone; they are in the value. */
  readonly taken: readonly Difference[]
  readonly conflicts: readonly Conflict[]
}

/** It says what is being edited, and what it is based on. */
export interface DraftState<Value> {
  readonly base: Value
  readonly version: number
  readonly value: Value
  /** It is a newer value that contradicts the draft, until somebody decides. */
  readonly theirs: Stored<Value> | null
  /** These came from there into a draft that was being edited; they are shown until they are read. */
  readonly taken: readonly Difference[]
  readonly sent: Value | null
  /** It is the newest value that came while the draft was being sent. */
  readonly arrived: Stored<Value> | null
}

export function openDraft<Value>({ value, version }: Stored<Value>): DraftState<Value> {
  return { base: value, version, value, theirs: null, taken: [], sent: null, arrived: null }
}

export function isDirty<Value>({ base, value }: DraftState<Value>): boolean {
  return !isEqual(base, value)
}

/**
 * A newer value of the server replaces a draft without changes. Beside other changes it is merged; where
 * the same was changed it waits for a decision. Returns the same state where there is nothing new.
 */
export function receive<Value>(state: DraftState<Value>, stored: Stored<Value>): DraftState<Value> {
  const { base, version, value, theirs, sent, arrived } = state
  if (sent !== null) {
    return isSame(stored, arrived ?? { value: base, version }) || stored.version < version
      ? state
      : { ...state, arrived: stored }
  }
  if (stored.version < (theirs?.version ?? version)) return state
  if (theirs && isSame(stored, theirs)) return state
  if (isEqual(stored.value, base)) {
    // Another part was changed, or their change was undone.
    return stored.version === version && theirs === null
      ? state
      : { ...state, version: stored.version, theirs: null }
  }
  if (isEqual(value, base)) return { ...openDraft(stored), taken: [] }
  const merged = merge(base, value, stored.value)
  if (merged.conflicts.length > 0) return { ...state, theirs: stored }
  return {
    ...openDraft(stored),
    value: merged.value,
    taken: [...state.taken, ...merged.taken],
  }
}

export function edit<Value>(state: DraftState<Value>, value: Value): DraftState<Value> {
  const edited = { ...state, value }
  const { theirs } = state
  // A user who types the value that others have saved does not contradict them any more.
  return theirs ? receive({ ...edited, theirs: null }, theirs) : edited
}

/** Ends a contradiction; what does not contradict stays as it is, from both. */
export function decide<Value>(
  state: DraftState<Value>,
  keep: 'mine' | 'theirs',
): DraftState<Value> {
  const { base, value, theirs } = state
  if (!theirs) return state
  return { ...openDraft(theirs), value: merge(base, value, theirs.value, keep).value }
}

export function beginSaving<Value>(state: DraftState<Value>): DraftState<Value> {
  return { ...state, sent: state.value, arrived: null }
}

export function endSaving<Value>(
  state: DraftState<Value>,
  /** It is the version that sending made; null where it is not saved, undefined where that is not known. */
  made: number | null | undefined,
): DraftState<Value> {
  const { sent, arrived } = state
  if (sent === null) return state
  const ended = { ...state, sent: null, arrived: null }
  if (made === null) return arrived ? receive(ended, arrived) : ended
  const saved = { ...ended, base: sent, version: made ?? state.version, theirs: null, taken: [] }
  return arrived ? receive(saved, arrived) : saved
}

/**
 * Returns the version that an answer to saving is; it is undefined for anything that says no more than that it is
 * saved, null for errors of fields, where nothing was sent.
 */
export function versionMadeBy(answer: unknown): number | null | undefined {
  if (typeof answer === 'number') return answer
  return answer === null || answer === undefined ? undefined : null
}

/**
 * Empties the form for the next text. It is called when a text that is not edited again, such as a comment, has been
 * sent.
 */
export function endSending<Value>(state: DraftState<Value>): DraftState<Value> {
  const { base, value, sent, version } = state
  if (sent === null) return state
  return isEqual(value, sent) ? openDraft({ value: base, version }) : { ...state, sent: null }
}

/** Returns the fields that differ: what did not change is not sent. */
export function changedPart<Value extends object>(base: object, value: Value): Partial<Value>
export function changedPart(base: object, value: object): object {
  const before = new Map<string, unknown>(Object.entries(base))
  return Object.fromEntries(
    Object.entries(value).filter(([name, one]) => !isEqual(one, before.get(name))),
  )
}

/**
 * Returns what was changed here and there since the base; it compares field by field, and item by item in lists whose
 * items have an id, their order included. Where both changed the same, the preferred one is in the value.
 */
export function merge<Value>(
  base: Value,
  mine: Value,
  theirs: Value,
  prefer?: 'mine' | 'theirs',
): Merged<Value>
export function merge(
  base: unknown,
  mine: unknown,
  theirs: unknown,
  prefer: 'mine' | 'theirs' = 'mine',
): Merged<unknown> {
  const taken: Difference[] = []
  const conflicts: Conflict[] = []
  const value = mergeAt([], base, mine, theirs)
  return { value, taken, conflicts }

  function mergeAt(path: readonly string[], b: unknown, m: unknown, t: unknown): unknown {
    if (isEqual(b, t)) return m
    if (isEqual(m, t)) return t
    if (isEqual(b, m)) {
      taken.push(...differences(b, t, path))
      return t
    }
    if (isRecord(b) && isRecord(m) && isRecord(t)) {
      const names = Object.keys({ ...b, ...m, ...t })
      return Object.fromEntries(
        names.map((name) => [name, mergeAt([...path, name], b[name], m[name], t[name])]),
      )
    }
    const [inBase, inMine, inTheirs] = [byId(b), byId(m), byId(t)]
    if (inBase && inMine && inTheirs) {
      const [isMovedHere, isMovedThere] = [inMine, inTheirs].map((list) => isMoved(inBase, list))
      const isAgreed = !isMoved(inMine, inTheirs)
      if (isMovedHere && isMovedThere && !isAgreed) {
        conflicts.push({ path, before: b, after: t, mine: m })
      } else if (isMovedThere && !isAgreed) taken.push({ path, before: b, after: t })
      const isOrderOfMine = isMovedHere && (!isMovedThere || prefer === 'mine')
      const ids = isOrderOfMine ? joinIds(inMine, inTheirs) : joinIds(inTheirs, inMine)
      return [...new Set([...ids, ...inBase.keys()])]
        .map((id) => mergeAt([...path, id], inBase.get(id), inMine.get(id), inTheirs.get(id)))
        .filter((item) => item !== undefined)
    }
    conflicts.push({ path, before: b, after: t, mine: m })
    return prefer === 'mine' ? m : t
  }
}

type ById = ReadonlyMap<string, unknown>

/** Returns whether what both lists have is in another order. */
function isMoved(before: ById, after: ById): boolean {
  const [was, is] = [
    [...before.keys()].filter((id) => after.has(id)),
    [...after.keys()].filter((id) => before.has(id)),
  ]
  return was.some((id, at) => id !== is[at])
}

/** What only the other list has stays behind the item that it follows there. */
function joinIds(first: ById, other: ById): string[] {
  const ids = [...first.keys()]
  let place = 0
  for (const id of other.keys()) {
    const known = ids.indexOf(id)
    if (known === -1) ids.splice(place, 0, id)
    place = (known === -1 ? place : known) + 1
  }
  return ids
}

/** Lists the differences from one value to another, part by part as `merge` compares them. */
export function differences(
  before: unknown,
  after: unknown,
  path: readonly string[] = [],
): Difference[] {
  if (isEqual(before, after)) return []
  const [from, to] = isRecord(before) && isRecord(after) ? [before, after].map(byName) : []
  const [was, is] = [from ?? byId(before), to ?? byId(after)]
  if (!was || !is) return [{ path, before, after }]
  return [...new Set([...is.keys(), ...was.keys()])].flatMap((name) =>
    differences(was.get(name), is.get(name), [...path, name]),
  )
}

/** Compares deeply, and whatever the order of the fields. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, at) => isEqual(item, other[at]))
  }
  if (!isRecord(one) || !isRecord(other)) return false
  return Object.keys({ ...one, ...other }).every((name) => isEqual(one[name], other[name]))
}

/**
 * Returns whether a value that was stored has the fields and the kinds of values of another one; a text or number may
 * be null where it is not set.
 */
export function isLike<Value>(like: Value, value: unknown): value is Value
export function isLike(like: unknown, value: unknown): boolean {
  if (Array.isArray(like)) return Array.isArray(value)
  if (!isRecord(like)) {
    const isUnset = value === null && (typeof like === 'string' || typeof like === 'number')
    return like === null || isUnset || typeof like === typeof value
  }
  if (!isRecord(value)) return false
  return Object.entries(like).every(([name, one]) => isLike(one, value[name]))
}

export function nameIn(item: unknown): string {
  const name = isRecord(item) ? item['name'] : undefined
  return typeof name === 'string' ? name : ''
}

function isSame<Value>(one: Stored<Value>, other: Stored<Value>): boolean {
  return one.version === other.version && isEqual(one.value, other.value)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function byName(record: Readonly<Record<string, unknown>>): Map<string, unknown> {
  return new Map(Object.entries(record))
}

/** Returns null for anything except a list of things with ids. */
function byId(list: unknown): Map<string, unknown> | null {
  if (!Array.isArray(list)) return null
  const items = list.flatMap((item: unknown): [string, unknown][] => {
    const id = isRecord(item) ? item['id'] : undefined
    return typeof id === 'string' ? [[id, item]] : []
  })
  return items.length === list.length ? new Map(items) : null
}
