import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import type { TraceChannel } from '@pitboard/contract/traces/trace-channels'
import { createThinner } from '@pitboard/telemetry/thinning/thinner'
import { sessionDetail } from '@pitboard/telemetry/session/document/session-detail'
import type { TrackedSession } from '@pitboard/telemetry/session/state/state'
import { createTracker } from '@pitboard/telemetry/session/tracker'
import { createSessionTraces } from '@pitboard/telemetry/traces/session-traces'
import { valuesOf } from '@pitboard/telemetry/traces/trace-codec'
import { distanceAt } from '@pitboard/telemetry/traces/trace-grid'
import type { TracedLap } from '@pitboard/telemetry/traces/traced-lap'
import { carTelemetry2Of, carTelemetryOf } from './packets/car-details.ts'
import { carStatusOf } from './packets/car-status.ts'
import { motionOf } from './packets/motion.ts'
import type { Sent } from './packets/broadcast.ts'
import { impair } from './scenario/impairments.ts'
import { driveSession } from './scenario/session-script.ts'
import { type RaceOptions, setupOf } from './setup/setup.ts'
import { onlyInLongRun, sampleOf } from '@pitboard/contract/testing/sample'
import { sessionMs, type World } from './world/world.ts'

const GRID_M = 5
const GAP_M = 47
/**
 * This share of values is right within a grid step. A value between two samples that lost datagrams have pulled apart
 * may be off by more.
 */
const WITHIN_STEP_SHARE = 0.998

/** The ranges of the channels; 1 % of them is tolerated. */
const ranges = {
  timeMs: 100,
  speedKmh: 370,
  throttlePercent: 100,
  brakePercent: 100,
  steeringPercent: 200,
  gear: 9,
  engineRpm: 13_000,
  drsOpen: 1,
  activeAeroOn: 1,
  overtakeOn: 1,
  ersDeployMode: 3,
  ersStorePercent: 100,
  positionXM: 1_000,
  positionZM: 1_000,
} as const satisfies Record<TraceChannel, number>

const formats = [2022, 2023, 2024, 2025, 2026] as const
const rates = [20, 30, 60] as const

for (const [index, format] of sampleOf([...formats.entries()], 1, 4)) {
  for (const rateHz of sampleOf(rates, 1, index)) {
    test(`traces of ${format} at ${rateHz} Hz are the world's within a grid step and 1 %, with 5 % loss, a flashback and a pause`, () => {
      const situations = ['flashbackOverLine', 'flashback', 'pause', 'pitStops'] as const
      const race = { seed: format + rateHz, laps: 3, cars: 5, trackId: 22, format, rateHz } as const
      const driven = drive({ ...race, situations }, (stream) =>
        impair(stream, { seed: rateHz, loss: 0.05 }),
      )
      const { known, nulls, near, far } = compareWithTruth(driven)
      assert.ok(known > 20_000, `${known} values`)
      assert.ok(nulls / known < 0.02, `${nulls} of ${known} are null`)
      assert.deepEqual(far, [])
      assert.ok(
        near.length / known < 1 - WITHIN_STEP_SHARE,
        `${near.length} of ${known}: ${near[0]}`,
      )
      const flags = new Set(driven.laps.flatMap((lap) => lap.flags))
      for (const flag of ['flashback', 'standingStart', 'inLap', 'outLap'] as const) {
        assert.ok(flags.has(flag), flag)
      }
    })
  }
}

onlyInLongRun(() => {
  test('a lap with a pause says so', () => {
    const race = { seed: 3, laps: 2, cars: 4, trackId: 22, rateHz: 30 } as const
    const { laps } = drive({ ...race, situations: ['pause'] }, (stream) => stream)
    const paused = laps.filter(({ flags }) => flags.includes('paused'))
    assert.equal(paused.length, 4)
    assert.ok(laps.every(({ flags }) => !flags.includes('gaps')))
  })
})

test('the delta of two laps at the line is the difference of their official times', () => {
  const { laps, detail } = drive({ seed: 4, laps: 4, cars: 6, trackId: 22, rateHz: 20 }, (stream) =>
    impair(stream, { seed: 1, loss: 0.05 }),
  )
  assert.ok(laps.length >= 20)
  for (const { driverIdx, lapNum, columns } of laps) {
    const driver = detail.drivers.find((one) => one.driverIdx === driverIdx)
    const official = driver?.lapTimes[lapNum - 1]?.lapTime
    assert.equal(columns.get('timeMs')?.at(-1), official, `car ${driverIdx}, lap ${lapNum}`)
  }
})

const BYTES_PER_SECOND_MAX = 60_000

