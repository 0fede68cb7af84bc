import { itemAt } from '@pitboard/contract/wire/item-at'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DriverRace, driverRace } from '@pitboard/analysis/outcome/driver-race'
import { median } from '@pitboard/analysis/statistics/quantile'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { PenaltyType } from '@pitboard/contract/wire/enumerations'
import { sampleOf } from '@pitboard/contract/testing/sample'
import { sessionDetail } from '@pitboard/telemetry/session/document/session-detail'
import { createTracker } from '@pitboard/telemetry/session/tracker'
import { broadcastFrame, broadcastResults } from './packets/broadcast.ts'
import { isOver } from './scenario/session-script.ts'
import { setupOf } from './setup/setup.ts'
import type { Car } from './world/car.ts'
import { classify } from './world/classification.ts'
import { beginRace, stepWorld } from './world/step.ts'
import { MARK_M } from './world/timing.ts'
import { createWorld, type World } from './world/world.ts'

const CARS = 6
const LAPS = 12
/** In two of three races a car stands beside the track for some seconds on a lap. */
const RACES = Array.from({ length: 24 }, (_, index) => ({
  seed: 4_100 + index,
  spin:
    index % 3 === 2
      ? null
      : { car: (index * 5) % CARS, lap: 4 + (index % 7), forMs: 2_000 + 500 * (index % 3) },
  situations: itemAt(
    [['pitStops'], ['penalties'], ['pitStops', 'lappedCars'], ['warnings']] as const,
    index % 4,
  ),
}))

test('where a driver lost time and places is what happened in the race', (t) => {
  const spins = { made: 0, told: 0 }
  const checked = { traffic: 0, stops: 0, served: 0, places: 0 }
  for (const race of sampleOf(RACES, 2)) {
    const { world, detail } = drive(race)
    for (const car of world.cars) {
      const note = `seed ${race.seed}, car ${car.index}`
      const driver = detail.drivers.find(({ driverIdx }) => driverIdx === car.index)
      const facts = driver ? driverRace(detail, driver) : null
      assert.ok(facts, note)
      assert.deepEqual(
        facts.start,
        { from: car.gridPosition, to: car.lapEndPositions[0] },
        `${note}: start`,
      )
      checked.traffic += assertTraffic(facts, car, world, note)
      checked.stops += assertStops(facts, car, world, note)
      checked.served += assertServed(facts, car, note)
      checked.places += assertPlaces(facts, car, world, note)
      const told = facts.mistakes.map(({ lap }) => lap)
      const spin = race.spin?.car === car.index ? race.spin.lap : null
      if (spin !== null && isComparable(car, spin)) {
        spins.made += 1
        spins.told += Number(told.includes(spin))
      }
      assert.deepEqual(
        told.filter((lap) => lap !== spin),
        [],
        `${note}: no mistake, but the spin on lap ${spin}`,
      )
    }
  }
  t.diagnostic(JSON.stringify({ ...spins, ...checked }))
  assert.ok(spins.told >= 0.9 * spins.made, `${spins.told} of ${spins.made} spins`)
  assert.ok(checked.traffic > 0 && checked.stops > 0)
})

/** The lap is not beside a stop, and there are enough others on the same tyres. */
function isComparable(car: Car, lap: number): boolean {
  const isBesideStop = [...car.pitStops, ...car.stopGoVisits].some(
    ({ lapNum }) => lapNum === lap || lapNum + 1 === lap,
  )
  const stint = car.stints.find(
    ({ startLap, endLap }) => startLap <= lap && lap <= (endLap ?? LAPS),
  )
  const laps = stint ? (stint.endLap ?? LAPS) - stint.startLap + 1 : 0
  return car.stuckUntilMs !== null && !isBesideStop && laps >= 8
}

/** All along the laps that are told somebody was near ahead, and on all laps like that it is told. */
function assertTraffic({ traffic }: DriverRace, car: Car, world: World, note: string): number {
  const { lengthM } = world.track
  const isFree = (lap: number) =>
    [...car.pitStops, ...car.stopGoVisits].every(
      ({ lapNum }) => lap !== lapNum && lap !== lapNum + 1,
    )
  // After the start the whole field is slow on lap 2 of so short a track.
  const nearLaps = Array.from({ length: LAPS - 2 }, (_, index) => index + 3).filter((lap) => {
    const marks = Array.from({ length: Math.floor(lengthM / MARK_M) + 2 }, (__, index) =>
      aheadAt(world, car, Math.floor(((lap - 1) * lengthM) / MARK_M) + index, SAME_LAP),
    )
    return isFree(lap) && marks.every((aheadMs) => aheadMs < 1_350)
  })
  assert.ok((traffic?.laps ?? 0) >= nearLaps.length, `${note}: traffic on ${nearLaps.join(', ')}`)
  if (!traffic) return 0
  const first = Math.floor(((traffic.firstLap - 1) * lengthM) / MARK_M)
  assert.ok(
    aheadAt(world, car, first, NEAR_LAPS) < 3_500,
    `${note}: behind a car on lap ${traffic.firstLap}`,
  )
  return traffic.laps
}

