import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pitOutlookOf, type Rejoin } from '@pitboard/analysis/outlook/rejoin'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { sessionDetail } from '@pitboard/telemetry/session/document/session-detail'
import type { TrackedSession } from '@pitboard/telemetry/session/state/state'
import { createTracker } from '@pitboard/telemetry/session/tracker'
import { broadcastFrame } from './packets/broadcast.ts'
import { isOver } from './scenario/session-script.ts'
import { restoreMoment, saveMoment } from './scenario/timeline.ts'
import { type RaceOptions, setupOf } from './setup/setup.ts'
import { type Car, isRacing } from './world/car.ts'
import { beginRace, isSample, stepWorld } from './world/step.ts'
import { createWorld, type World } from './world/world.ts'

/** The constants of the prediction were chosen on other seeds. */
const RACES: readonly RaceOptions[] = [
  { seed: 301, trackId: 7, laps: 9 },
  { seed: 302, trackId: 26, laps: 16 },
  { seed: 303, trackId: 10, laps: 24, format: 2026 },
  { seed: 304, trackId: 22, laps: 20, situations: ['pitStops', 'virtualSafetyCar'] },
  { seed: 305, trackId: 11, laps: 14, situations: ['pitStops', 'lappedCars', 'penalties'] },
  { seed: 306, trackId: 7, laps: 14, format: 2022, situations: ['pitStops', 'safetyCar'] },
  { seed: 307, trackId: 26, laps: 12, format: 2023, situations: ['pitStops', 'retirement'] },
]
const SAMPLE_MS = 500
const IDENTITY = { id: '', internalSessionId: 1, userId: '', userName: '' }

interface Stop {
  readonly rejoin: Rejoin | null
  /** This is the position at the exit in a copy of the race in which no other car comes in meanwhile. */
  readonly withoutOthers: number
  /** This is the position at the exit in the race itself, where others come in as well. */
  readonly withOthers: number
}

test('the predicted position after a stop is within one place in at least 90 % of the stops', (t) => {
  const stops = RACES.flatMap((options) => [...stopsOf(options)])
  const share = (isHit: (rejoin: Rejoin, stop: Stop) => boolean) =>
    stops.filter((stop) => stop.rejoin && isHit(stop.rejoin, stop)).length / stops.length
  const near = share(({ position }, stop) => isNear(position, stop.withoutOthers))
  const exact = share(({ position }, stop) => position === stop.withoutOthers)
  const nearWithOthers = share(({ position }, stop) => isNear(position, stop.withOthers))
  const nearExpected = share(({ expectedPosition }, stop) =>
    isNear(expectedPosition, stop.withOthers),
  )
  const shown = stops.filter(({ rejoin }) => rejoin?.band)
  const held = shown.filter(({ rejoin, withOthers }) => {
    const band = rejoin?.band
    return band && band.best <= withOthers && withOthers <= band.worst
  })
  const inBand = held.length / shown.length
  t.diagnostic(
    `${stops.length} stops: ${percent(near)} within one place, ${percent(exact)} exact if the others stay out; ` +
      `${percent(nearExpected)} of the expected positions (${percent(nearWithOthers)} of the former) ` +
      `within one place, ${percent(inBand)} within the ${shown.length} bands where they come in too`,
  )
  assert.ok(stops.length > 100)
  assert.ok(near >= 0.9, percent(near))
  assert.ok(nearExpected > nearWithOthers, percent(nearExpected))
  // No race of this generator had a part in choosing the band (docs/pit-window.md).
  assert.ok(inBand >= 0.7, percent(inBand))
})

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

/** Every tyre stop of the race, predicted from the last state before the car enters the pit lane. */
function* stopsOf(options: RaceOptions): Iterable<Stop> {
  const world = createWorld(setupOf({ rateHz: 10, lean: true, ...options }))
  const states = createStates()
  const entered = new Map<number, Omit<Stop, 'withOthers'>>()
  beginRace(world)
  while (!isOver(world)) {
    states.receive(world)
    const before = world.cars.map(({ pit }) => pit)
    stepWorld(world)
    for (const car of world.cars) {
      const state = states.last()
      if (state && before[car.index] === 'none' && isTyreStop(car)) {
        const withoutOthers = exitWithoutOthers(world, car.index)
        const rejoin = rejoinOf(car.index, state)
        if (withoutOthers !== null) entered.set(car.index, { rejoin, withoutOthers })
      }
      const stop = entered.get(car.index)
      if (!stop || (car.pit !== 'none' && isRacing(car))) continue
      entered.delete(car.index)
      if (isRacing(car)) yield { ...stop, withOthers: car.position }
    }
  }
}

/** A drive-through and a stop-and-go are not stops. */
function isTyreStop({ pit, servedStop }: Car): boolean {
  return pit === 'lane' && servedStop !== null && servedStop.stopTimeMs > 0 && !servedStop.isStopGo
}

/** Null if the car retires in the lane. */
function exitWithoutOthers(world: World, index: number): number | null {
  const copy = { ...world }
  restoreMoment(copy, saveMoment(world), world.setup.seed)
  for (const car of copy.cars) if (car.pit === 'none') car.plannedStops.length = 0
  while (!isOver(copy)) {
    stepWorld(copy)
    const car = copy.cars[index]
    if (!car || !isRacing(car)) return null
    if (car.pit === 'none' && isSample(copy)) return car.position
  }
  return null
}

function rejoinOf(driverIdx: number, session: SessionDetail): Rejoin | null {
  const place = session.drivers.findIndex((car) => car.driverIdx === driverIdx)
  return pitOutlookOf(session)?.rejoins[place] ?? null
}

/** The states that viewers of the race see. */
function createStates() {
  const opened: TrackedSession[] = []
  const tracker = createTracker({ opened: (session) => opened.push(session) })
  let last: SessionDetail | null = null
  let nextMs = 0
  return {
    last: () => last,
    receive(world: World) {
      for (const { atMs, bytes } of broadcastFrame(world)) {
        tracker.push(bytes, atMs)
        const session = opened.at(-1)
        if (!session || atMs < nextMs) continue
        nextMs = atMs + SAMPLE_MS
        last = sessionDetail(session, IDENTITY)
      }
    },
  }
}
