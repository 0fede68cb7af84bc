import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { keyMoments } from '@pitboard/analysis/outcome/key-moments'
import { raceFacts } from '@pitboard/analysis/outcome/race-facts'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { PenaltyType, ResultStatus, TyreCompound } from '@pitboard/contract/wire/enumerations'
import type { Text } from '../../messages/create-text.ts'
import { aDriver, aSession } from '../../testing/a-session.ts'
import { anEvent } from '../../testing/an-event.ts'
import { de, en } from '../../testing/text.ts'
import { momentWords } from './moment-words.ts'
import { raceReport, reportAsText } from './race-report.ts'

const PENALTY = {
  penaltyType: PenaltyType.TimePenalty,
  penaltyTime: 5,
  infringementType: 17,
  otherVehicleIdx: null,
  lapNum: 3,
  penaltyIssuedTime: 250_000,
}

/** Tanaka leads two laps, stops, and Moreau is ahead; Weber has a penalty, Kim touches Weber and is out. */
const RACE = aSession({
  classification: 'final',
  drivers: [
    finisher(1, 'Moreau', [102_000, 99_000, 98_000, 97_000], {
      startingPosition: 4,
      pitStops: [{ lapNum: 1, pitLaneTimeMs: 20_000, stopTimeMs: 2_400 }],
      tyres: [tyre(TyreCompound.Soft, 1), tyre(TyreCompound.Hard, null)],
    }),
    finisher(2, 'Tanaka', [100_000, 99_000, 101_000, 99_000], {
      startingPosition: 1,
      pitStops: [{ lapNum: 3, pitLaneTimeMs: 21_000, stopTimeMs: 2_900 }],
    }),
    finisher(3, 'Weber', [103_000, 100_000, 100_000, 100_000], {
      startingPosition: 2,
      totalPenaltiesSeconds: 5,
      penalties: [PENALTY],
    }),
    aDriver({
      driverIdx: 4,
      name: 'Kim',
      startingPosition: 3,
      finishingPosition: 4,
      resultStatus: ResultStatus.Retired,
      ...laps([104_000]),
    }),
  ],
  events: [
    anEvent({ seq: 1, kind: 'lightsOut', timeMs: 0 }),
    anEvent({ seq: 2, kind: 'safetyCar', timeMs: 150_000, lapNum: 2, value: 10 }),
    anEvent({ seq: 3, kind: 'safetyCar', timeMs: 210_000, lapNum: 3, value: 12 }),
    anEvent({
      seq: 4,
      kind: 'collision',
      timeMs: 130_000,
      lapNum: 2,
      driverIdx: 4,
      otherDriverIdx: 3,
    }),
    anEvent({ seq: 5, kind: 'retirement', timeMs: 140_000, lapNum: 2, driverIdx: 4 }),
    anEvent({ seq: 6, kind: 'pitStop', timeMs: 301_000, lapNum: 3, driverIdx: 2, value: 2_900 }),
  ],
})

describe('the report of a race', () => {
  test('has a number of the session in every sentence that has one to say', () => {
    assert.deepEqual(reportOf(en), [
      'Moreau won the race over 4 laps in 6:36.000, starting from P4. Moreau took the lead for good when Tanaka pitted on lap 3. The lead changed once, and Tanaka finished 3.000 s behind. Weber was third, 12.000 s behind the winner.',
      'Laps led: Tanaka 2 and Moreau 2. Safety car: laps 2 to 3. 1 car retired: Kim after 1 lap.',
      'Moreau gained most: 3 places, from P4 to P1. Moreau drove the fastest lap with 1:37.000 on lap 4. Moreau had the quickest stop with 2.400 s on lap 1. Time penalties: Weber 5 s.',
    ])
  })

  test('has the same numbers in German', () => {
    assert.deepEqual(numbersOf(de), numbersOf(en))
  })

  test('leaves out what is unknown, and is text with an address for a chat', () => {
    const typed = {
      ...RACE,
      events: [],
      drivers: RACE.drivers.map((driver) => ({
        ...driver,
        lapTimes: [],
        pitStops: [],
        bestLapTimeMs: null,
      })),
    }
    const facts = raceFacts(typed)
    assert.ok(facts)
    const text = reportAsText(raceReport(facts, typed, en), typed, 'https://p.example/s', en)
    assert.deepEqual(text.split('\n\n'), [
      'Silverstone, Race',
      'Moreau won the race over 4 laps in 6:36.000, starting from P4. Tanaka finished 3.000 s behind. Weber was third, 12.000 s behind the winner.',
      '1 car retired: Kim after 1 lap.',
      'Moreau gained most: 3 places, from P4 to P1. Time penalties: Weber 5 s.',
      'https://p.example/s',
    ])
  })

  test('there is none without a winner', () => {
    const drivers = RACE.drivers.map((driver) => ({ ...driver, resultStatus: ResultStatus.Active }))
    assert.equal(raceFacts({ ...RACE, drivers }), null)
  })
})

