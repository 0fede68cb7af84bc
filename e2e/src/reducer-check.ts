import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import { limitEvents, type LiveSession } from '@pitboard/contract/live/live'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { Vector } from '@pitboard/contract/wire/schema'
import { driveToTiming } from '@pitboard/server/racing/live/coarse-motion'
import type { Race } from '@pitboard/sim/race'
import { carsMomentOf } from '@pitboard/telemetry/session/document/cars-moment'
import { sessionDetail } from '@pitboard/telemetry/session/document/session-detail'
import type { TrackedSession } from '@pitboard/telemetry/session/state/state'
import { createTracker } from '@pitboard/telemetry/session/tracker'
import { createThinner } from '@pitboard/telemetry/thinning/thinner'
import { Value } from 'typebox/value'

/** These change once a second at most (docs/live-protocol.md, L5). */
const HELD_FIELDS = [
  'deltaToCarAhead',
  'deltaToLeader',
  'fuelRemainingLaps',
  'ersStorePercent',
  'ersDeployedPercent',
  'tyreWear',
] as const
const HELD_MS_MAX = 1_100
/** Positions and speeds are near the truth, not equal to it (docs/live-protocol.md, L8): by axis, in m and m/s. */
const NEAR = {
  livePosition: { x: 0.6, y: 2.1, z: 0.6 },
  velocity: { x: 1.1, y: 1.1, z: 1.1 },
} as const
/** The reducer does not know these, or the server brings them from elsewhere or later. */
const NOT_COMPARED = [
  'id',
  'internalSessionId',
  'userId',
  'userName',
  'sessionStartTime',
  'trackOutline',
  'completeness',
  'classification',
  'status',
  'raceKind',
] as const

interface Wanted {
  readonly state: LiveSession
  isFound: boolean
  /** These differ from the closest state of the reducer at that session time; null without one. */
  differences: readonly string[] | null
}

/**
 * Drives the race through the reducer, as its datagrams arrive at a server, and asserts that it had
 * each of the states: the reducer changes with each datagram, a room reads it ten times a second.
 */
export function assertReducerHad(race: Race, states: readonly LiveSession[]): void {
  const wanted = new Map<number, Wanted[]>()
  for (const state of states) {
    const others = wanted.get(state.sessionTimeMs) ?? []
    wanted.set(state.sessionTimeMs, [...others, { state, isFound: false, differences: null }])
  }
  const held: { readonly timeMs: number; readonly text: string }[] = []
  let session: TrackedSession | null = null
  const current = (): TrackedSession | null => session
  const tracker = createTracker({ opened: (opened) => (session = opened) })
  const thinner = createThinner()

  function check(tracked: TrackedSession): void {
    const { sessionTimeMs: timeMs, motionLagMs } = carsMomentOf(tracked)
    const isNear = [...wanted.keys()].some((at) => timeMs <= at && at - timeMs <= HELD_MS_MAX)
    if (!isNear) return
    const detail = sessionDetail(tracked, NOBODY)
    driveToTiming(detail.drivers, motionLagMs)
    while (held[0] && timeMs - held[0].timeMs > HELD_MS_MAX) held.shift()
    held.push(...detail.drivers.flatMap(heldTexts).map((text) => ({ timeMs, text })))
    for (const each of wanted.get(timeMs) ?? []) {
      if (each.isFound) continue
      const texts = new Set(held.map(({ text }) => text))
      const differences = compareStates(each.state, detail, texts)
      if (each.differences === null || differences.length < each.differences.length) {
        each.differences = differences
      }
      each.isFound = differences.length === 0
    }
  }

  function push(bytes: Uint8Array, atMs: number): void {
    tracker.push(bytes, atMs)
    const tracked = current()
    if (tracked) check(tracked)
  }

  for (const { atMs, bytes } of race.datagrams()) {
    for (const datagram of thinner.push(bytes, atMs)) push(datagram.bytes, datagram.atMs)
  }
  for (const { bytes, atMs } of thinner.flush()) push(bytes, atMs)
  const missing = [...wanted.values()].flat().filter(({ isFound }) => !isFound)
  assert.deepEqual(
    missing.map(({ state, differences }) => [
      state.sessionTimeMs,
      ...(differences ?? ['never']).slice(0, 5),
    ]),
    [],
  )
}

const NOBODY = { id: '', internalSessionId: 0, userId: '', userName: '' }

function heldTexts(driver: Driver): string[] {
  return HELD_FIELDS.map((name) => `${driver.driverIdx} ${name} ${JSON.stringify(driver[name])}`)
}

function compareStates(
  state: LiveSession,
  detail: SessionDetail,
  held: ReadonlySet<string>,
): string[] {
  const wrong = state.drivers.flatMap(heldTexts).filter((text) => !held.has(text))
  const sent = asSent(state)
  const reduced = asSent({ ...detail, events: limitEvents(detail.events) })
  const names = Object.keys(reduced).filter((name) => !isOneOf(NOT_COMPARED, name))
  const differences = names
    .filter((name) => name !== 'drivers' && !isDeepStrictEqual(sent[name], reduced[name]))
    .map((name) => `${name}: ${JSON.stringify(sent[name])} and ${JSON.stringify(reduced[name])}`)
  const drivers = state.drivers.flatMap((driver, place) =>
    compareDrivers(driver, detail.drivers[place]),
  )
  return [...differences, ...drivers, ...wrong]
}

function compareDrivers(sent: Driver, reduced: Driver | undefined): string[] {
  if (!reduced) return [`${sent.name} is missing`]
  const values = asSent(sent)
  const expected = asSent(reduced)
  return Object.keys(expected).flatMap((name) =>
    isOneOf(HELD_FIELDS, name) ||
    isNear(name, values[name], expected[name]) ||
    isDeepStrictEqual(values[name], expected[name])
      ? []
      : [`${name}: ${JSON.stringify(values[name])} and ${JSON.stringify(expected[name])}`],
  )
}

function isNear(name: string, sent: unknown, reduced: unknown): boolean {
  if (name !== 'livePosition' && name !== 'velocity') return false
  if (!Value.Check(Vector, sent) || !Value.Check(Vector, reduced)) return false
  const most = NEAR[name]
  return (['x', 'y', 'z'] as const).every(
    (axis) => Math.abs(sent[axis] - reduced[axis]) <= most[axis],
  )
}

/** Removes undefined fields and the times at which datagrams arrived. */
function asSent(value: object): Record<string, unknown> {
  const text = JSON.stringify(value, (name, part: unknown) => (name === 'utcTime' ? null : part))
  const sent: Record<string, unknown> = JSON.parse(text)
  return sent
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes(name)
}
