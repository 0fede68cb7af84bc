import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Driver, Lap } from '@pitboard/contract/sessions/driver'
import type { SessionEvent } from '@pitboard/contract/sessions/session-events'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import {
  PenaltyType,
  ResultStatus,
  SessionType,
  TyreCompound,
  Weather,
} from '@pitboard/contract/wire/enumerations'
import { aLap, type Drive, driveSession, OWN_CAR } from './driven-session.fixture.ts'
import { findOwnLaps } from './driven-laps.ts'
import { categoryOfLap } from './lap-conditions.ts'

function drive(driven: Drive, driver: Partial<Driver> = {}): SessionDetail {
  const session = driveSession({ context: { newId: () => 'id' } }, 'user', driven)
  return { ...session, drivers: session.drivers.map((own) => ({ ...own, ...driver })) }
}

function anEvent(
  kind: SessionEvent['kind'],
  timeMs: number,
  value: number | null = null,
): SessionEvent {
  const nobody = { lapNum: null, driverIdx: null, otherDriverIdx: null, seconds: null }
  return { ...nobody, seq: 1, kind, timeMs, value }
}

const rain = (timeMs: number, weather: number = Weather.LightRain) => {
  return { timeMs, weather, lapNum: 1, trackTemp: 30, airTemp: 20 }
}

/** Returns the laps that count, and why others are withheld. */
function lapsOf(session: SessionDetail): string[] {
  return findOwnLaps(session).map(({ lapNum, withheld }) =>
    withheld === null ? `${lapNum}` : `${lapNum} ${withheld}`,
  )
}

/** Builds a race of laps of 90 s. */
function race(laps: number, parts: Partial<Drive> = {}, driver: Partial<Driver> = {}) {
  const driven = {
    laps: Array.from({ length: laps }, () => aLap(90_000)),
    sessionType: SessionType.Race,
    ...parts,
  }
  return drive(driven, driver)
}

