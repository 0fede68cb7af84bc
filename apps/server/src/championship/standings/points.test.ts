import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { findPreset, POINTS_PRESETS } from '@pitboard/contract/seasons/points-presets'
import {
  type CompletePoints,
  type FastestLapPoints,
  PointsSystem,
} from '@pitboard/contract/seasons/points-system'
import { Value } from 'typebox/value'
import type { CarResult } from './session-result.ts'
import type { AppliedAdjustment, SessionInput } from './input.ts'
import { scoreSession } from './score.ts'
import { aCar, anAdjustment, anEvent, aRace, aSeason, aSession, aSystem } from './season.fixture.ts'
import { explainDriver, standingsOf } from './standings.ts'

const FASTEST_LAP = {
  points: 1,
  withinPosition: 10,
  inSprints: false,
  minimumDistanceShare: 0.5,
  shared: 'first',
} as const

function pointsIn(system: CompletePoints, ...sessions: SessionInput[]): Record<string, number> {
  const { drivers } = standingsOf(aSeason({ system, events: [anEvent('event', ...sessions)] }))
  return Object.fromEntries(drivers.map(({ name, points }) => [name, points]))
}

/** Returns a race that ended in this order. */
function raceOf(...cars: Partial<CarResult>[]): SessionInput {
  return aSession({
    cars: cars.map((car, index) =>
      aCar({ name: 'ABCDEFGHIJKLM'[index] ?? '', driverIdx: index, position: index + 1, ...car }),
    ),
  })
}

function lap(bestLapTimeMs: number): Partial<CarResult> {
  return { bestLapTimeMs }
}

suite('positions', () => {
  test('each role pays by its own table, practice never', () => {
    const system = aSystem({ sprint: [8, 7], qualifying: [3, 2], sprintQualifying: [1] })
    const session = aRace('one', ['A', 'B'])
    const paidAs = (role: SessionInput['role']) => pointsIn(system, { ...session, role })
    assert.deepEqual(paidAs('race'), { A: 25, B: 18 })
    assert.deepEqual(paidAs('sprint'), { A: 8, B: 7 })
    assert.deepEqual(paidAs('qualifying'), { A: 3, B: 2 })
    assert.deepEqual(paidAs('sprintQualifying'), { A: 1, B: 0 })
    assert.deepEqual(paidAs('practice'), {})
  })

  test('a retired car scores only where the system pays who is not classified', () => {
    const race = raceOf({}, { resultStatus: ResultStatus.Retired })
    assert.deepEqual(pointsIn(aSystem(), race), { A: 25, B: 0 })
    assert.deepEqual(pointsIn(aSystem({ onlyClassified: false }), race), { A: 25, B: 18 })
  })

  test('a retired car has a place only where the system counts it', () => {
    const race = raceOf({}, { resultStatus: ResultStatus.Retired })
    const placeOf = (onlyClassified: boolean) => {
      const season = aSeason({
        system: aSystem({ onlyClassified }),
        events: [anEvent('event', race)],
      })
      return standingsOf(season).drivers.map(({ results }) => results[0]?.position)
    }
    assert.deepEqual(placeOf(true), [1, null])
    assert.deepEqual(placeOf(false), [1, 2])
  })

  test('with both rules, who retired after nine tenths of the distance is classified as in F1', () => {
    const late = { resultStatus: ResultStatus.Retired, numberOfLaps: 45 }
    const early = { ...late, numberOfLaps: 44 }
    const system = aSystem({ onlyClassified: false, minimumDistanceShare: 0.9 })
    assert.deepEqual(pointsIn(system, raceOf({}, late, early)), { A: 25, B: 18, C: 0 })
  })

  test('qualifying places every driver with a time, however their session ended', () => {
    const system = aSystem({ qualifying: [3, 2] })
    const cars = raceOf({ resultStatus: ResultStatus.Retired, numberOfLaps: 3 }, {}).cars
    assert.deepEqual(pointsIn(system, aSession({ role: 'qualifying', cars })), { A: 3, B: 2 })
  })

  test('beyond the points are no part of the explanation', () => {
    const season = aSeason({
      system: aSystem({ race: [25, 0] }),
      events: [anEvent('event', aRace('race', ['A', 'B', 'C']))],
    })
    const partsOf = (key: string) => explainDriver(season, key)?.contributions.length
    assert.deepEqual(['A', 'B', 'C'].map(partsOf), [1, 0, 0])
  })

  test('of practice add nothing to those of a race', () => {
    const practice: SessionInput = { ...aRace('practice', ['B', 'A']), role: 'practice' }
    assert.deepEqual(pointsIn(aSystem(), practice, aRace('race', ['A', 'B'])), { A: 25, B: 18 })
  })

  test('of a disqualified car do not count, even where the system pays who is not classified', () => {
    const race = raceOf({}, { resultStatus: ResultStatus.Disqualified })
    const system = aSystem({ onlyClassified: false })
    const [, out] = scoreSession(system, race, [], () => false)
    assert.deepEqual([out?.position, out?.counts, out?.parts], [null, false, []])
  })

  test('who drove less than the share of the winner’s laps scores nothing', () => {
    const race = raceOf({}, { numberOfLaps: 45 }, { numberOfLaps: 44 })
    assert.deepEqual(pointsIn(aSystem({ minimumDistanceShare: 0.9 }), race), { A: 25, B: 18, C: 0 })
  })

  test('laps of qualifying are no distance', () => {
    const cars = raceOf({}, { numberOfLaps: 1 }).cars
    const system = aSystem({ qualifying: [3, 2], minimumDistanceShare: 0.9 })
    assert.deepEqual(pointsIn(system, aSession({ role: 'qualifying', cars })), { A: 3, B: 2 })
  })

  test('the factor multiplies everything a session pays', () => {
    const race = { ...raceOf({ bestLapTimeMs: 60_000, startingPosition: 1 }), pointsFactor: 0.5 }
    const system = aSystem({ pole: 2, fastestLap: FASTEST_LAP })
    assert.deepEqual(pointsIn(system, race), { A: 14 })
  })
})