test('the key moments of a race come in their order, each with its numbers', () => {
  assert.deepEqual(
    keyMoments(RACE).map((moment) => {
      const { what, details } = momentWords(moment, en)
      const sign = moment.isDeciding ? '!' : ''
      return `${moment.lap}${sign} ${[what, ...details].join(', ')} (${moment.seq ?? '–'})`
    }),
    [
      '1 Tanaka leads after lap 1, from P1 (1)',
      '1 Moreau pits, Hard, 2.400 s (–)',
      '2 Weber and Kim touch (4)',
      '2 Kim is out, after 1 lap, contact with Weber shortly before (5)',
      '2 Safety car, laps 2 to 3 (2)',
      '3 Weber: 5 s penalty, speeding in the pit lane (–)',
      '3 Tanaka pits, 2.900 s (6)',
      '3! Tanaka pits, Moreau leads (6)',
      '4 Moreau drives the fastest lap, 1:37.000, Hard (–)',
      '4 Moreau wins, 3.000 s ahead of Tanaka (–)',
    ],
  )
})

test('a leader whose own stop is still to come leads because the other has pitted', () => {
  const [leader, rival] = RACE.drivers
  assert.ok(leader && rival)
  const move = { kind: 'overcut', lap: 4, rivalLap: 3, rival, isUnderSafetyCar: false } as const
  const moment = { kind: 'leadChange', leader, from: rival, move, lap: 3 } as const
  const { what } = momentWords({ ...moment, timeMs: null, seq: null, isDeciding: false }, en)
  assert.equal(what, 'Tanaka pits, Moreau leads')
})

test('a session without laps, and one that is not a race, has no key moments', () => {
  assert.deepEqual(keyMoments({ ...RACE, drivers: [] }), [])
  assert.deepEqual(keyMoments({ ...RACE, sessionType: 5 }), [])
})

/**
 * Returns the numbers of the report without those that German writes in digits and English in words: the lead changes,
 * and the third place.
 */
function numbersOf(t: Text): string[] {
  return reportOf(t)
    .flatMap((text) => (text.match(/\d[\d.:]*\d|\d/g) ?? []).toSorted())
    .filter((number) => number !== '1' && number !== '3')
}

function reportOf(t: Text): string[] {
  const facts = raceFacts(RACE)
  assert.ok(facts)
  return raceReport(facts, RACE, t)
}

function laps(times: readonly number[]): Partial<Driver> {
  return {
    numberOfLaps: times.length,
    lapTimes: times.map((lapTime) => ({
      lapTime,
      sector1Time: null,
      sector2Time: null,
      sector3Time: null,
      invalidLap: false,
    })),
    bestLapTimeMs: Math.min(...times),
  }
}

function finisher(
  place: number,
  name: string,
  times: readonly number[],
  known: Partial<Driver>,
): Driver {
  return aDriver({
    driverIdx: place,
    name,
    finishingPosition: place,
    resultStatus: ResultStatus.Finished,
    totalRaceTime: times.reduce((sum, time) => sum + time, 0),
    ...laps(times),
    ...known,
  })
}

function tyre(tyreCompound: number, endLap: number | null) {
  return { tyreCompound, actualTyreCompound: null, endLap }
}
