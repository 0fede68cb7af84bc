import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TraceChannel } from '@pitboard/contract/traces/trace-channels'
import { detailOf, play } from '../../testing/play.ts'
import { createGame, type ScriptedGame, type Sent } from '../../testing/scripted-game.ts'
import { encodePacket } from '../encode.ts'
import type { Format } from '../formats/registry.ts'
import { createSessionTraces } from './session-traces.ts'
import { valuesOf } from './trace-codec.ts'
import type { TracedLap } from './traced-lap.ts'

const LENGTH_M = 400
/** A step is a tenth of a second and ten metres. */
const STEPS_A_LAP = 40
/** The first sample of a lap is at 5 m. */
const LINE = 0.5
const POINTS = LENGTH_M / 5 + 1

interface Drive {
  readonly format?: Format
  readonly laps?: number
  readonly sessionType?: number
  /** The timing of the only car also has this at a step. */
  readonly timing?: (step: number) => object
  /** It is called before a step; `false` leaves its datagrams out. */
  readonly before?: (game: ScriptedGame, step: number) => boolean | undefined
  readonly tank?: number
  /** Only the player's car is sent, as the thinner sends it, at every second step. */
  readonly isThinned?: boolean
}

/** Returns where a car is at a step: it always does ten metres in a tenth of a second. */
function placeAt(step: number) {
  const lap = Math.floor(step / STEPS_A_LAP)
  return { lap: lap + 1, metres: Math.round((step - lap * STEPS_A_LAP + LINE) * 10) }
}

function lapAt(step: number) {
  const { lap, metres } = placeAt(step)
  return {
    currentLapNum: lap,
    lapDistance: metres,
    currentLapTimeMs: metres * 10,
    // Each lap takes a millisecond more, which is less than the clock of the samples shows.
    lastLapTimeMs: lap === 1 ? 0 : 3_999 + lap,
    sector: Math.floor((metres / LENGTH_M) * 3),
    pitStatus: 0,
    driverStatus: 4,
    resultStatus: 2,
    currentLapInvalid: 0,
  }
}

function controlsAt(step: number, format: Format) {
  const { metres } = placeAt(step)
  const share = metres / LENGTH_M
  return {
    speedKmh: metres,
    throttle: share,
    brake: 1 - share,
    steer: share * 2 - 1,
    gear: Math.floor(metres / 50),
    engineRpm: 10_000 + metres * 10,
    drs: format < 2026 && metres < 200 ? 1 : 0,
  }
}

function energyAt(step: number, fuelCapacity: number) {
  const { lap, metres } = placeAt(step)
  const ersStoreEnergy = 4_000_000 * (1 - metres / LENGTH_M)
  return {
    fuelCapacity,
    ersStoreEnergy,
    ersDeployMode: metres < 200 ? 1 : 3,
    tyresAgeLaps: lap + 9,
  }
}

const TYRES = { visualTyreCompound: 16, actualTyreCompound: 18 }

function driveOf(drive: Drive): readonly Sent[] {
  const { format = 2025, laps = 3, timing, before, tank = 100, isThinned = false } = drive
  const game = createGame({ format, cars: 1 })
  game.session({
    trackLength: LENGTH_M,
    ...(drive.sessionType !== undefined && { sessionType: drive.sessionType }),
  })
  game.participants()
  for (let step = 0; step <= laps * STEPS_A_LAP + 15; step++) {
    game.wait(0.1)
    if (before?.(game, step) === false) continue
    const lapData = { ...lapAt(step), ...timing?.(step) }
    const controls = controlsAt(step, format)
    const energy = energyAt(step, tank)
    const { metres } = placeAt(step)
    if (isThinned && step % 2 === 1) {
      const place = { worldPositionX: metres, worldPositionZ: -metres }
      const body = { carIdx: 0, parts: 0b1111, ...lapData, ...controls, ...energy, ...place }
      const { seconds, frame, overall, atMs } = game.clock
      const frames = { frameIdentifier: frame, overallFrameIdentifier: overall }
      const header = { sessionUid: 77n, sessionTime: seconds, ...frames }
      game.sent.push({ bytes: encodePacket(format, 'playerCar', header, body), atMs })
      continue
    }
    game.lapData({ 0: lapData })
    game.carTelemetry([controls])
    game.motion([[metres, -metres]])
    game.carStatus([{ ...TYRES, ...energy }])
    if (format === 2026)
      game.carTelemetry2([
        {
          has2026Regulations: 1,
          activeAeroMode: metres < 100 ? 1 : 0,
          overtakeActive: metres < 50 ? 1 : 0,
        },
      ])
  }
  return game.sent
}