suite('the laps of the recording user', () => {
  test('have their car, times, tyres and conditions', () => {
    const session = drive({
      laps: [aLap(90_000), aLap(91_000, { sector1Time: 31_000 })],
      compound: TyreCompound.Medium,
    })
    const common = {
      driverIdx: OWN_CAR,
      sessionKind: 'timeTrial',
      tyreClass: 'dry',
      weather: 'dry',
      tyreCompound: TyreCompound.Medium,
      withheld: null,
    }
    assert.deepEqual(findOwnLaps(session), [
      {
        ...common,
        lapNum: 1,
        tyreAgeLaps: 0,
        lapTimeMs: 90_000,
        sectorsMs: [30_000, 30_000, 30_000],
      },
      {
        ...common,
        lapNum: 2,
        tyreAgeLaps: 1,
        lapTimeMs: 91_000,
        withheld: 'sectorSum',
        sectorsMs: [31_000, 30_000, 31_000],
      },
    ])
  })

  test('are none of a spectator, and none of a result that was typed or imported', () => {
    const session = drive({ laps: [aLap(90_000)] })
    assert.deepEqual(lapsOf(session), ['1'])
    const { recorderDriverIdx: _, ...spectator } = session
    assert.deepEqual(lapsOf(spectator), [])
    assert.deepEqual(lapsOf({ ...session, recorderDriverIdx: null }), [])
    assert.deepEqual(lapsOf({ ...session, recorderDriverIdx: OWN_CAR + 1 }), [])
    assert.deepEqual(lapsOf({ ...session, origin: 'hand' }), [])
  })

  test('are those with a time in each sector that the game takes for valid', () => {
    const invalid: Partial<Lap>[] = [
      { invalidLap: true },
      { lapTime: null },
      { sector1Time: null },
      { sector2Time: null },
      { sector3Time: null },
    ]
    for (const parts of invalid) {
      const laps = [aLap(90_000), aLap(90_000, parts), aLap(90_000)]
      assert.deepEqual(lapsOf(drive({ laps })), ['1', '3'], JSON.stringify(parts))
    }
  })

  test('of a race are not those from the grid; of other sessions the first one counts', () => {
    assert.deepEqual(lapsOf(race(3)), ['2', '3'])
    assert.deepEqual(lapsOf(race(3, { sessionType: SessionType.Q1 })), ['1', '2', '3'])
  })

  test('are neither those into the pit lane nor those out of it', () => {
    const pitStops = [{ lapNum: 3, pitLaneTimeMs: null, stopTimeMs: null }]
    assert.deepEqual(lapsOf(race(6, {}, { pitStops })), ['2', '5', '6'])
  })

  for (const [title, penaltyType, laps] of [
    ['lap', PenaltyType.ThisLapInvalidated, [1, 2, 4, 5]],
    ['lap', PenaltyType.ThisLapInvalidatedWithoutReason, [1, 2, 4, 5]],
    ['lap and the next one', PenaltyType.ThisAndNextLapInvalidated, [1, 2, 5]],
    ['lap and the next one', PenaltyType.ThisAndNextLapInvalidatedWithoutReason, [1, 2, 5]],
    ['lap and the one before', PenaltyType.ThisAndPreviousLapInvalidated, [1, 4, 5]],
    ['lap and the one before', PenaltyType.ThisAndPreviousLapInvalidatedWithoutReason, [1, 4, 5]],
    ['time alone', PenaltyType.TimePenalty, [1, 2, 3, 4, 5]],
    ['place on the grid alone', PenaltyType.GridPenalty, [1, 2, 3, 4, 5]],
  ] as const) {
    test(`are not those that penalty ${penaltyType} took: the ${title}`, () => {
      const penalty = {
        penaltyType,
        penaltyTime: null,
        infringementType: 0,
        otherVehicleIdx: null,
        lapNum: 3,
        penaltyIssuedTime: 0,
      }
      const session = race(5, { sessionType: SessionType.P1 }, { penalties: [penalty] })
      assert.deepEqual(lapsOf(session), laps.map(String))
    })
  }

  test('are those on tyres of a known class, with the age of each set', () => {
    const tyres = [
      { tyreCompound: TyreCompound.Soft, actualTyreCompound: null, endLap: 2 },
      { tyreCompound: 200, actualTyreCompound: null, endLap: 3 },
      { tyreCompound: TyreCompound.Wet, actualTyreCompound: null, endLap: null },
    ]
    const laps = Array.from({ length: 5 }, () => aLap(90_000))
    assert.deepEqual(
      findOwnLaps(drive({ laps }, { tyres })).map(({ lapNum, tyreAgeLaps, tyreClass }) => {
        return [lapNum, tyreAgeLaps, tyreClass]
      }),
      [
        [1, 0, 'dry'],
        [2, 1, 'dry'],
        [4, 0, 'wet'],
        [5, 1, 'wet'],
      ],
    )
  })

  test('are not those during which the weather is unknown', () => {
    const weatherHistory = [rain(5_000, Weather.HeavyRain)]
    assert.deepEqual(lapsOf(drive({ laps: [aLap(90_000)], weatherHistory })), [])
  })
})

const evenLapOf = (timeMs: number) => {
  const third = timeMs / 3
  return aLap(timeMs, { sector1Time: third, sector2Time: third, sector3Time: third })
}

const lapOf = (shortMs: number, place: 0 | 1 | 2) => {
  const sectors = [45_000, 45_000, 45_000].map((ms, at) => (at === place ? shortMs : ms))
  const [sector1Time = 0, sector2Time = 0] = sectors
  const sector3Time = 100_000 - sector1Time - sector2Time
  return aLap(100_000, { sector1Time, sector2Time, sector3Time })
}

const withTotal = (totalRaceTime: number | null) => lapsOf(race(3, {}, { totalRaceTime }))

