import type { Driver } from './driver.ts'
import type { LiveSession } from './live.ts'
import { LIVE_EVENTS_MAX } from './live.ts'
import type { Column, DeltaMessage, LiveMessage, Patch } from './live-protocol.ts'
import type { SessionEvent } from './session.ts'

/**
 * A number of a driver that changes from tick to tick. It travels as the integer that is left
 * after a prediction both sides can make from the state they already share.
 */
interface ColumnRule {
  readonly name: string
  readonly read: (driver: Driver) => number | null
  readonly write: (driver: MutableDriver, value: number) => void
  /** Steps a unit: 10 keeps one decimal. */
  readonly scale: number
  /** Expected change in units over `dtSeconds`. */
  readonly predict: (driver: Driver, dtSeconds: number) => number
}

type MutableDriver = { -readonly [K in keyof Driver]: Driver[K] }

const still = () => 0

function axisColumns(axis: 'x' | 'y' | 'z'): ColumnRule[] {
  return [
    {
      name: axis,
      read: (driver) => driver.livePosition?.[axis] ?? null,
      write: (driver, value) => {
        if (driver.livePosition) driver.livePosition = { ...driver.livePosition, [axis]: value }
      },
      scale: 10,
      predict: (driver, dtSeconds) => (driver.velocity?.[axis] ?? 0) * dtSeconds,
    },
    {
      name: `v${axis}`,
      read: (driver) => driver.velocity?.[axis] ?? null,
      write: (driver, value) => {
        if (driver.velocity) driver.velocity = { ...driver.velocity, [axis]: value }
      },
      scale: 10,
      predict: still,
    },
  ]
}

type NumberField = {
  [K in keyof Driver]: Driver[K] extends number | null ? K : never
}[keyof Driver]

function numberColumn(field: NumberField, predict: ColumnRule['predict'] = still): ColumnRule {
  return {
    name: field,
    read: (driver) => driver[field],
    write: (driver, value) => {
      Object.assign(driver, { [field]: value })
    },
    scale: 1,
    predict,
  }
}

function speedOf({ velocity }: Driver): number {
  if (!velocity) return 0
  return Math.sqrt(velocity.x ** 2 + velocity.y ** 2 + velocity.z ** 2)
}

const COLUMNS: readonly ColumnRule[] = [
  ...axisColumns('x'),
  ...axisColumns('y'),
  ...axisColumns('z'),
  numberColumn('lapDistance', (driver, dtSeconds) => speedOf(driver) * dtSeconds),
  numberColumn('currentLapTimeMs', (_, dtSeconds) => dtSeconds * 1000),
  numberColumn('position'),
  numberColumn('deltaToCarAhead'),
  numberColumn('deltaToLeader'),
  numberColumn('currentLapNumber'),
  numberColumn('sector'),
]

const COLUMN_BY_NAME = new Map(COLUMNS.map((column) => [column.name, column]))

/**
 * The fields columns carry. Vectors are in it as a whole: a change between null and a value
 * travels as a patch.
 */
const COLUMN_FIELDS = new Set<string>([
  ...COLUMNS.map((column) => column.name),
  'livePosition',
  'velocity',
])

/**
 * What a viewer at `previous` needs to be at `next` (specification of the messages:
 * docs/live-protocol.md). Unchanged parts are recognised by identity first, so hand in states
 * that share what did not change. `next.version` must be `previous.version + 1`.
 */
export function encodeDelta(previous: LiveSession, next: LiveSession): DeltaMessage {
  const message: DeltaMessage = {
    t: 'delta',
    v: next.version,
    d: next.sessionTimeMs - previous.sessionTimeMs,
  }
  const patches: Patch[] = []
  const sameDrivers = previous.drivers.length === next.drivers.length
  if (sameDrivers) {
    const columns = encodeColumns(previous, next, message.d, patches)
    if (columns) message.c = columns
    for (const [place, driver] of next.drivers.entries()) {
      diffObject(previous.drivers[place], driver, ['drivers', place], patches, COLUMN_FIELDS)
    }
  } else {
    patches.push([['drivers'], next.drivers])
  }
  const appended = appendedEvents(previous.events, next.events)
  if (appended === null) patches.push([['events'], next.events])
  else if (appended.length > 0) message.e = appended
  diffObject(previous, next, [], patches, SESSION_FIELDS_APART)
  if (patches.length > 0) message.p = patches
  return message
}

const SESSION_FIELDS_APART = new Set(['drivers', 'events', 'version', 'sessionTimeMs'])

function encodeColumns(
  previous: LiveSession,
  next: LiveSession,
  dtMs: number,
  patches: Patch[],
): Record<string, Column> | null {
  const columns: Record<string, Column> = {}
  let any = false
  const changedWhole = new Set<string>()
  for (const column of COLUMNS) {
    const residuals: number[] = []
    let nonZero = 0
    for (const [place, driver] of next.drivers.entries()) {
      const before = previous.drivers[place]
      const from = before ? column.read(before) : null
      const to = column.read(driver)
      let residual = 0
      if (before && from !== null && to !== null) {
        residual = Math.round(to * column.scale) - predicted(column, before, from, dtMs)
      } else if (from !== to) {
        patchWhole(column, place, driver, changedWhole, patches)
      }
      if (residual !== 0) nonZero++
      residuals.push(residual)
    }
    if (nonZero === 0) continue
    any = true
    columns[column.name] = nonZero * 3 > residuals.length ? residuals : sparse(residuals)
  }
  return any ? columns : null
}

function predicted(column: ColumnRule, before: Driver, from: number, dtMs: number): number {
  return Math.round((from + column.predict(before, dtMs / 1000)) * column.scale)
}

