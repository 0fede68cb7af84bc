import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { LiveSession } from '@pitboard/contract/live/live'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionEvent } from '@pitboard/contract/sessions/session-events'
import { PenaltyType, ResultStatus, SessionType } from '@pitboard/contract/wire/enumerations'
import { aDriver, aSession } from '../../testing/a-session.ts'
import { de, en } from '../../testing/text.ts'
import { sentenceOf, spokenText } from './call-sentence.ts'
import { callsBetween, type EngineerMoment } from './engineer-calls.ts'

const NAMES = ['MOREAU', 'Silva', 'NOVAK', 'Tanaka', '', 'Rossi']
const OWN = 2

interface Situation {
  /** The keys are places in `drivers`. */
  readonly cars?: Readonly<Record<number, Partial<Driver>>>
  readonly session?: Partial<LiveSession>
  readonly seasonPosition?: number
}

/** Lap 5 of 20, cars 2 s apart, in the second sector. */
function momentOf({ cars = {}, session = {}, seasonPosition }: Situation): EngineerMoment {
  const drivers = NAMES.map((name, place) =>
    aDriver({
      driverIdx: place,
      name,
      carNumber: place + 10,
      position: place + 1,
      currentLapNumber: 5,
      numberOfLaps: 4,
      sector: 1,
      resultStatus: ResultStatus.Active,
      deltaToCarAhead: place === 0 ? 0 : 2_000,
      deltaToLeader: place * 2_000,
      lastLapTimeMs: 91_000,
      bestLapTimeMs: 90_500 + place * 100,
      ...cars[place],
    }),
  )
  return {
    session: aSession({ drivers, numberOfLaps: 20, sessionTimeMs: 500_000, ...session }),
    points:
      seasonPosition === undefined
        ? null
        : new Map([[OWN, { position: seasonPosition, positionsGained: null, points: 61 }]]),
    trackPitLoss: null,
  }
}

function sentences(
  before: Situation,
  after: Situation,
  gapsEvery: 'lap' | 'sector' = 'lap',
  driverIdx = OWN,
): string[] {
  const next = { ...after, session: { sessionTimeMs: 500_100, ...after.session } }
  const calls = callsBetween(momentOf(before), momentOf(next), { driverIdx, gapsEvery })
  return calls.map((call) => sentenceOf(call, en))
}

const LINE = { currentLapNumber: 6, sector: 0 }

function anEvent(known: Partial<SessionEvent>): SessionEvent {
  return {
    seq: 9,
    kind: 'penalty',
    timeMs: 500_050,
    lapNum: 5,
    driverIdx: OWN,
    otherDriverIdx: null,
    value: null,
    seconds: null,
    ...known,
  }
}

function withEvent(known: Partial<SessionEvent>): Situation {
  return { session: { events: [anEvent(known)] } }
}