const distanceOf = (session: SessionInput) => {
  const system = POINTS_PRESETS['f1-2022']
  const season = aSeason({ system, events: [anEvent('event', session)] })
  return explainDriver(season, 'A')?.contributions.map(({ distance }) => distance)
}

suite('shortened races', () => {
  const system = POINTS_PRESETS['f1-2022']
  const winnerAfter = (numberOfLaps: number) =>
    pointsIn(system, { ...raceOf({ numberOfLaps }), plannedLaps: 100 })['A']

  test('pay by the share of the planned laps that the winner drove', () => {
    assert.deepEqual([24, 25, 49, 50, 74, 75, 100].map(winnerAfter), [6, 13, 13, 19, 19, 25, 25])
  })

  test('are paid by the list of the smallest share that fits, in whichever order the lists are', () => {
    const lists = system.shortenedRaces
    const shuffled = [lists.toReversed(), [...lists.slice(1), ...lists.slice(0, 1)]]
    for (const shortenedRaces of shuffled) {
      const paidAfter = (numberOfLaps: number) =>
        pointsIn({ ...system, shortenedRaces }, { ...raceOf({ numberOfLaps }), plannedLaps: 100 })
      assert.deepEqual(
        [24, 49, 74, 100].map((laps) => paidAfter(laps)['A']),
        [6, 13, 19, 25],
      )
    }
  })

  test('say in the explanation which list paid, and that the stewards chose it', () => {
    const short = { ...raceOf({ numberOfLaps: 60 }), plannedLaps: 100 }
    assert.deepEqual(distanceOf(short), ['shortened'])
    assert.deepEqual(distanceOf({ ...short, pointsByDistance: false }), ['overridden'])
    assert.deepEqual(distanceOf({ ...short, isLive: true }), ['full'])
    assert.deepEqual(distanceOf({ ...short, plannedLaps: 0 }), ['full'])
    assert.deepEqual(distanceOf({ ...short, plannedLaps: 60 }), ['full'])
    assert.deepEqual(distanceOf({ ...short, role: 'sprint' }), ['full'])
  })

  test('paid half until 2021', () => {
    const race = { ...raceOf({ numberOfLaps: 74 }), plannedLaps: 100 }
    for (const [preset, full] of [
      ['f1-1991', 10],
      ['f1-2003', 10],
      ['f1-2010', 25],
      ['f1-2019', 25],
    ] as const) {
      assert.deepEqual(pointsIn(POINTS_PRESETS[preset], race), { A: full / 2 })
    }
  })

  test('a race that is being driven pays as if it went its distance', () => {
    const cars = raceOf({ numberOfLaps: 5, bestLapTimeMs: 60_000 }).cars
    const race = aSession({ plannedLaps: 100, isLive: true, cars })
    assert.deepEqual(pointsIn(system, race), { A: 26 })
  })

  test('pay in full where the stewards decided so, and half of that with half points', () => {
    const race = { ...raceOf({ numberOfLaps: 53 }), plannedLaps: 100 }
    assert.deepEqual(pointsIn(system, { ...race, pointsByDistance: false }), { A: 25 })
    const half = { ...race, pointsByDistance: false, pointsFactor: 0.5 }
    assert.deepEqual(pointsIn(system, half), { A: 12.5 })
  })

  test('keep the fastest lap’s own share of the planned laps, whatever the stewards decided', () => {
    const race = raceOf({ numberOfLaps: 49, bestLapTimeMs: 60_000 })
    const decided = { ...race, plannedLaps: 100, pointsByDistance: false }
    assert.deepEqual(pointsIn(system, decided), { A: 25 })
  })

  test('a race without planned laps pays in full', () => {
    assert.deepEqual(pointsIn(system, { ...raceOf({ numberOfLaps: 3 }), plannedLaps: 0 }), {
      A: 25,
    })
  })
})

