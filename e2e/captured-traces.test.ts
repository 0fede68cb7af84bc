import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TraceChannel } from '@pitboard/contract/traces/trace-channels'
import { createRace } from '@pitboard/sim/race'
import { sampleOf } from '@pitboard/contract/testing/sample'
import { readHeader } from '@pitboard/telemetry/decode'
import { sessionDetail } from '@pitboard/telemetry/session/document/session-detail'
import { createTracker } from '@pitboard/telemetry/session/tracker'
import { createSessionTraces } from '@pitboard/telemetry/traces/session-traces'
import { valuesOf } from '@pitboard/telemetry/traces/trace-codec'
import type { TracedLap } from '@pitboard/telemetry/traces/traced-lap'
import { oracle, withoutCaptures } from './src/real-captures.ts'

const HEADER_BYTES = 29
const MODES = ['None', 'Medium', 'Hotlap', 'Overtake']
const identity = { id: '', internalSessionId: 0, userId: '', userName: '' }

// No capture holds a whole lap: a simulated car drives it, and its telemetry, status and place are real ones.
for (const year of sampleOf([2023, 2024, 2025, 2026] as const, 2)) {
  test(
    `traces of ${year}: each value equals an independent decoding of the packet`,
    { skip: withoutCaptures },
    () => {
      const name = `test_f1_${year - 2000}_actual`
      const real = {
        carTelemetry: oracle(year, 6, name),
        carStatus: oracle(year, 7, name),
        ...(year === 2026 && { motion: oracle(year, 0, name) }),
      }
      const traces = traceWith(year, real)
      assert.ok(traces.length >= 10, `${traces.length} traces`)
      let compared = 0
      for (const lap of traces) {
        for (const [channel, expected] of expectedOf(real, lap.driverIdx)) {
          const column = lap.columns.get(channel)
          if (!column) continue
          const values = valuesOf(channel, column).filter((value) => value !== null)
          compared += values.length
          assert.ok(
            values.every((value) => Math.abs(value - expected) <= TOLERANCE[channel]),
            `${channel} of car ${lap.driverIdx}: ${values[0]} instead of ${expected}`,
          )
        }
      }
      assert.ok(compared > 10_000, `${compared} values`)
    },
  )
}

type Real = Partial<Record<'carTelemetry' | 'carStatus' | 'motion', ReturnType<typeof oracle>>>

function traceWith(year: 2023 | 2024 | 2025 | 2026, real: Real): TracedLap[] {
  const made = createSessionTraces()
  const found: TracedLap[] = []
  const tracker = createTracker({
    opened() {},
    ended(session) {
      found.push(...made.finish(session, sessionDetail(session, identity)))
    },
  })
  const race = createRace({ laps: 1, cars: 12, rateHz: 10, format: year, trackId: 26, seed: 7 })
  for (const { atMs, bytes } of race.datagrams()) {
    const { kind } = readHeader(bytes)
    const replaced = kind === 'carTelemetry' || kind === 'carStatus' || kind === 'motion'
    const payload = replaced ? real[kind]?.payload : undefined
    const datagram = payload ? Buffer.concat([bytes.subarray(0, HEADER_BYTES), payload]) : bytes
    const session = tracker.push(datagram, atMs)
    if (session) made.push(session, datagram, atMs)
  }
  tracker.finish(0)
  return found
}

/** The values may differ by half of the resolution, and what 32-bit floats lose. */
const TOLERANCE: Readonly<Partial<Record<TraceChannel, number>>> & Record<Compared, number> = {
  speedKmh: 0,
  throttlePercent: 0.51,
  brakePercent: 0.51,
  steeringPercent: 0.51,
  gear: 0,
  engineRpm: 25,
  drsOpen: 0,
  ersDeployMode: 0,
  ersStorePercent: 0.51,
  positionXM: 0.06,
  positionZM: 0.06,
}
type Compared = Exclude<TraceChannel, 'timeMs' | 'activeAeroOn' | 'overtakeOn'>

/** Returns what the other tool reads of a car. */
function expectedOf({ carTelemetry, carStatus, motion }: Real, car: number): [Compared, number][] {
  const telemetry = (name: string) => numberAt(carTelemetry, 'car-telemetry-data', car, name)
  const status = (name: string) => at(carStatus, 'car-status-data', car, name)
  const place = at(motion, 'car-motion-data', car, 'world-position')
  const placed: [Compared, number][] = [
    ['positionXM', Number(field(place, 'x'))],
    ['positionZM', Number(field(place, 'z'))],
  ]
  return [
    ['speedKmh', telemetry('speed')],
    ['throttlePercent', telemetry('throttle') * 100],
    ['brakePercent', telemetry('brake') * 100],
    ['steeringPercent', telemetry('steer') * 100],
    ['gear', telemetry('gear')],
    ['engineRpm', telemetry('engine-rpm')],
    ['drsOpen', telemetry('drs')],
    ['ersDeployMode', MODES.indexOf(String(status('ers-deploy-mode')))],
    ['ersStorePercent', Number(status('ers-store-energy')) / 40_000],
    ...(motion ? placed : []),
  ]
}

function at(read: Real['motion'], list: string, car: number, name: string): unknown {
  return field(field(field(read?.expected, list), String(car)), name)
}

function numberAt(read: Real['motion'], list: string, car: number, name: string): number {
  return Number(at(read, list, car, name))
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