function tracesOf(sent: readonly Sent[]): TracedLap[] {
  const { tracker, opened } = play()
  const traces = createSessionTraces()
  for (const { bytes, atMs } of sent) {
    const session = tracker.push(bytes, atMs)
    if (session) traces.push(session, bytes, atMs)
  }
  const [session] = opened
  assert.ok(session)
  const laps = traces.finish(session, detailOf(session))
  assert.deepEqual(traces.finish(session, detailOf(session)), laps, 'a second time')
  return laps
}

function lapOf(laps: readonly TracedLap[], lapNum: number): TracedLap {
  const lap = laps.find((one) => one.lapNum === lapNum)
  assert.ok(lap, `lap ${lapNum}`)
  return lap
}

function columnOf({ columns }: TracedLap, channel: TraceChannel): readonly (number | null)[] {
  const data = columns.get(channel)
  assert.ok(data, channel)
  return valuesOf(channel, data)
}

const flagsOf = (laps: readonly TracedLap[]) => laps.map(({ flags }) => flags.toSorted())

/** Returns the value at each point of the grid, every five metres; the line is between 395 m and 5 m. */
function along(valueAt: (metres: number) => number, atLine: number): number[] {
  return Array.from({ length: POINTS }, (_, point) =>
    point === 0 || point === POINTS - 1 ? atLine : valueAt(point * 5),
  )
}

/** Returns the same for a channel that holds its value from the sample before, which is at 5, 15, 25 … m. */
const held = (valueAt: (metres: number) => number, atStart: number) =>
  Array.from({ length: POINTS }, (_, point) =>
    point === 0 ? atStart : valueAt(point % 2 === 1 ? point * 5 : point * 5 - 5),
  )

const LAPS = tracesOf(driveOf({}))

const invalidOf = (from: number, to: number) =>
  tracesOf(
    driveOf({
      timing: (step) => ({ currentLapInvalid: step >= from && step < to ? 1 : 0 }),
    }),
  ).map(({ evidence }) => evidence.isInvalid)

const statuses = (lapOfStep: number) => ({ driverStatus: lapOfStep === 1 ? 3 : 2 })

const pausedFor = (ms: number) =>
  flagsOf(
    tracesOf(
      driveOf({
        before: (game, step) => {
          if (step === 60) game.clock.atMs += ms
          return true
        },
      }),
    ),
  )

const without = (from: number, to: number) =>
  tracesOf(driveOf({ before: (_, step) => step < from || step >= to }))

/** Returns the laps of a drive that goes back to this step at step 100, in the third lap. */
function backTo(target: number): TracedLap[] {
  const game = createGame({ cars: 1 })
  game.session({ trackLength: LENGTH_M })
  game.participants()
  const drive = (from: number, to: number) => {
    for (let step = from; step <= to; step++) {
      game.wait(0.1)
      game.lapData({ 0: lapAt(step) })
      game.carTelemetry([controlsAt(step, 2025)])
    }
  }
  drive(0, 100)
  game.flashback((target + 1) / 10)
  drive(target + 1, 135)
  return tracesOf(game.sent)
}