function paid(rule: Partial<FastestLapPoints>, race: SessionInput): Record<string, number> {
  const fastestLap = { ...FASTEST_LAP, ...rule }
  return pointsIn(aSystem({ race: [], sprint: [], fastestLap }), race)
}

suite('fastest lap', () => {
  test('pays within the position and nobody in its place beyond it', () => {
    const race = raceOf(lap(61_000), lap(62_000), lap(60_000))
    assert.deepEqual(paid({ withinPosition: 3 }, race), { A: 0, B: 0, C: 1 })
    assert.deepEqual(paid({ withinPosition: 2 }, race), { A: 0, B: 0, C: 0 })
    assert.deepEqual(paid({ withinPosition: null }, race), { A: 0, B: 0, C: 1 })
  })

  test('shared by seven, as at Silverstone in 1954: a seventh each, all, or the first', () => {
    const race = raceOf(...Array.from({ length: 7 }, () => lap(110_000)), lap(111_000))
    const sum = (shared: 'split' | 'all' | 'first') =>
      Object.values(paid({ shared }, race)).map((points) => Math.round(points * 1000) / 1000)
    assert.deepEqual(sum('split'), [0.143, 0.143, 0.143, 0.143, 0.143, 0.143, 0.143, 0])
    assert.deepEqual(sum('all'), [1, 1, 1, 1, 1, 1, 1, 0])
    assert.deepEqual(sum('first'), [1, 0, 0, 0, 0, 0, 0, 0])
  })

  test('seven sevenths of a point are one point', () => {
    const events = Array.from({ length: 7 }, (_, index) =>
      anEvent(`event ${index}`, {
        ...raceOf(...Array.from({ length: 7 }, () => lap(110_000))),
        sessionId: `race ${index}`,
      }),
    )
    const system = aSystem({ race: [], fastestLap: { ...FASTEST_LAP, shared: 'split' } })
    assert.equal(standingsOf(aSeason({ system, events })).drivers[0]?.points, 1)
  })

  test('does not pay a retired car, nor its rival', () => {
    const race = raceOf(lap(61_000), { ...lap(60_000), resultStatus: ResultStatus.Retired })
    assert.deepEqual(paid({}, race), { A: 0, B: 0 })
  })

  test('of a disqualified car is nobody’s; the next one has it', () => {
    const race = raceOf(lap(61_000), { ...lap(60_000), resultStatus: ResultStatus.Disqualified })
    assert.deepEqual(paid({}, race), { A: 1, B: 0 })
  })

  test('pays from the share of the planned laps', () => {
    const [enough, tooFew] = [25, 24].map((numberOfLaps) =>
      paid({}, { ...raceOf({ ...lap(60_000), numberOfLaps }), plannedLaps: 50 }),
    )
    assert.deepEqual([enough, tooFew], [{ A: 1 }, { A: 0 }])
  })

  test('of qualifying is no fastest lap', () => {
    const qualifying: SessionInput = { ...raceOf(lap(60_000)), role: 'qualifying' }
    const system = aSystem({ qualifying: [3], fastestLap: FASTEST_LAP })
    const season = aSeason({ system, events: [anEvent('event', qualifying)] })
    const [driver] = standingsOf(season).drivers
    assert.deepEqual([driver?.points, driver?.results[0]?.fastestLap], [3, false])
  })

  test('of a sprint pays only where the system says so', () => {
    const sprint: SessionInput = { ...raceOf(lap(60_000)), role: 'sprint' }
    assert.deepEqual(paid({ inSprints: false }, sprint), { A: 0 })
    assert.deepEqual(paid({ inSprints: true }, sprint), { A: 1 })
  })
})

