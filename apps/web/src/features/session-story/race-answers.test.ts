import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import type { SessionSeason } from '@pitboard/contract/sessions/session-endpoints'
import { ResultStatus, TyreCompound } from '@pitboard/contract/wire/enumerations'
import { aDriver, aSession } from '../../testing/a-session.ts'
import { anEvent } from '../../testing/an-event.ts'
import { de, en } from '../../testing/text.ts'
import { raceAnswers } from './race-answers.ts'
import { standingsAnswer } from './standings-answer.ts'

/** Moreau passes Tanaka on lap 3 and wins; Weber, third on the road, is fourth by a penalty. */
const RACE = aSession({
  classification: 'final',
  drivers: [
    finisher(1, 'Moreau', [102_000, 100_000, 97_000, 98_000, 98_000], { startingPosition: 5 }),
    finisher(2, 'Tanaka', [100_000, 100_500, 99_500, 99_500, 99_000], { startingPosition: 1 }),
    finisher(3, 'Kim', [105_000, 101_000, 101_000, 101_000, 101_000], { startingPosition: 3 }),
    finisher(4, 'Weber', [104_000, 101_000, 101_000, 101_000, 101_000], {
      startingPosition: 2,
      totalPenaltiesSeconds: 5,
    }),
  ],
  events: [anEvent({ seq: 1, kind: 'lightsOut', timeMs: 0 })],
  overtakes: [pass(1, 2, 3, 290_000)],
})

