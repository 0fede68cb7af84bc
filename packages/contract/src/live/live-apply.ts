import type { Driver } from '../sessions/driver.ts'
import { COLUMNS, type MutableDriver, predicted } from './live-columns.ts'
import { appendEvents, type LiveSession } from './live.ts'
import type { Column, DeltaMessage, LiveMessage, Patch } from './live-protocol.ts'

/**
 * Returns the state after a message without changing the one before: unchanged parts are the same objects. It
 * is null as long as the followed user does not drive. Throws a `LiveGapError` if the message does not follow
 * the state; the caller then reconnects for a snapshot.
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

/** The message does not follow the viewer's state. */
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

function applyColumns(state: LiveSession, { c, d, m }: DeltaMessage): Driver[] {
  return state.drivers.map((before, place) => moved(before, place, c ?? {}, m ?? d))
}

function moved(before: Driver, place: number, columns: Record<string, Column>, dtMs: number) {
  const driver: MutableDriver = { ...before }
  let changed = false
  for (const column of COLUMNS) {
    const from = column.read(before)
    if (from === null) continue
    const residual = residualAt(columns[column.name], place)
    const steps = predicted(column, from, { before, after: driver, dtMs }) + residual
    if (steps === Math.round(from * column.scale)) continue
    column.write(driver, steps / column.scale)
    changed = true
  }
  return changed ? driver : before
}

/** A sparse column has only the cars that did not move as predicted. */
function residualAt(column: Column | undefined, place: number): number {
  if (!column) return 0
  return (Array.isArray(column) ? column[place] : column[place]) ?? 0
}

/** Copies the objects along every patched path once, so that `next` can be changed in place. */
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