suite('a lap is withheld', () => {
  test('where its sectors differ from its time by more than 3 ms', () => {
    for (const [offMs, laps] of [
      [0, ['1']],
      [3, ['1']],
      [-3, ['1']],
      [4, ['1 sectorSum']],
      [-4, ['1 sectorSum']],
    ] as const) {
      const lap = aLap(90_000, { sector3Time: 30_000 + offMs })
      assert.deepEqual(lapsOf(drive({ laps: [lap] })), laps, `${offMs}`)
    }
  })

  test('where a car would have been faster than 300 km/h', () => {
    // 5 km at 300 km/h take a minute.
    assert.deepEqual(lapsOf(drive({ laps: [evenLapOf(60_000), evenLapOf(59_997)] })), [
      '1',
      '2 impossibleTime',
    ])
    assert.deepEqual(lapsOf(drive({ laps: [evenLapOf(3_000)], trackLength: null })), ['1'])
  })

  test('where a sector takes less than a tenth of it', () => {
    assert.deepEqual(lapsOf(drive({ laps: [lapOf(10_000, 0), lapOf(10_000, 1)] })), ['1', '2'])
    assert.deepEqual(lapsOf(drive({ laps: [lapOf(9_999, 0), lapOf(9_999, 1)] })), [
      '1 impossibleTime',
      '2 impossibleTime',
    ])
    const last = aLap(100_000, { sector1Time: 45_001, sector2Time: 45_000, sector3Time: 9_999 })
    assert.deepEqual(lapsOf(drive({ laps: [last] })), ['1 impossibleTime'])
  })

  test('where the laps of its race differ from the race’s time by more than 50 ms', () => {
    assert.deepEqual(withTotal(270_050), ['2', '3'])
    assert.deepEqual(withTotal(269_950), ['2', '3'])
    assert.deepEqual(withTotal(270_051), ['2 raceTimeSum', '3 raceTimeSum'])
    assert.deepEqual(withTotal(269_949), ['2 raceTimeSum', '3 raceTimeSum'])
    assert.deepEqual(withTotal(null), ['2', '3'])
    const practice = race(3, { sessionType: SessionType.P1 }, { totalRaceTime: 1 })
    assert.deepEqual(lapsOf(practice), ['1', '2', '3'])
  })

  test('by the time of the race only where every lap has a time', () => {
    const laps = [aLap(90_000, { lapTime: null }), aLap(90_000)]
    assert.deepEqual(lapsOf(race(2, { laps }, { totalRaceTime: 1 })), ['2'])
    // Laps that are not completed do not count in the sum.
    const more = [aLap(90_000), aLap(90_000), aLap(80_000)]
    const driver = { totalRaceTime: 180_000, numberOfLaps: 2 }
    assert.deepEqual(lapsOf(race(3, { laps: more }, driver)), ['2'])
    assert.deepEqual(lapsOf(race(2, {}, { totalRaceTime: 1, numberOfLaps: null })), [])
  })

  test('by the first of the reasons', () => {
    const laps = [aLap(90_000), aLap(50_000, { sector1Time: 1 })]
    assert.deepEqual(lapsOf(race(2, { laps }, { totalRaceTime: 1 })), ['2 sectorSum'])
    const short = [aLap(90_000), aLap(50_000, { sector1Time: 1, sector3Time: 19_999 })]
    assert.deepEqual(lapsOf(race(2, { laps: short }, { totalRaceTime: 1 })), ['2 impossibleTime'])
    const events = [anEvent('flashback', 0)]
    assert.deepEqual(lapsOf(race(2, { events }, { totalRaceTime: 1 })), ['2 raceTimeSum'])
  })
})