const SAME_LAP = [0]
/** Marks do not divide a lap: those of other laps are up to half of their distance away. */
const NEAR_LAPS = Array.from({ length: 2 * LAPS }, (_, index) => index - LAPS)

/** How long ago another car was at the same place, on laps so far from the own one; Infinity if none was. */
function aheadAt(world: World, car: Car, mark: number, lapsAway: readonly number[]): number {
  const atMs = car.marks[mark]
  if (atMs === undefined) return Infinity
  const lapMarks = world.track.lengthM / MARK_M
  const ago = world.cars
    .filter((other) => other !== car)
    .flatMap((other) =>
      lapsAway.flatMap((laps) => {
        const otherMs = other.marks[mark + Math.round(laps * lapMarks)]
        const isAhead = otherMs !== undefined && otherMs <= atMs + (laps === 0 ? 0 : 500)
        return isAhead ? [atMs - otherMs] : []
      }),
    )
  return Math.min(...ago)
}

/** A stop that took longer at the box cost so much more than those of the others. */
function assertStops({ stops }: DriverRace, car: Car, world: World, note: string): number {
  assert.deepEqual(
    stops.map(({ stop }) => stop.lapNum),
    car.pitStops.map(({ lapNum }) => lapNum),
    note,
  )
  const others = world.cars
    .filter((other) => other !== car)
    .flatMap(({ pitStops }) => pitStops.map(({ stopTimeMs }) => stopTimeMs))
  // A car at half the speed loses less by a stop.
  if (world.plan.slow.includes(car.index)) return 0
  const compared = stops.flatMap(({ stop, lossMs, fieldMs, isSlow }) =>
    lossMs === null || fieldMs === null || isSlow || stop.stopTimeMs === null
      ? []
      : [{ moreMs: lossMs - fieldMs, stoodMoreMs: stop.stopTimeMs - median(others) }],
  )
  for (const { moreMs, stoodMoreMs } of compared) {
    assert.ok(Math.abs(moreMs - stoodMoreMs) < 2_000, `${note}: ${moreMs}, in truth ${stoodMoreMs}`)
  }
  return compared.length
}

function assertServed({ penalties }: DriverRace, car: Car, note: string): number {
  const told = penalties.flatMap(({ servedLap }) => servedLap ?? [])
  for (const lap of told) {
    const issued = car.penalties.filter(({ type }) => type === PenaltyType.DriveThrough)
    assert.ok(
      // The way out of the pit lane is on the lap after that.
      issued.some(({ lapNum }) => lapNum + 1 === lap || lapNum + 2 === lap),
      `${note}: served on lap ${lap}`,
    )
  }
  return told.length
}

function assertPlaces({ penalties }: DriverRace, car: Car, world: World, note: string): number {
  const result = classify(world)
  const behindOnRoad = result
    .slice(0, result.indexOf(car))
    .filter(
      (other) =>
        other.laps.length === car.laps.length && other.endMs > car.endMs && car.resultStatus === 3,
    )
  const told = penalties.reduce((sum, { placesLost }) => sum + placesLost, 0)
  assert.equal(told, car.penaltySeconds > 0 ? behindOnRoad.length : 0, `${note}: places lost`)
  return told
}

function drive({ seed, spin, situations }: (typeof RACES)[number]) {
  const setup = setupOf({
    seed,
    cars: CARS,
    laps: LAPS,
    trackId: 22,
    format: 2025,
    situations,
    rateHz: 10,
    lean: true,
  })
  const made = createWorld(setup)
  const stuck = spin && { ...spin, atM: (spin.lap - 0.6) * setup.track.lengthM }
  const world: World = { ...made, plan: { ...made.plan, stuck } }
  const recorded: SessionDetail[] = []
  const identity = { id: '', internalSessionId: 1, userId: '', userName: '' }
  const tracker = createTracker({
    ended: (session) => recorded.push(sessionDetail(session, identity)),
  })
  let endMs = 0
  const send = (sent: Iterable<{ readonly atMs: number; readonly bytes: Uint8Array }>) => {
    for (const { atMs, bytes } of sent) {
      endMs = atMs
      tracker.push(bytes, atMs)
    }
  }
  beginRace(world)
  while (!isOver(world)) {
    send(broadcastFrame(world))
    stepWorld(world)
  }
  send(broadcastFrame(world))
  send(broadcastResults(world, { shown: 2, bulkWithout: null }))
  tracker.finish(endMs)
  return { world, detail: itemAt(recorded, 0) }
}