describe('questions about a race', () => {
  test('each has its answer with the numbers of the document', () => {
    assert.deepEqual(answersOf(RACE), {
      'Which battle decided it?':
        'Moreau – Tanaka | Within 1.5 s of each other at the end of 2 of 5 racing laps. 3.500 s apart at the flag. | 3',
      'Was the safety car decisive?': 'No | There was none, and no red flag. | –',
      'Was a stop decisive?': 'No | Moreau: no stop. Tanaka: no stop. | –',
      'Who gained most?': 'Moreau +4 | P5 to P1 | –',
    })
  })

  test('have the same numbers in German', () => {
    const [english, german] = [en, de].map((t) =>
      raceAnswers(RACE, t).map(({ verdict, details }) => numbersIn(`${verdict} ${details}`)),
    )
    assert.deepEqual(german, english)
  })

  test('a safety car is decisive if the move that won the race came with it', () => {
    const restart = withSafetyCar(150_000, 285_000)
    assert.match(answer(restart, 'safety car'), /^Yes \| Moreau passed Tanaka right after/)
    // The pass came a lap later.
    const calm = withSafetyCar(20_000, 60_000)
    assert.match(
      answer(calm, 'safety car'),
      /^Unclear \| Lap 1\./,
      'the grid says nothing about gaps',
    )
    const kept = { ...RACE, overtakes: [], events: [...safetyCar(310_000, 350_000)] }
    assert.equal(
      answer(kept, 'safety car'),
      'No | Lap 4. Moreau led before and after it. The lead went from 1.000 s to 2.500 s. | 4',
    )
    const moved = { ...RACE, overtakes: [], events: [...safetyCar(210_000, 260_000)] }
    assert.equal(
      answer(moved, 'safety car'),
      'The lead changed | Lap 3. Tanaka led before it, Moreau after it. The lead went from 1.500 s to 1.000 s. | 3',
    )
  })

  test('a stop is decisive if it gave the lead, and unclear if the rival lost it around one', () => {
    const stop = { pitStops: [{ lapNum: 2, pitLaneTimeMs: 20_000, stopTimeMs: 2_400 }] }
    const stopped = { ...withDriver(RACE, 2, stop), overtakes: [] }
    assert.match(answer(stopped, 'stop decisive'), /^Yes \| .*when Tanaka pitted on lap 2\. \| 2$/)
    // The pass and the stop are on the same lap.
    const both = withDriver(RACE, 2, stop)
    assert.equal(
      answer(both, 'stop decisive'),
      'Unclear | Moreau: no stop. Tanaka: lap 2. Quickest: Tanaka, 2.400 s. | –',
    )
  })

  test('what is unknown is left out, and a race without a winner has no answers', () => {
    const typed = {
      ...RACE,
      origin: 'hand' as const,
      events: [],
      overtakes: [],
      drivers: RACE.drivers.map((driver) => ({ ...driver, lapTimes: [], bestLapTimeMs: null })),
    }
    assert.deepEqual(Object.keys(answersOf(typed)), ['Who gained most?'])
    const open = RACE.drivers.map((driver) => ({ ...driver, resultStatus: ResultStatus.Active }))
    assert.deepEqual(raceAnswers({ ...RACE, drivers: open }, en), [])
  })

  test('a stop on the lap of the lost lead or the one before it may be why, an earlier one is not', () => {
    assert.deepEqual([1, 2, 3, 4].map(verdictAfterStop), ['No', 'Unclear', 'Unclear', 'No'])
  })

  test('stops of the first two are listed by their laps', () => {
    const stopped = withDriver(withDriver(RACE, 1, stopsOn(1, 4)), 2, stopsOn(1))
    assert.equal(answer(stopped, 'stop decisive'), 'No | Moreau: laps 1 and 4. Tanaka: lap 1. | –')
  })

  test('a stop is decisive if it was for the weather, and helped if the tyres of the pass were fresher', () => {
    assert.equal(
      answerAfter(2, TyreCompound.Intermediate),
      'Yes | On wet-weather tyres, Moreau passed Tanaka on slicks on lap 9 and stayed in front. Moreau: lap 2. Tanaka: no stop. | 2',
    )
    assert.equal(
      answerAfter(5, TyreCompound.Hard),
      'It gave fresher tyres | Lap 9: tyres 4 laps old passed those of Tanaka, 9 laps old. Moreau: lap 5. Tanaka: no stop. | 5',
    )
    assert.match(answerAfter(4, TyreCompound.Hard), /^No /, 'four laps fresher')
    assert.match(answerAfter(9, TyreCompound.Intermediate), /^No /, 'the stop came after the pass')
  })

  test('a result that was entered by hand says nothing of stops and safety cars', () => {
    const typed = { ...RACE, origin: 'hand' as const, events: [], overtakes: [] }
    const asked = Object.keys(answersOf(typed))
    assert.ok(!asked.some((question) => /stop|safety car/.test(question)), asked.join())
  })

  test('if several gained as many places all are named, but not half of the field', () => {
    const all = RACE.drivers.map((driver, index) => ({ ...driver, startingPosition: index + 3 }))
    assert.equal(answersOf({ ...RACE, drivers: all })['Who gained most?'], undefined)
    const two = withDriver(withDriver(RACE, 1, { startingPosition: 2 }), 4, { startingPosition: 5 })
    assert.equal(answer(two, 'gained'), 'Moreau and Weber +1 | P2 to P1, P5 to P4 | –')
  })
})

describe('the standings after a race', () => {
  const line = { position: 1, points: 25, names: [] }
  const SEASON: SessionSeason = {
    id: '01890000-0000-7000-8000-00000000000a',
    name: 'Winter Cup',
    ownerId: '01890000-0000-7000-8000-000000000002',
    eventId: '01890000-0000-7000-8000-00000000000b',
    eventName: '',
    round: 2,
    roundCount: 5,
    leagues: [],
    results: [
      { ...line, driverIdx: 1, seasonPosition: 2, seasonPositionsGained: 3, seasonPoints: 40.5 },
      {
        ...line,
        driverIdx: 2,
        points: 18,
        seasonPosition: 3,
        seasonPositionsGained: -1,
        seasonPoints: 30,
      },
    ],
    absentDrivers: [{ name: 'Varga', names: [], position: 1, positionsGained: 0, points: 43 }],
    teams: [],
  }

  test('tell what the race gave, and who leads now with what gap, also one who was absent', () => {
    assert.deepEqual(standingsOf(SEASON), [
      'Varga leads now',
      '43 points in Winter Cup, 2.5 ahead of Moreau. Moreau took 25 points here.',
    ])
  })

  test('are nothing to a race that no season counts', () => {
    assert.deepEqual(standingsOf(undefined), ['None', 'It counts in no season.'])
  })
})