suite('a lap with a flashback is withheld', () => {
  test('in a race on the laps on which it landed', () => {
    for (const [atMs, laps] of [
      [0, ['2', '3', '4']],
      [89_999, ['2', '3', '4']],
      [90_000, ['2 flashback', '3', '4']],
      [180_000, ['2 flashback', '3 flashback', '4']],
      [180_001, ['2', '3 flashback', '4']],
      [360_001, ['2', '3', '4']],
    ] as const) {
      assert.deepEqual(lapsOf(race(4, { events: [anEvent('flashback', atMs)] })), laps, `${atMs}`)
    }
  })

  test('also where another one landed elsewhere', () => {
    const events = [anEvent('flashback', 10_000), anEvent('flashback', 200_000)]
    assert.deepEqual(lapsOf(race(4, { events })), ['2', '3 flashback', '4'])
  })

  test('by the time to which it went back, where that is known', () => {
    const events = [anEvent('flashback', 300_000, 200_000)]
    assert.deepEqual(lapsOf(race(4, { events })), ['2', '3 flashback', '4'])
  })

  test('counted from the lights', () => {
    const events = [anEvent('lightsOut', 60_000), anEvent('flashback', 200_000)]
    assert.deepEqual(lapsOf(race(4, { events })), ['2 flashback', '3', '4'])
  })

  test('in any other session, where nobody knows when a lap was driven', () => {
    const laps = [aLap(90_000), aLap(90_000)]
    const events = [anEvent('flashback', 500_000)]
    assert.deepEqual(lapsOf(drive({ laps, events })), ['1 flashback', '2 flashback'])
    assert.deepEqual(lapsOf(drive({ laps, events: [anEvent('lightsOut', 1)] })), ['1', '2'])
  })

  test('in a race where a lap’s time is not known, and so its end', () => {
    const laps = [aLap(90_000), aLap(90_000, { lapTime: null }), aLap(90_000)]
    const events = [anEvent('flashback', 10_000)]
    assert.deepEqual(lapsOf(race(3, { laps, events })), ['3 flashback'])
  })
})

const weatherOf = (session: SessionDetail) =>
  Array.from({ length: 4 }, (_, index) => {
    const [driver] = session.drivers
    assert.ok(driver)
    return categoryOfLap(session, driver, index + 1)?.weather ?? null
  })

