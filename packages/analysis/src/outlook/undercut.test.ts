import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BLANK_SESSION } from '@pitboard/contract/sessions/blank-session'
import { BLANK_DRIVER } from '@pitboard/contract/sessions/blank-driver'
import type { Driver, Lap } from '@pitboard/contract/sessions/driver'
import { ResultStatus, SafetyCarStatus, SessionType } from '@pitboard/contract/wire/enumerations'
import { undercutsOf } from './undercut.ts'

const LAP = 12
const OLD_MS = 30_000

describe('the undercut on the car ahead', () => {
  test('gains what out laps on new tyres gained on old ones, with their spread', () => {
    const undercuts = undercutsOf(aRace(FIELD))
    // The out laps gained 1.0, 1.2 and 1.4 s in two sectors of 60 s, which is half more in a lap.
    assert.deepEqual(undercuts[1], {
      driverIdx: 0,
      gapMs: 1_300,
      gainMs: 1_800,
      lowMs: 1_100,
      highMs: 2_500,
    })
    assert.equal(undercuts[0], null, 'nobody is ahead of the leader')
  })

  test('counts that the car ahead is quicker or slower on its old tyres', () => {
    const slower = { ...aCar(0), lapTimes: laps(() => aLap(OLD_MS + 100)) }
    assert.equal(undercutsOf(aRace([slower, ...FIELD.slice(1)]))[1]?.gainMs, 2_100)
  })

  test('is unknown without three out laps, behind a safety car and where others were slow', () => {
    assert.equal(undercutsOf(aRace(FIELD.slice(0, 5)))[1], null)
    const behind = { ...aRace(FIELD), safetyCarStatus: SafetyCarStatus.Full }
    assert.equal(undercutsOf(behind)[1], null)
    const slow = FIELD.map((car) => ({
      ...car,
      lapTimes: car.lapTimes.map((lap, index) => (index === 7 ? aLap(OLD_MS * 1.3) : lap)),
    }))
    assert.equal(undercutsOf(aRace(slow))[1], null)
  })

  test('is not shown far behind, on new tyres, in the pits, or just before the finish', () => {
    const second = (known: Partial<Driver>) =>
      undercutsOf(aRace(FIELD.map((car, place) => (place === 1 ? { ...car, ...known } : car))))[1]
    assert.ok(second({}))
    assert.equal(second({ deltaToCarAhead: 9_000 }), null)
    assert.equal(second({ deltaToCarAhead: null }), null)
    assert.equal(second({ pitStatus: 1 }), null)
    assert.equal(second({ pitStops: [aStop(10)] }), null)
    assert.equal(undercutsOf({ ...aRace(FIELD), numberOfLaps: LAP + 1 })[1], null)
  })
})

describe('the limits of an undercut', () => {
  test('reach to a gap of 6 s and to three laps before the finish', () => {
    assert.ok(secondWith({ deltaToCarAhead: 6_000 }))
    assert.equal(secondWith({ deltaToCarAhead: 6_001 }), null)
    assert.ok(secondOf({ ...aRace(FIELD), numberOfLaps: LAP + 3 }))
    assert.equal(secondOf({ ...aRace(FIELD), numberOfLaps: LAP + 2 }), null)
    assert.equal(secondOf({ ...aRace(FIELD), numberOfLaps: null }), null)
    assert.equal(secondOf({ ...aRace(FIELD), sessionType: SessionType.Q1 }), null)
  })

  test('need both cars on the track, with tyres of more than four laps', () => {
    const out = { resultStatus: ResultStatus.Retired }
    for (const known of [{ pitStatus: 1 }, { pitStops: [aStop(8)] }, out, { position: null }]) {
      assert.equal(secondWith(known), null)
      assert.equal(secondBehind(known), null)
    }
    assert.ok(secondBehind({}))
    assert.ok(secondWith({ pitStops: [aStop(7)] }))
    assert.ok(secondBehind({ pitStops: [aStop(7)] }))
    assert.equal(secondBehind({ pitStops: [aStop(1), aStop(9)] }), null, 'the last stop counts')
  })

  test('need the car ahead on the same lap or the next one', () => {
    assert.ok(secondBehind({ currentLapNumber: LAP + 1, numberOfLaps: LAP - 1 }))
    assert.equal(secondBehind({ currentLapNumber: LAP + 2, numberOfLaps: LAP - 1 }), null)
  })

  test('need the pace of both cars', () => {
    const unknown = laps(() => ({ ...aLap(OLD_MS), lapTime: null }))
    assert.equal(secondWith({ lapTimes: unknown }), null)
    assert.equal(secondBehind({ lapTimes: unknown }), null)
    const withoutSectors = laps(() => ({ ...aLap(OLD_MS), sector3Time: null }))
    assert.equal(secondBehind({ lapTimes: withoutSectors }), null)
  })
})

describe('the pace on old tyres', () => {
  test('is that of the last three laps', () => {
    for (const [from, to, gainMs] of [
      [10, 11, 2_100],
      [9, 10, 2_100],
      [8, 9, 1_800],
      [1, 8, 1_800],
    ] as const) {
      const lapTimes = laps((lap) => aLap(lap >= from && lap <= to ? OLD_MS + 100 : OLD_MS))
      assert.equal(secondBehind({ lapTimes })?.gainMs, gainMs, `slower from ${from} to ${to}`)
    }
  })
})