/** Between null and a value there is nothing to predict from: the whole field is sent, once. */
function patchWhole(
  column: ColumnRule,
  place: number,
  driver: Driver,
  done: Set<string>,
  patches: Patch[],
): void {
  const field = wholeField(column.name)
  if (done.has(`${place}.${field}`)) return
  done.add(`${place}.${field}`)
  patches.push([['drivers', place, field], Reflect.get(driver, field)])
}

function wholeField(columnName: string): string {
  if (columnName === 'x' || columnName === 'y' || columnName === 'z') return 'livePosition'
  if (columnName === 'vx' || columnName === 'vy' || columnName === 'vz') return 'velocity'
  return columnName
}

function sparse(residuals: readonly number[]): Record<string, number> {
  const entries: Record<string, number> = {}
  for (const [place, residual] of residuals.entries()) if (residual !== 0) entries[place] = residual
  return entries
}

/** The events at the end of `next` that `previous` has not, or null where it is no continuation. */
function appendedEvents(
  previous: readonly SessionEvent[],
  next: readonly SessionEvent[],
): SessionEvent[] | null {
  if (previous === next) return []
  const last = previous.at(-1)
  const start = last ? next.findLastIndex((event) => event.seq === last.seq) + 1 : 0
  if (last && start === 0) return null
  const appended = next.slice(start)
  const kept = appendEvents(previous, appended)
  const same = kept.length === next.length && kept[0]?.seq === next[0]?.seq
  return same ? appended : null
}

function appendEvents(
  events: readonly SessionEvent[],
  appended: readonly SessionEvent[],
): SessionEvent[] {
  return [...events, ...appended].slice(-LIVE_EVENTS_MAX)
}

type Path = (string | number)[]

function diff(before: unknown, after: unknown, path: Path, patches: Patch[]): void {
  if (before === after) return
  if (Array.isArray(before) && Array.isArray(after) && after.length >= before.length) {
    for (const [place, value] of after.entries()) {
      if (place < before.length) diff(before[place], value, [...path, place], patches)
      else patches.push([[...path, place], value])
    }
    return
  }
  if (isRecord(before) && isRecord(after)) {
    diffObject(before, after, path, patches, NO_FIELDS)
    return
  }
  patches.push([path, after])
}

const NO_FIELDS: ReadonlySet<string> = new Set()

function diffObject(
  before: object | undefined,
  after: object,
  path: Path,
  patches: Patch[],
  apart: ReadonlySet<string>,
): void {
  if (before === after) return
  for (const key of Object.keys(after)) {
    if (apart.has(key)) continue
    const from: unknown = before && Reflect.get(before, key)
    const to: unknown = Reflect.get(after, key)
    if (from !== to) diff(from, to, [...path, key], patches)
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The state after a message; the same function serves the page, other clients and the tests.
 * Pure: parts that did not change are the same objects as before. Throws a `LiveGapError` where
 * the message does not follow the state: the caller then connects again for a snapshot.
 */
export function applyMessage(state: LiveSession | null, message: LiveMessage): LiveSession | null {
  switch (message.t) {
    case 'snapshot':
      return message.state
    case 'delta':
      return applyDelta(state, message)
    case 'heartbeat':
      if (state?.version !== message.v) throw new LiveGapError(state?.version, message.v)
      return state
    case 'waiting':
      return null
    case 'ended':
      return state
  }
}

/** A message arrived that does not follow the state the viewer has. */
export class LiveGapError extends Error {
  constructor(have: number | undefined, got: number) {
    super(`Live version ${got} does not follow version ${have ?? 'none'}`)
  }
}

function applyDelta(state: LiveSession | null, message: DeltaMessage): LiveSession {
  if (state === null || state.version + 1 !== message.v) {
    throw new LiveGapError(state?.version, message.v)
  }
  const next: LiveSession = {
    ...state,
    version: message.v,
    sessionTimeMs: state.sessionTimeMs + message.d,
    drivers: applyColumns(state, message),
  }
  if (message.e) next.events = appendEvents(state.events, message.e)
  return applyPatches(next, message.p ?? [])
}

function applyColumns(state: LiveSession, { c, d }: DeltaMessage): Driver[] {
  return state.drivers.map((before, place) => moved(before, place, c ?? {}, d))
}

function moved(before: Driver, place: number, columns: Record<string, Column>, dtMs: number) {
  const driver: MutableDriver = { ...before }
  let changed = false
  for (const [name, column] of COLUMN_BY_NAME) {
    const from = column.read(before)
    if (from === null) continue
    const residual = residualAt(columns[name], place)
    const steps = predicted(column, before, from, dtMs) + residual
    if (steps === Math.round(from * column.scale)) continue
    column.write(driver, steps / column.scale)
    changed = true
  }
  return changed ? driver : before
}

function residualAt(column: Column | undefined, place: number): number {
  if (!column) return 0
  return (Array.isArray(column) ? column[place] : column[place]) ?? 0
}

/** Copies along every patched path once, so that `next` may be written in place. */
function applyPatches(next: LiveSession, patches: readonly Patch[]): LiveSession {
  const fresh = new Set<object>([next])
  for (const [path, value] of patches) {
    let at: object = next
    for (const key of path.slice(0, -1)) {
      const child: unknown = Reflect.get(at, key)
      if (typeof child !== 'object' || child === null)
        throw new LiveGapError(next.version, next.version)
      const own = fresh.has(child) ? child : Array.isArray(child) ? [...child] : { ...child }
      fresh.add(own)
      Reflect.set(at, key, own)
      at = own
    }
    const last = path.at(-1)
    if (last !== undefined) Reflect.set(at, last, value)
  }
  return next
}