suite('the weather of a lap', () => {
  test('is that of the session’s start, else of its history, else of now', () => {
    const laps = Array.from({ length: 4 }, () => aLap(90_000))
    const weatherWith = (parts: Partial<SessionDetail>) =>
      weatherOf(drive({ laps, startWeather: null, ...parts }))[0]
    assert.equal(weatherWith({ startWeather: Weather.HeavyRain }), 'wet')
    assert.equal(weatherWith({ startWeather: Weather.Overcast }), 'dry')
    assert.equal(weatherWith({ weatherHistory: [rain(5_000)], weather: Weather.Clear }), 'wet')
    assert.equal(weatherWith({ weather: Weather.Storm }), 'wet')
    assert.equal(weatherWith({}), null)
  })

  test('changes within one class without an effect', () => {
    const history = [rain(100_000, Weather.LightCloud), rain(200_000, Weather.Overcast)]
    assert.deepEqual(weatherOf(race(4, { weatherHistory: history })), ['dry', 'dry', 'dry', 'dry'])
  })

  test('of a race is unknown for the lap on which it changed between dry and wet', () => {
    for (const [atMs, weather] of [
      [0, ['wet', 'wet', 'wet', 'wet']],
      [1, [null, 'wet', 'wet', 'wet']],
      [90_000, [null, 'wet', 'wet', 'wet']],
      [90_001, ['dry', null, 'wet', 'wet']],
      [180_000, ['dry', null, 'wet', 'wet']],
      [360_001, ['dry', 'dry', 'dry', 'dry']],
    ] as const) {
      assert.deepEqual(weatherOf(race(4, { weatherHistory: [rain(atMs)] })), weather, `${atMs}`)
    }
  })

  test('is the last before the lap, and changes back', () => {
    const weatherHistory = [rain(10_000), rain(20_000, Weather.Clear), rain(200_000)]
    assert.deepEqual(weatherOf(race(4, { weatherHistory })), [null, 'dry', null, 'wet'])
  })

  test('of a race is counted from the lights', () => {
    const events = [anEvent('lightsOut', 60_000)]
    assert.deepEqual(weatherOf(race(4, { events, weatherHistory: [rain(60_000)] })), [
      'wet',
      'wet',
      'wet',
      'wet',
    ])
    assert.deepEqual(weatherOf(race(4, { events, weatherHistory: [rain(150_001)] })), [
      'dry',
      null,
      'wet',
      'wet',
    ])
  })

  test('of a race is unknown where the end of a lap is', () => {
    const laps = [aLap(90_000), aLap(90_000, { lapTime: null }), aLap(90_000), aLap(90_000)]
    const session = race(4, { laps, weatherHistory: [rain(95_000)] })
    assert.deepEqual(weatherOf(session), ['dry', null, null, null])
    const finished = { resultStatus: ResultStatus.Finished, totalRaceTime: 400_000 }
    const known = race(4, { laps, weatherHistory: [rain(95_000)] }, finished)
    assert.deepEqual(weatherOf(known), ['dry', null, 'wet', 'wet'])
  })

  test('of a race is that before the lap where it changed within its class during the lap', () => {
    const weatherHistory = [rain(20_000, Weather.LightCloud), rain(200_000)]
    assert.deepEqual(weatherOf(race(4, { weatherHistory })), ['dry', 'dry', null, 'wet'])
  })

  test('of a race is unknown where only the end of the lap is known, not its beginning', () => {
    const untimed = aLap(90_000, { lapTime: null })
    const laps = [aLap(90_000), untimed, untimed, aLap(90_000)]
    const finished = { resultStatus: ResultStatus.Finished, totalRaceTime: 400_000 }
    const session = race(4, { laps, weatherHistory: [rain(1_000_000)] }, finished)
    assert.deepEqual(weatherOf(session), ['dry', null, null, 'dry'])
  })

  test('of another session is unknown once it has changed', () => {
    const laps = Array.from({ length: 4 }, () => aLap(90_000))
    const session = drive({ laps, weatherHistory: [rain(5_000)] })
    assert.deepEqual(weatherOf(session), [null, null, null, null])
  })
})

suite('the category of a lap', () => {
  const session = drive({ laps: [aLap(90_000)], gameVersion: 2025, trackId: 7 })
  const categoryIn = (parts: Partial<SessionDetail>, lapNum = 1) => {
    const [driver] = session.drivers
    assert.ok(driver)
    return categoryOfLap({ ...session, ...parts }, driver, lapNum)
  }

  test('has the track, the year, the kind of session, the tyres, the weather and the cars', () => {
    const known = {
      trackId: 7,
      gameVersion: 2025,
      sessionKind: 'timeTrial',
      tyreClass: 'dry',
      weather: 'dry',
    }
    assert.deepEqual(categoryIn({}), { ...known, formula: 'f1', performance: 'standard' })
    const equal = { formula: 'f2', performance: 'equal' } as const
    const settings = { ...equal, gameMode: 5, assists: [] }
    assert.deepEqual(categoryIn({ settings }), { ...known, ...equal })
    assert.equal(categoryIn({ sessionType: SessionType.Q3 })?.sessionKind, 'qualifying')
  })

  test('is unknown without the year, the weather, the lap or a class of its tyres', () => {
    assert.equal(categoryIn({ gameVersion: null }), null)
    assert.equal(categoryIn({ startWeather: null }), null)
    assert.equal(categoryIn({}, 2), null)
    const tyres = [{ tyreCompound: 200, actualTyreCompound: null, endLap: null }]
    const [driver] = drive({ laps: [aLap(90_000)] }, { tyres }).drivers
    assert.ok(driver)
    assert.equal(categoryOfLap(session, driver, 1), null)
  })
})