for (const format of sampleOf(formats, 1)) {
  test(`a stream of ${format} at 60 Hz retains 10 samples a second of each car and 60 of the player's, in 60 kB/s`, () => {
    let [bytes, lastMs] = [0, 0]
    const { laps, detail } = drive(
      { seed: 6, laps: 1, cars: 20, trackId: 22, rateHz: 60, format, situations: [] },
      function* (stream) {
        const thinner = createThinner()
        for (const sent of stream) {
          lastMs = sent.atMs
          for (const one of thinner.push(sent.bytes, sent.atMs)) {
            bytes += one.bytes.length
            yield one
          }
        }
        yield* thinner.flush()
      },
    )
    assert.equal(laps.length, 20)
    for (const { sampleHz, driverIdx } of laps) {
      const least = driverIdx === detail.recorderDriverIdx ? 59 : 9.5
      assert.ok((sampleHz ?? 0) >= least, `car ${driverIdx}: ${sampleHz} Hz`)
    }
    const perSecond = (bytes * 1000) / lastMs
    assert.ok(perSecond <= BYTES_PER_SECOND_MAX, `${Math.round(perSecond)} bytes a second`)
  })
}

test('half a second without datagrams is never interpolated', () => {
  const from = 40_000
  const { laps } = drive(
    { seed: 9, laps: 2, cars: 4, trackId: 22, rateHz: 30, situations: [] },
    function* (stream) {
      for (const sent of stream) if (sent.atMs < from || sent.atMs > from + 800) yield sent
    },
  )
  const cut = laps.filter(({ flags }) => flags.includes('gaps'))
  assert.equal(cut.length, 4)
  for (const { columns, lengthM } of cut) {
    const times = valuesOf('timeMs', columns.get('timeMs') ?? new Int32Array())
    const speeds = valuesOf('speedKmh', columns.get('speedKmh') ?? new Int32Array())
    const missing = times.flatMap((time, point) =>
      time === null ? [distanceAt(point, lengthM)] : [],
    )
    const missingM = (missing.at(-1) ?? 0) - (missing[0] ?? 0)
    assert.ok(missingM > 5 && missingM < GAP_M * 2, `${missingM} m`)
    assert.deepEqual(
      speeds.map((speed) => speed === null),
      times.map((time) => time === null),
    )
  }
})

test('restricted telemetry has no energy; formats without a channel have no column', () => {
  const { laps, detail } = driveRestricted(2022)
  const restricted = detail.drivers.filter((driver) => !driver.telemetryPublic)
  assert.equal(restricted.length, 2)
  for (const { driverIdx, columns } of laps) {
    const isRestricted = restricted.some((driver) => driver.driverIdx === driverIdx)
    assert.equal(columns.has('ersStorePercent'), !isRestricted)
    assert.equal(columns.has('ersDeployMode'), !isRestricted)
    assert.ok(columns.has('drsOpen') && columns.has('speedKmh'))
    assert.ok(!columns.has('activeAeroOn') && !columns.has('overtakeOn'))
  }
  for (const { columns } of driveRestricted(2026).laps) {
    assert.ok(columns.has('activeAeroOn') && columns.has('overtakeOn'))
    assert.ok(!columns.has('drsOpen'))
  }
})

function driveRestricted(format: 2022 | 2026): Driven {
  const race = { seed: 3, laps: 2, cars: 6, trackId: 22, hidden: 2, format } as const
  return drive({ ...race, rateHz: 20, situations: [] }, (stream) => stream)
}

interface Moment {
  readonly step: number
  /** The distance counts from the start of the race. */
  readonly distanceM: number
  /** `timeMs` is session time. */
  readonly values: Record<TraceChannel, number>
}

interface CarTruth {
  readonly moments: Moment[]
  /** Session time, by lap. */
  readonly lapStartsMs: Map<number, number>
}

interface Driven {
  readonly laps: readonly TracedLap[]
  readonly detail: SessionDetail
  /** The keys are car indices. */
  readonly truth: ReadonlyMap<number, CarTruth>
}