describe('the race engineer reports in a race', () => {
  const cases: readonly [string, Situation, Situation, readonly string[]][] = [
    ['nothing between two ticks', {}, {}, []],
    [
      'position and gaps at the line',
      {},
      { cars: { [OWN]: LINE } },
      ['P3. Silva ahead, 2. Tanaka behind, 2.'],
    ],
    [
      'no gap to a car that is out or whose gap is unknown',
      {},
      {
        cars: {
          1: { resultStatus: ResultStatus.Retired },
          [OWN]: LINE,
          3: { deltaToCarAhead: null },
        },
      },
      ['P3.'],
    ],
    [
      'gaps after a stop, not while in the lane',
      { cars: { [OWN]: { pitStatus: 1 } } },
      { cars: { [OWN]: { deltaToCarAhead: 890 } } },
      ['P3. Silva ahead, 0.8. Tanaka behind, 2.'],
    ],
    [
      'a car that comes within a second, ahead and behind',
      {},
      { cars: { [OWN]: { deltaToCarAhead: 950 }, 3: { deltaToCarAhead: 800 } } },
      ['Silva is 0.9 ahead: within a second.', 'Tanaka is within a second behind, 0.8.'],
    ],
    [
      'no battle with a car that only took the place of another',
      { cars: { 3: { position: 5 }, 4: { position: 4 } } },
      { cars: { 3: { deltaToCarAhead: 800 } } },
      [],
    ],
    [
      'a place gained and a place lost on the road',
      {},
      withEvent({ kind: 'overtake', otherDriverIdx: 3 }),
      ['Past Tanaka. P3.'],
    ],
    [
      'a place lost',
      {},
      withEvent({ kind: 'overtake', driverIdx: 1, otherDriverIdx: OWN }),
      ['Silva is past. P3.'],
    ],
    [
      'no place gained of a car in the pit lane',
      { cars: { 3: { pitStatus: 1 } } },
      { ...withEvent({ kind: 'overtake', otherDriverIdx: 3 }), cars: { 3: { pitStatus: 1 } } },
      [],
    ],
    [
      'that a neighbour comes in',
      {},
      { cars: { 1: { pitStatus: 1 }, 3: { pitStatus: 1 } } },
      ['Silva ahead is pitting.', 'Tanaka behind is pitting.'],
    ],
    [
      'a personal best and the best of all, against the laps before it',
      {},
      { cars: { [OWN]: { ...LINE, lastLapTimeMs: 90_600, bestLapTimeMs: 90_600 } } },
      ['1:30.600. A personal best.', 'P3. Silva ahead, 2. Tanaka behind, 2.'],
    ],
    [
      'the best of all',
      { cars: { [OWN]: { position: null } } },
      { cars: { [OWN]: { ...LINE, position: null, lastLapTimeMs: 90_499 } } },
      ['1:30.499. Best of all.'],
    ],
    [
      'how many laps are left',
      { session: { numberOfLaps: 10 } },
      { session: { numberOfLaps: 10 }, cars: { [OWN]: { ...LINE, pitStatus: 1 } } },
      ['5 laps to go.'],
    ],
    [
      'the last lap',
      { session: { numberOfLaps: 6 } },
      { session: { numberOfLaps: 6 }, cars: { [OWN]: { ...LINE, pitStatus: 1 } } },
      ['Last lap.'],
    ],
    [
      'the finish',
      {},
      { cars: { [OWN]: { resultStatus: 3 } } },
      ['Chequered flag: finished in P3.'],
    ],
    [
      'a penalty of the driver',
      {},
      withEvent({ value: PenaltyType.TimePenalty, seconds: 5 }),
      ['Penalty for Novak: 5 seconds.'],
    ],
    [
      'a penalty of a neighbour, whose warnings are no news',
      {},
      withEvent({ driverIdx: 1, value: PenaltyType.DriveThrough }),
      ['Silva: Drive-through penalty.'],
    ],
    ['no warning of a neighbour', {}, withEvent({ kind: 'warning', driverIdx: 1 }), []],
    ['no penalty of others', {}, withEvent({ driverIdx: 5, value: PenaltyType.DriveThrough }), []],
    [
      'a warning of the driver',
      {},
      withEvent({ kind: 'warning', value: 25 }),
      ['Warning for Novak: cutting a corner.'],
    ],
    [
      'a safety car',
      {},
      withEvent({ kind: 'safetyCar', driverIdx: null, value: 10 }),
      ['Safety car deployed.'],
    ],
    [
      'a stop that is cheaper behind a safety car',
      {},
      { session: { safetyCarStatus: 1 } },
      ['A stop is cheaper now. Out in P5.'],
    ],
    [
      'yellow flags and their end',
      {},
      {
        session: {
          sectorStarts: [1600, 3300],
          flaggedZones: [{ from: 3400, to: 3600, isRed: false }],
        },
      },
      ['Yellow flag in sector 3.'],
    ],
    [
      'that the track is clear',
      { session: { flaggedZones: [{ from: 3400, to: 3600, isRed: false }] } },
      {},
      ['Track clear.'],
    ],
    [
      'another place in the season',
      { seasonPosition: 4 },
      { seasonPosition: 2 },
      ['P2 in the championship as it stands, with 61 points.'],
    ],
    ['nothing of an unchanged season', { seasonPosition: 2 }, { seasonPosition: 2 }, []],
    [
      'nothing after a seek',
      {},
      { session: { sessionTimeMs: 503_101 }, cars: { [OWN]: LINE } },
      [],
    ],
    ['nothing of another session', {}, { session: { id: 'other' }, cars: { [OWN]: LINE } }, []],
  ]
  for (const [title, before, after, expected] of cases) {
    test(title, () => assert.deepEqual(sentences(before, after), expected))
  }

  test('gaps at each sector where they are wanted, and the leader has nobody ahead', () => {
    const next = { cars: { 0: { sector: 2 } } }
    assert.deepEqual(sentences({}, next, 'sector', 0), ['Leading. Silva behind, 2.'])
    assert.deepEqual(sentences({}, next, 'lap', 0), [])
    assert.deepEqual(sentences({}, next, 'sector', 99), [], 'a driver who is not there')
  })
})