/** Lists the drivers who had pole in an event of these sessions. */
function polesOf(adjustments: AppliedAdjustment[], ...sessions: SessionInput[]): string[] {
  const season = aSeason({ events: [anEvent('event', ...sessions)], adjustments })
  return standingsOf(season)
    .drivers.filter(({ poles }) => poles > 0)
    .map(({ name }) => name)
}

suite('pole', () => {
  test('goes to the first place of the race’s grid, finished or not', () => {
    const retired = { startingPosition: 1, resultStatus: ResultStatus.Retired }
    const race = raceOf({ startingPosition: 2 }, retired)
    assert.deepEqual(pointsIn(aSystem({ pole: 1 }), race), { A: 25, B: 1 })
  })

  test('is the fastest qualifier’s, after the stewards, where the grid is unknown', () => {
    const race = aRace('race', ['A', 'B', 'C'])
    const qualifying = { ...aRace('before', ['C', 'B', 'A']), role: 'qualifying' } as const
    const out = anAdjustment({ kind: 'disqualification', sessionId: 'before', driverIdx: 0 })
    assert.deepEqual(polesOf([], qualifying, race), ['C'])
    assert.deepEqual(polesOf([out], qualifying, race), ['B'])
    assert.deepEqual(polesOf([], qualifying, race, { ...race, sessionId: 'another' }), [])
    const cars = race.cars.map((car, index) => ({ ...car, startingPosition: index + 2 }))
    assert.deepEqual(polesOf([], qualifying, { ...race, cars }), [])
  })

  test('is not that of a sprint’s grid', () => {
    const sprint: SessionInput = { ...raceOf({ startingPosition: 1 }), role: 'sprint' }
    const season = aSeason({
      system: aSystem({ sprint: [8], pole: 3 }),
      events: [anEvent('event', sprint)],
    })
    const [driver] = standingsOf(season).drivers
    assert.deepEqual([driver?.points, driver?.results[0]?.pole], [8, false])
  })

  test('is nobody’s where the grid is unknown', () => {
    const { drivers } = standingsOf(aSeason({ events: [anEvent('event', raceOf({}, {}))] }))
    assert.deepEqual(
      drivers.map(({ poles }) => poles),
      [0, 0],
    )
  })
})

suite('presets', () => {
  test('every preset is a points system and bears its name', () => {
    for (const name of Object.keys(POINTS_PRESETS)) {
      const preset = findPreset(name)
      assert.equal(preset?.preset, name)
      assert.ok(Value.Check(PointsSystem, preset), name)
    }
    assert.equal(findPreset('toString'), undefined)
  })
})