/** Drives a session, and records the world at every step beside the traces of what was sent. */
function drive(options: RaceOptions, receive: (stream: Iterable<Sent>) => Iterable<Sent>): Driven {
  const setup = setupOf(options)
  const truth = new Map<number, CarTruth>()
  const traces = createSessionTraces()
  const ended: { detail: SessionDetail; session: TrackedSession }[] = []
  const tracker = createTracker({
    ended(session) {
      const identity = { id: '', internalSessionId: 1, userId: '', userName: '' }
      ended.push({ session, detail: sessionDetail(session, identity) })
    },
  })
  const stream = driveSession(setup, 0, (world) => observe(world, truth))
  let lastMs = 0
  for (const { atMs, bytes } of receive(stream)) {
    const session = tracker.push(bytes, atMs)
    if (session) traces.push(session, bytes, atMs)
    lastMs = atMs
  }
  tracker.finish(lastMs)
  const last = ended.at(-1)
  assert.ok(last)
  return { laps: traces.finish(last.session, last.detail), detail: last.detail, truth }
}

function observe(world: World, truth: Map<number, CarTruth>): void {
  const { step } = world
  const controls = carTelemetryOf(world).cars
  const energy = carStatusOf(world).cars
  const places = motionOf(world).cars
  const aero = carTelemetry2Of(world).cars
  for (const { index, lapNum, lapStartMs, progressM } of world.cars) {
    const car: CarTruth = truth.get(index) ?? { moments: [], lapStartsMs: new Map() }
    truth.set(index, car)
    const { moments, lapStartsMs } = car
    lapStartsMs.set(lapNum, lapStartMs)
    // A flashback.
    while ((moments.at(-1)?.step ?? -Infinity) >= step) moments.pop()
    const control = controls[index]
    const status = { ersStoreEnergy: NaN, ersDeployMode: NaN, ...energy[index] }
    moments.push({
      step,
      distanceM: progressM,
      values: {
        timeMs: sessionMs(step),
        speedKmh: control?.speedKmh ?? NaN,
        throttlePercent: (control?.throttle ?? NaN) * 100,
        brakePercent: (control?.brake ?? NaN) * 100,
        steeringPercent: (control?.steer ?? NaN) * 100,
        gear: control?.gear ?? NaN,
        engineRpm: control?.engineRpm ?? NaN,
        drsOpen: control?.drs ?? NaN,
        activeAeroOn: aero[index]?.activeAeroMode ?? NaN,
        overtakeOn: aero[index]?.overtakeActive ?? NaN,
        ersDeployMode: status.ersDeployMode,
        ersStorePercent: status.ersStoreEnergy / 40_000,
        positionXM: places[index]?.worldPositionX ?? NaN,
        positionZM: places[index]?.worldPositionZ ?? NaN,
      },
    })
  }
}

interface Differences {
  known: number
  nulls: number
  /** These values are off by more than a grid step. */
  readonly near: string[]
  /** These values are off by more than half a second of driving. */
  readonly far: string[]
}

function compareWithTruth({ laps, truth }: Driven): Differences {
  const found: Differences = { known: 0, nulls: 0, near: [], far: [] }
  for (const { driverIdx, lapNum, lengthM, columns } of laps) {
    const car = truth.get(driverIdx)
    assert.ok(car)
    const lapStartM = (lapNum - 1) * lengthM
    for (const [channel, column] of columns) {
      const offset = channel === 'timeMs' ? (car.lapStartsMs.get(lapNum) ?? NaN) : 0
      for (const [point, value] of valuesOf(channel, column).entries()) {
        const atM = distanceAt(point, lengthM)
        if (value === null) {
          found.nulls++
          continue
        }
        found.known++
        const wanted = { channel, atM: lapStartM + atM, value: value + offset }
        if (isTrue(car.moments, wanted, GRID_M)) continue
        const where = `car ${driverIdx}, lap ${lapNum}, ${atM} m: ${channel} ${value}`
        found.near.push(where)
        if (!isTrue(car.moments, wanted, GAP_M)) found.far.push(where)
      }
    }
  }
  return found
}

/** Returns whether the world had the value, or passed it, within so many metres. */
function isTrue(
  moments: readonly Moment[],
  {
    channel,
    atM,
    value,
  }: { readonly channel: TraceChannel; readonly atM: number; readonly value: number },
  withinM: number,
): boolean {
  let [least, most] = [Infinity, -Infinity]
  const first = Math.max(0, findMoment(moments, atM - withinM) - 1)
  for (let at = first; at < moments.length; at++) {
    const moment = moments[at]
    if (!moment) break
    const { [channel]: seen } = moment.values
    least = Math.min(least, seen)
    most = Math.max(most, seen)
    if (moment.distanceM > atM + withinM) break
  }
  const tolerance = ranges[channel] / 100
  return value >= least - tolerance && value <= most + tolerance
}

function findMoment(moments: readonly Moment[], distanceM: number): number {
  let [low, high] = [0, moments.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((moments[middle]?.distanceM ?? Infinity) < distanceM) low = middle + 1
    else high = middle
  }
  return low
}