function worn(endLap: number): Situation {
  const others = Object.fromEntries(
    [0, 1, 3].map((place) => [
      place,
      {
        tyres: [
          { tyreCompound: 16, actualTyreCompound: null, endLap },
          { tyreCompound: 17, actualTyreCompound: null, endLap: null },
        ],
        numberOfLaps: 12,
        pitStops: [{ lapNum: endLap, pitLaneTimeMs: 22_000, stopTimeMs: 2_400 }],
      },
    ]),
  )
  const tyres = [{ tyreCompound: 16, actualTyreCompound: null, endLap: null }]
  const tyreWear = { frontLeft: 30, frontRight: 30, rearLeft: 30, rearRight: 30 }
  const own = { currentTyreCompound: 16, currentTyreAgeLaps: 5, tyres, tyreWear }
  return { cars: { ...others, [OWN]: own } }
}
function atLine(situation: Situation): Situation {
  return {
    cars: { ...situation.cars, [OWN]: { ...situation.cars?.[OWN], ...LINE, numberOfLaps: 5 } },
  }
}

describe('the stop window', () => {
  for (const [endLap, said] of [
    [10, false],
    [9, true],
  ] as const) {
    test(`${endLap - 6} laps before the expected end it is ${said ? 'open' : 'not open yet'}`, () => {
      const situation = worn(endLap)
      const [, stop = ''] = sentences(situation, atLine(situation))
      assert.equal(stop.startsWith('Stop window: 3 laps left in the stint. Out'), said, stop)
    })
  }
})

function q1(cars: Situation['cars'], known: Partial<LiveSession> = {}): Situation {
  return {
    session: { sessionType: SessionType.Q3, sessionTimeLeft: 301, ...known },
    cars: { [OWN]: { driverStatus: 1, ...cars?.[OWN] } },
  }
}

const flying = q1({ [OWN]: { currentSector1TimeMs: null, bestSector1TimeMs: 30_000 } })

function sector(timeMs: number): string[] {
  return sentences(
    flying,
    q1({ [OWN]: { currentSector1TimeMs: timeMs, bestSector1TimeMs: 30_000 } }),
    'sector',
  )
}

describe('the race engineer reports in a qualifying', () => {
  test('a sector against the best of the driver, and whether it is the best of all', () => {
    assert.deepEqual(sector(30_120), ['Sector 1: 30.1. 0.12 lost.'])
    assert.deepEqual(sector(29_950), ['Sector 1: 29.9. Best of all. 0.05 gained.'])
  })

  test('a lap with its rank and what it lacks to the first', () => {
    const line = { ...LINE, lastLapTimeMs: 90_650, position: 3 }
    assert.deepEqual(sentences(flying, q1({ [OWN]: line })), [
      '1:30.650. A personal best. P3. 0.15 to the first.',
    ])
    const invalid = q1({ [OWN]: { currentLapInvalid: true } })
    assert.deepEqual(sentences(invalid, q1({ [OWN]: line })), ['1:30.650. The lap does not count.'])
  })

  test('the time that is left, once', () => {
    assert.deepEqual(sentences(flying, q1({}, { sessionTimeLeft: 300 })), ['5 minutes left.'])
    const later = q1({}, { sessionTimeLeft: 300 })
    assert.deepEqual(sentences(later, q1({}, { sessionTimeLeft: 299 })), [])
  })
})

test('sentences are in the language of the page, and a time is no time of day for the voice', () => {
  const call = {
    kind: 'lapTime',
    lapMs: 90_650,
    mark: 'personalBest',
    ranked: { position: 3, toFirstMs: 150 },
  } as const
  const german = sentenceOf(call, de)
  assert.equal(german, '1:30,650. Persönliche Bestzeit. P3. 0,15 zum Ersten.')
  assert.equal(spokenText(german), '1 30,650. Persönliche Bestzeit. P3. 0,15 zum Ersten.')
})