describe('the trace of a lap', () => {
  test('has the time at each point, 0 and the official time at the line', () => {
    assert.deepEqual(
      LAPS.map(({ driverIdx, lapNum, lapTimeMs, lengthM }) => [
        driverIdx,
        lapNum,
        lapTimeMs,
        lengthM,
      ]),
      [
        [0, 1, 4_001, LENGTH_M],
        [0, 2, 4_002, LENGTH_M],
        [0, 3, 4_003, LENGTH_M],
      ],
    )
    const expected = Array.from({ length: POINTS }, (_, point) => point * 50)
    assert.deepEqual(columnOf(lapOf(LAPS, 2), 'timeMs'), [...expected.slice(0, -1), 4_002])
    const [line, first] = columnOf(lapOf(LAPS, 1), 'timeMs')
    assert.deepEqual(
      [line, first],
      [null, null],
      'nobody knows how the car came to the first sample',
    )
  })

  test('has each channel at the moments of the points', () => {
    const lap = lapOf(LAPS, 2)
    assert.deepEqual(
      columnOf(lap, 'speedKmh'),
      along((metres) => metres, 200),
    )
    assert.deepEqual(
      columnOf(lap, 'positionXM'),
      along((metres) => metres, 200),
    )
    assert.deepEqual(
      columnOf(lap, 'positionZM'),
      along((metres) => -metres, -200),
    )
    assert.deepEqual(
      columnOf(lap, 'engineRpm'),
      along((metres) => 10_000 + metres * 10, 12_000),
    )
    assert.deepEqual(
      columnOf(lap, 'gear'),
      held((metres) => Math.floor(metres / 50), 7),
    )
    assert.deepEqual(
      columnOf(lap, 'drsOpen'),
      held((metres) => (metres < 200 ? 1 : 0), 0),
    )
    assert.deepEqual(
      columnOf(lap, 'ersDeployMode'),
      held((metres) => (metres < 200 ? 1 : 3), 3),
    )
    for (const [channel, percentAt] of [
      ['throttlePercent', (metres: number) => metres / 4],
      ['brakePercent', (metres: number) => 100 - metres / 4],
      ['steeringPercent', (metres: number) => metres / 2 - 100],
      ['ersStorePercent', (metres: number) => 100 - metres / 4],
    ] as const) {
      const column = columnOf(lap, channel)
      for (let point = 1; point < POINTS - 1; point++) {
        const offBy = Math.abs((column[point] ?? NaN) - percentAt(point * 5))
        assert.ok(offBy < 0.51, `${channel} at point ${point} is off by ${offBy}`)
      }
    }
    assert.ok(!lap.columns.has('activeAeroOn') && !lap.columns.has('overtakeOn'))
  })

  test('has the modes of 2026, and no DRS', () => {
    const lap = lapOf(tracesOf(driveOf({ format: 2026 })), 2)
    assert.deepEqual(
      columnOf(lap, 'activeAeroOn'),
      held((metres) => (metres < 100 ? 1 : 0), 0),
    )
    assert.deepEqual(
      columnOf(lap, 'overtakeOn'),
      held((metres) => (metres < 50 ? 1 : 0), 0),
    )
    assert.ok(!lap.columns.has('drsOpen'))
    assert.deepEqual(
      columnOf(lap, 'speedKmh'),
      along((metres) => metres, 200),
    )
  })

  test('has no energy of a driver who restricts it', () => {
    const { columns } = lapOf(tracesOf(driveOf({ tank: 0 })), 2)
    assert.ok(!columns.has('ersStorePercent') && !columns.has('ersDeployMode'))
    assert.ok(columns.has('speedKmh'))
  })

  test('has the rate of its samples, and the age of the tyres in its middle', () => {
    assert.deepEqual(
      LAPS.map(({ sampleHz }) => sampleHz),
      [10, 10, 10],
    )
    assert.deepEqual(
      LAPS.map(({ tyreAgeLaps }) => tyreAgeLaps),
      [10, 11, 12],
    )
  })

  test('says what the timing says of its time', () => {
    assert.deepEqual(lapOf(LAPS, 2).evidence, {
      clockMs: 4_000,
      receptionMs: 0,
      sentLapTimeMs: 4_002,
      // The car comes from 395 m at 395 km/h.
      reckonedMs: 3_996,
      isInvalid: false,
    })
  })

  test('is the same of a stream with the player’s own car between', () => {
    const lap = lapOf(tracesOf(driveOf({ isThinned: true })), 2)
    const whole = lapOf(LAPS, 2)
    assert.deepEqual(lap.columns, whole.columns)
    assert.deepEqual(lap.evidence, whole.evidence)
    assert.equal(lap.sampleHz, 10)
  })
})