function answersOf(session: SessionDetail): Record<string, string> {
  return Object.fromEntries(
    raceAnswers(session, en).map(({ question, verdict, details, lap }) => [
      question,
      `${verdict} | ${details} | ${lap ?? '–'}`,
    ]),
  )
}

function answer(session: SessionDetail, about: string): string {
  const [, text = ''] =
    Object.entries(answersOf(session)).find(([question]) => question.includes(about)) ?? []
  return text
}

function stopsOn(...laps: readonly number[]): Partial<Driver> {
  return { pitStops: laps.map((lapNum) => ({ lapNum, pitLaneTimeMs: null, stopTimeMs: null })) }
}

/** Says whether a stop was decisive if Tanaka stopped on this lap. */
function verdictAfterStop(lapNum: number): string | undefined {
  return answer(withDriver(RACE, 2, stopsOn(lapNum)), 'stop decisive').split(' | ')[0]
}

/** Says whether a stop was decisive if Moreau, who passes Tanaka on lap 9 of 12, stopped before for these tyres. */
function answerAfter(lapNum: number, tyreCompound: number): string {
  const medium = { tyreCompound: TyreCompound.Medium, actualTyreCompound: null }
  const faster = Array.from({ length: 12 }, (_, index) => (index < 8 ? 100_500 : 95_000))
  const steady = Array.from({ length: 12 }, () => 100_000)
  const drivers = [
    finisher(1, 'Moreau', faster, {
      startingPosition: 2,
      pitStops: [{ lapNum, pitLaneTimeMs: 20_000, stopTimeMs: 2_400 }],
      tyres: [
        { ...medium, endLap: lapNum },
        { ...medium, tyreCompound, endLap: 12 },
      ],
    }),
    finisher(2, 'Tanaka', steady, { startingPosition: 1, tyres: [{ ...medium, endLap: 12 }] }),
  ]
  return answer({ ...RACE, drivers, overtakes: [pass(1, 2, 9, 880_000)] }, 'stop decisive')
}

function withSafetyCar(fromMs: number, toMs: number): SessionDetail {
  return { ...RACE, events: safetyCar(fromMs, toMs) }
}

function safetyCar(fromMs: number, toMs: number) {
  return [
    ...RACE.events,
    anEvent({ seq: 2, kind: 'safetyCar', timeMs: fromMs, value: 10 }),
    anEvent({ seq: 3, kind: 'safetyCar', timeMs: toMs, value: 12 }),
  ]
}

function withDriver(session: SessionDetail, idx: number, known: Partial<Driver>): SessionDetail {
  const drivers = session.drivers.map((driver) =>
    driver.driverIdx === idx ? { ...driver, ...known } : driver,
  )
  return { ...session, drivers }
}

function pass(by: number, of: number, lapNum: number, overtakingTime: number) {
  return {
    overtakingDriverIdx: by,
    overtakenDriverIdx: of,
    lapNum,
    overtakingTime,
    utcTime: '2026-05-03T13:05:00.000Z',
  }
}

function lapsOf(times: readonly number[]): Driver['lapTimes'] {
  return times.map((lapTime) => ({
    lapTime,
    sector1Time: null,
    sector2Time: null,
    sector3Time: null,
    invalidLap: false,
  }))
}

function finisher(
  driverIdx: number,
  name: string,
  times: readonly number[],
  known: Partial<Driver>,
): Driver {
  return aDriver({
    driverIdx,
    name,
    finishingPosition: driverIdx,
    resultStatus: ResultStatus.Finished,
    lapTimes: lapsOf(times),
    numberOfLaps: times.length,
    bestLapTimeMs: Math.min(...times),
    totalRaceTime: times.reduce((sum, time) => sum + time, 0),
    ...known,
  })
}

function standingsOf(season: SessionSeason | undefined) {
  const { verdict, details } = standingsAnswer(season, RACE, en)
  return [verdict, details]
}

function numbersIn(text: string): string[] | undefined {
  return text
    .replaceAll(',', '.')
    .match(/\d[\d:.]*\d|\d/g)
    ?.toSorted()
}
