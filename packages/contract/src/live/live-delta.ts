import type { Driver } from '../sessions/driver.ts'
import { COLUMN_FIELDS, type ColumnRule, COLUMNS, predicted } from './live-columns.ts'
import { appendEvents, type LiveSession } from './live.ts'
import type { Column, DeltaMessage, Patch } from './live-protocol.ts'
import type { SessionEvent } from '../sessions/session-events.ts'

/**
 * Returns the message that takes a viewer from `previous` to `next` (docs/live-protocol.md). Unchanged parts are
 * recognised by identity first, so both states should share them. `next.version` must be `previous.version + 1`, and
 * column numbers must be whole steps of their scale.
 */
export function encodeDelta(previous: LiveSession, next: LiveSession, atMs: number): DeltaMessage {
  const message: DeltaMessage = {
    t: 'delta',
    v: next.version,
    at: atMs,
    d: next.sessionTimeMs - previous.sessionTimeMs,
  }
  const patches: Patch[] = []
  const sameDrivers = previous.drivers.length === next.drivers.length
  if (sameDrivers) {
    const movedMs = stepMsOf(previous.drivers, next.drivers) ?? message.d
    if (movedMs !== message.d) message.m = movedMs
    const columns = encodeColumns(previous, next, movedMs, patches)
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

/** If fewer than one in this many drivers differs, the sparse form is smaller after deflate. */
const SPARSE_BELOW = 8

/**
 * Returns how far the cars moved in ms, by most of their lap times; null while no lap time runs. The
 * session's time is that of the newest packet, which can have no positions.
 */
export function stepMsOf(previous: readonly Driver[], next: readonly Driver[]): number | null {
  const counts = new Map<number, number>()
  let [most, mostCount]: [number | null, number] = [null, 0]
  for (const [place, { currentLapTimeMs: to }] of next.entries()) {
    const from = previous[place]?.currentLapTimeMs ?? null
    if (from === null || to === null || to <= from) continue
    const stepMs = to - from
    const count = (counts.get(stepMs) ?? 0) + 1
    counts.set(stepMs, count)
    if (count > mostCount) [most, mostCount] = [stepMs, count]
  }
  return most
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
        residual =
          Math.round(to * column.scale) - predicted(column, from, { before, after: driver, dtMs })
      } else if (from !== to) {
        patchWhole(column, place, driver, changedWhole, patches)
      }
      if (residual !== 0) nonZero++
      residuals.push(residual)
    }
    if (nonZero === 0) continue
    any = true
    columns[column.name] = nonZero * SPARSE_BELOW > residuals.length ? residuals : sparse(residuals)
  }
  return any ? columns : null
}

/** Null has no prediction, so that the whole field is sent, once per driver. */
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

/** Returns the new events at the end of `next`; null if `next` does not continue `previous`. */
function appendedEvents(
  previous: readonly SessionEvent[],
  next: readonly SessionEvent[],
): SessionEvent[] | null {
  if (previous === next) return []
  const last = previous.at(-1)
  const start = last ? next.findLastIndex((event) => event.seq === last.seq) + 1 : 0
  if (last && start === 0) return null
  const appended = next.slice(start)
  const expected = appendEvents(previous, appended)
  const isSame =
    expected.length === next.length && expected.every(({ seq }, place) => seq === next[place]?.seq)
  return isSame ? appended : null
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