describe('the gain of fresh tyres', () => {
  test('counts an out lap of up to 6 s, that is not the lap before another stop', () => {
    assert.equal(gainOf({ gainsMs: [1_000, 1_200, 4_000] })?.gainMs, 1_800)
    assert.equal(gainOf({ gainsMs: [1_000, 1_200, 4_001] }), null)
    assert.equal(gainOf({ gainsMs: [1_000, 1_200, -4_001] }), null)
    // The second out lap of the last car gains nothing.
    assert.equal(gainOf({ gainsMs: [1_000, 1_200, 1_400], again: 8 })?.gainMs, 1_500)
    assert.equal(gainOf({ gainsMs: [1_000, 1_200, 1_400], again: 9 })?.gainMs, 1_650)
  })

  test('has the quartiles of its out laps, 0.7 s to both sides at least', () => {
    const { gainMs, lowMs, highMs } = gainOf({ gainsMs: [3_600, 100, 1_200, 3_800, 200] }) ?? {}
    assert.deepEqual([gainMs, lowMs, highMs], [1_800, 300, 5_400])
    const close = gainOf({ gainsMs: [1_200, 1_200, 1_200] })
    assert.deepEqual([close?.lowMs, close?.highMs], [1_100, 2_500])
  })

  test('allows for what the others lost in the lap, up to 3 %', () => {
    assert.equal(gainOf({ gainsMs: [1_200, 1_200, 1_200], othersMs: 300 })?.gainMs, 2_700)
    assert.ok(gainOf({ gainsMs: [1_200, 1_200, 1_200], othersMs: 899 }))
    assert.equal(gainOf({ gainsMs: [1_200, 1_200, 1_200], othersMs: 910 }), null)
  })
})

interface Gained {
  readonly gainsMs: readonly number[]
  /** The last car stops a second time on this lap. */
  readonly again?: number
  /** The other cars lost this much in each sector of the out lap. */
  readonly othersMs?: number
}

function gainOf({ gainsMs, again, othersMs = 0 }: Gained) {
  const others = [0, 1, 2].map((place) => ({
    ...aCar(place),
    lapTimes: laps((lap) => aLap(lap === 8 ? OLD_MS + othersMs : OLD_MS)),
  }))
  const stopped = gainsMs.map((gainMs, index) => ({
    ...aCar(index + 3),
    pitStops: [aStop(7)],
    lapTimes: laps((lap) =>
      lap === 8
        ? { ...aLap(OLD_MS), lapTime: 110_000, sector3Time: OLD_MS - gainMs }
        : aLap(OLD_MS),
    ),
  }))
  const last = stopped.at(-1)
  if (last && again !== undefined) last.pitStops = [...last.pitStops, aStop(again)]
  return undercutsOf(aRace([...others, ...stopped]))[1]
}

function secondOf(race: Parameters<typeof undercutsOf>[0]) {
  return undercutsOf(race)[1]
}

function secondWith(known: Partial<Driver>) {
  return secondOf(aRace(FIELD.map((car, place) => (place === 1 ? { ...car, ...known } : car))))
}

function secondBehind(known: Partial<Driver>) {
  return secondOf(aRace(FIELD.map((car, place) => (place === 0 ? { ...car, ...known } : car))))
}

/** Three cars stay out, three have stopped on lap 7. */
const FIELD: readonly Driver[] = [
  ...[0, 1, 2].map(aCar),
  ...[1_000, 1_200, 1_400].map((gainMs, index) => ({
    ...aCar(index + 3),
    pitStops: [aStop(7)],
    lapTimes: laps((lap) =>
      lap === 8
        ? { ...aLap(OLD_MS), lapTime: 110_000, sector3Time: OLD_MS - gainMs }
        : aLap(OLD_MS),
    ),
  })),
]

function aCar(place: number): Driver {
  return {
    ...BLANK_DRIVER,
    driverIdx: place,
    position: place + 1,
    resultStatus: ResultStatus.Active,
    deltaToCarAhead: place === 0 ? 0 : 1_300,
    currentLapNumber: LAP,
    numberOfLaps: LAP - 1,
    lapTimes: laps(() => aLap(OLD_MS)),
  }
}

function aStop(lapNum: number) {
  return { lapNum, pitLaneTimeMs: null, stopTimeMs: null }
}

function laps(lapOf: (lapNum: number) => Lap): Lap[] {
  return Array.from({ length: LAP - 1 }, (_, index) => lapOf(index + 1))
}

function aLap(sectorMs: number): Lap {
  return {
    lapTime: 3 * sectorMs,
    sector1Time: sectorMs,
    sector2Time: sectorMs,
    sector3Time: sectorMs,
    invalidLap: false,
  }
}

function aRace(drivers: readonly Driver[]) {
  return {
    ...BLANK_SESSION,
    sessionType: SessionType.Race,
    safetyCarStatus: SafetyCarStatus.None,
    numberOfLaps: 30,
    drivers: [...drivers],
  }
}