describe('a lap', () => {
  test('is invalid if its timing says so after its first half second', () => {
    assert.deepEqual(invalidOf(50, 80), [false, true, false])
    assert.deepEqual(invalidOf(79, 85), [false, true, false], 'late by less')
    assert.deepEqual(invalidOf(79, 86), [false, true, true])
  })

  test('is the first of a race from a standing start, unless the car came out of the pits', () => {
    assert.deepEqual(flagsOf(LAPS), [['gaps', 'standingStart'], [], []])
    const practice = tracesOf(driveOf({ sessionType: 1 }))
    assert.deepEqual(flagsOf(practice)[0], ['gaps'])
  })

  test('is one out of the pits or into them by its first and its last sample', () => {
    for (const [change, expected] of [
      [{ pitStatus: 1 }, [['gaps', 'inLap', 'standingStart'], ['outLap'], []]],
      [{ driverStatus: 0 }, [['gaps', 'inLap', 'standingStart'], ['outLap'], []]],
    ] as const) {
      const laps = tracesOf(driveOf({ timing: (step) => (step > 36 && step < 43 ? change : {}) }))
      assert.deepEqual(flagsOf(laps), expected, JSON.stringify(change))
    }
    const laps = tracesOf(driveOf({ timing: (step) => statuses(placeAt(step).lap) }))
    assert.deepEqual(flagsOf(laps), [['gaps', 'outLap'], ['inLap'], ['inLap']])
  })

  test('was paused if nothing arrived for longer than its time says', () => {
    assert.deepEqual(pausedFor(2_100)[1], ['paused'])
    assert.deepEqual(pausedFor(1_900)[1], [])
  })

  test('has a gap where datagrams are missing, and no trace where most of it is', () => {
    const lap = lapOf(without(60, 70), 2)
    assert.deepEqual(lap.flags, ['gaps'])
    const times = columnOf(lap, 'timeMs')
    assert.deepEqual(
      times.flatMap((time, point) => (time === null ? [point * 5] : [])),
      Array.from({ length: 22 }, (_, point) => 200 + point * 5),
    )
    assert.deepEqual(
      without(48, 80).map(({ lapNum }) => lapNum),
      [1, 3],
    )
    assert.deepEqual(
      without(60, 130).map(({ lapNum }) => lapNum),
      [1, 2],
      'after an outage over the line',
    )
  })
})

describe('a flashback', () => {
  test('is a flag of the lap that it goes back to, and of no other one', () => {
    assert.deepEqual(flagsOf(backTo(90)), [['gaps', 'standingStart'], [], ['flashback']])
    const laps = backTo(60)
    assert.deepEqual(flagsOf(laps), [['gaps', 'standingStart'], ['flashback'], []])
    const expected = Array.from({ length: POINTS }, (_, point) => point * 50)
    assert.deepEqual(columnOf(lapOf(laps, 2), 'timeMs').slice(0, -1), expected.slice(0, -1))
    assert.deepEqual(columnOf(lapOf(laps, 3), 'timeMs').slice(0, -1), expected.slice(0, -1))
  })
})

test('a car that takes no part has no trace', () => {
  assert.deepEqual(tracesOf(driveOf({ timing: () => ({ resultStatus: 0 }) })), [])
  assert.deepEqual(tracesOf(driveOf({ timing: () => ({ resultStatus: 0 }), isThinned: true })), [])
})
