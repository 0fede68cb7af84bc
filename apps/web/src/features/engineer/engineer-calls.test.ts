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

/** The moment is lap 5 of 20, with cars 2 s apart, in the second sector. */
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
      lapDistance: 2_500,
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

const LINE = { currentLapNumber: 6, sector: 0, lapDistance: 0 }

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
      'the last lap of a lapped driver, who finishes with the leader',
      { session: { numberOfLaps: 7 }, cars: { 0: { currentLapNumber: 7 } } },
      {
        session: { numberOfLaps: 7 },
        cars: { 0: { currentLapNumber: 7 }, [OWN]: { ...LINE, pitStatus: 1 } },
      },
      ['Last lap.'],
    ],
    [
      'the finish',
      {},
      { cars: { [OWN]: { resultStatus: 3 } } },
      ['Chequered flag: finished in P3.'],
    ],
    [
      'the finish behind a car that the added seconds put ahead',
      {},
      { cars: { [OWN]: { resultStatus: 3, totalPenaltiesSeconds: 5 } } },
      ['Chequered flag: P3 on the road, P5 with time penalties.'],
    ],
    [
      'the finish ahead of a car whose added seconds put it behind',
      {},
      { cars: { 1: { totalPenaltiesSeconds: 10 }, [OWN]: { resultStatus: 3 } } },
      ['Chequered flag: P3 on the road, P2 with time penalties.'],
    ],
    [
      'the finish with added seconds that change no place',
      {},
      { cars: { [OWN]: { resultStatus: 3, totalPenaltiesSeconds: 1 } } },
      ['Chequered flag: finished in P3.'],
    ],
    [
      'the finish before lapped cars, which added seconds do not bring ahead',
      {},
      {
        cars: {
          [OWN]: { ...LINE, resultStatus: 3, totalPenaltiesSeconds: 5 },
          3: { lapDistance: 4_000, currentLapNumber: 4 },
          4: { lapDistance: 4_000, currentLapNumber: 4 },
        },
      },
      ['Chequered flag: finished in P3.'],
    ],
    [
      'laps to a neighbour who is lapped or laps, not seconds',
      {},
      {
        cars: {
          1: { currentLapNumber: 7, lapDistance: 100 },
          [OWN]: LINE,
          3: { currentLapNumber: 3, lapDistance: 4_000, deltaToCarAhead: null },
        },
      },
      ['P3. Silva ahead, 1 lap. Tanaka behind, 2 laps.'],
    ],
    [
      'seconds to a neighbour who has not crossed the line yet',
      {},
      {
        cars: { [OWN]: LINE, 3: { lapDistance: 4_900 } },
      },
      ['P3. Silva ahead, 2. Tanaka behind, 2.'],
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
    ['nothing of a season that is only known now', {}, { seasonPosition: 2 }, []],
    ['nothing of a season that is no longer known', { seasonPosition: 2 }, {}, []],
    [
      'nothing before the lap that is behind it',
      {},
      { session: { sessionTimeMs: 499_999 }, cars: { [OWN]: LINE } },
      [],
    ],
    [
      'the line, with three seconds between two moments',
      {},
      { session: { sessionTimeMs: 503_000 }, cars: { [OWN]: LINE } },
      ['P3. Silva ahead, 2. Tanaka behind, 2.'],
    ],
    [
      'no finish of a car without a place',
      {},
      { cars: { [OWN]: { resultStatus: 3, position: null } } },
      [],
    ],
    [
      'no finish of a car that was out before',
      { cars: { [OWN]: { resultStatus: ResultStatus.Retired } } },
      { cars: { [OWN]: { resultStatus: ResultStatus.Finished } } },
      [],
    ],
    [
      'nothing at the line of a car that is out',
      {},
      { cars: { [OWN]: { ...LINE, resultStatus: ResultStatus.Retired } } },
      [],
    ],
    [
      'no gap to a car behind that is out',
      {},
      { cars: { [OWN]: LINE, 3: { resultStatus: ResultStatus.Retired } } },
      ['P3. Silva ahead, 2.'],
    ],
    ['no gaps of a car without a place', {}, { cars: { [OWN]: { ...LINE, position: null } } }, []],
    [
      'a car whose name is hidden by its number, and one of several words',
      {},
      {
        cars: {
          1: { name: '', carNumber: 77 },
          [OWN]: LINE,
          3: { name: 'VAN DER BERG' },
        },
      },
      ['P3. #77 ahead, 2. Van Der Berg behind, 2.'],
    ],
    [
      'a car without name and number by its place among the cars',
      {},
      { cars: { 1: { name: '', carNumber: null }, [OWN]: LINE } },
      ['P3. #1 ahead, 2. Tanaka behind, 2.'],
    ],
    [
      'no place gained of a car that has none',
      {},
      {
        ...withEvent({ kind: 'overtake', otherDriverIdx: 3 }),
        cars: { [OWN]: { position: null } },
      },
      [],
    ],
    [
      'no place gained from the pit lane',
      { cars: { [OWN]: { pitStatus: 1 } } },
      {
        ...withEvent({ kind: 'overtake', otherDriverIdx: 3 }),
        cars: { [OWN]: { pitStatus: 1 } },
      },
      [],
    ],
    [
      'no overtake between others',
      {},
      withEvent({ kind: 'overtake', driverIdx: 0, otherDriverIdx: 1 }),
      [],
    ],
    [
      'no event that it has reported before',
      withEvent({ value: PenaltyType.TimePenalty, seconds: 5 }),
      withEvent({ value: PenaltyType.TimePenalty, seconds: 5 }),
      [],
    ],
    [
      'no battle of a car in the pit lane',
      {},
      { cars: { [OWN]: { pitStatus: 1, deltaToCarAhead: 950 }, 3: { deltaToCarAhead: 800 } } },
      [],
    ],
    [
      'no battle that goes on',
      { cars: { [OWN]: { deltaToCarAhead: 900 }, 3: { deltaToCarAhead: 700 } } },
      { cars: { [OWN]: { deltaToCarAhead: 950 }, 3: { deltaToCarAhead: 800 } } },
      [],
    ],
    [
      'no attack on a car that has only just become the one ahead',
      { cars: { 1: { position: 1 }, 0: { position: 2 } } },
      { cars: { [OWN]: { deltaToCarAhead: 950 } } },
      [],
    ],
    [
      'no defence against a car that leaves the pit lane behind',
      { cars: { 3: { pitStatus: 1 } } },
      { cars: { 3: { deltaToCarAhead: 800 } } },
      [],
    ],
    [
      'no battle of the last car with one behind',
      { cars: { [OWN]: { position: 6 }, 5: { position: 3 } } },
      { cars: { [OWN]: { position: 6, deltaToCarAhead: 900 }, 5: { position: 3 } } },
      [`#14 is 0.9 ahead: within a second.`],
    ],
    [
      'no stop of a neighbour that is out',
      {},
      { cars: { 1: { pitStatus: 1, resultStatus: ResultStatus.Retired } } },
      [],
    ],
    [
      'no stop of a neighbour that was in the pit lane before',
      { cars: { 3: { pitStatus: 1 } } },
      { cars: { 3: { pitStatus: 2 } } },
      [],
    ],
    [
      'no laps that are left in the middle of a lap',
      { session: { numberOfLaps: 9 } },
      { session: { numberOfLaps: 9 }, cars: { [OWN]: { pitStatus: 1 } } },
      [],
    ],
    [
      'no laps that are left of a race without a number of laps',
      { session: { numberOfLaps: null } },
      { session: { numberOfLaps: null }, cars: { [OWN]: { ...LINE, pitStatus: 1 } } },
      [],
    ],
    [
      'no best lap of a driver without one before, nor one as fast as before',
      { cars: { [OWN]: { bestLapTimeMs: null, position: null } } },
      { cars: { [OWN]: { ...LINE, position: null, lastLapTimeMs: 90_400 } } },
      [],
    ],
    [
      'no personal best of the same time',
      { cars: { [OWN]: { position: null } } },
      { cars: { [OWN]: { ...LINE, position: null, lastLapTimeMs: 90_700 } } },
      [],
    ],
    [
      'a personal best that equals the best of all',
      { cars: { [OWN]: { position: null } } },
      { cars: { [OWN]: { ...LINE, position: null, lastLapTimeMs: 90_500 } } },
      ['1:30.500. A personal best.'],
    ],
    [
      'a lap that does not count',
      { cars: { [OWN]: { position: null, currentLapInvalid: true } } },
      { cars: { [OWN]: { ...LINE, position: null, lastLapTimeMs: 89_000 } } },
      ['1:29.000. The lap does not count.'],
    ],
    [
      'no lap time that was not sent',
      { cars: { [OWN]: { position: null } } },
      { cars: { [OWN]: { ...LINE, position: null, lastLapTimeMs: null } } },
      [],
    ],
    [
      'a stop behind a virtual safety car, which costs more places than behind a safety car',
      {},
      { session: { safetyCarStatus: 2 } },
      ['A stop is cheaper now. Out in P6.'],
    ],
    [
      'no cheaper stop while the safety car stays',
      { session: { safetyCarStatus: 2 } },
      { session: { safetyCarStatus: 1 } },
      [],
    ],
    ['no cheaper stop behind a formation lap', {}, { session: { safetyCarStatus: 3 } }, []],
    [
      'no cheaper stop of who is in the pit lane',
      { cars: { [OWN]: { pitStatus: 1 } } },
      { cars: { [OWN]: { pitStatus: 1 } }, session: { safetyCarStatus: 1 } },
      [],
    ],
    [
      'a red flag',
      {},
      withEvent({ kind: 'redFlag', driverIdx: null }),
      ['Red flag: session stopped.'],
    ],
    [
      'the chequered flag',
      {},
      withEvent({ kind: 'chequeredFlag', driverIdx: null }),
      ['Chequered flag.'],
    ],
    ['no fastest lap of others', {}, withEvent({ kind: 'fastestLap', driverIdx: 5 }), []],
    [
      'a penalty of five seconds to a neighbour behind',
      {},
      withEvent({ driverIdx: 3, value: PenaltyType.TimePenalty, seconds: 5 }),
      ['Penalty for Tanaka: 5 seconds.'],
    ],
    [
      'yellow flags of a track whose sectors are unknown',
      {},
      { session: { sectorStarts: null, flaggedZones: [{ from: 10, to: 90, isRed: false }] } },
      ['Yellow flag.'],
    ],
    [
      'yellow flags in the sector that begins there',
      {},
      {
        session: {
          sectorStarts: [1600, 3300],
          flaggedZones: [{ from: 1600, to: 1700, isRed: false }],
        },
      },
      ['Yellow flag in sector 2.'],
    ],
    [
      'no yellow flag of a red zone',
      {},
      { session: { flaggedZones: [{ from: 10, to: 90, isRed: true }] } },
      [],
    ],
    [
      'no further yellow flag, and no clear track while one is left',
      { session: { flaggedZones: [{ from: 10, to: 90, isRed: false }] } },
      { session: { flaggedZones: [{ from: 300, to: 390, isRed: false }] } },
      [],
    ],
    [
      'no clear track behind a safety car',
      { session: { safetyCarStatus: 1, flaggedZones: [{ from: 10, to: 90, isRed: false }] } },
      { session: { safetyCarStatus: 1 } },
      [],
    ],
    [
      'no clear track after a red zone alone',
      { session: { flaggedZones: [{ from: 10, to: 90, isRed: true }] } },
      {},
      [],
    ],
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

function said(before: EngineerMoment, after: EngineerMoment): string[] {
  const calls = callsBetween(before, after, { driverIdx: OWN, gapsEvery: 'lap' })
  return calls.map((call) => sentenceOf(call, en))
}

function aTimeTrial(cars: Situation['cars'], sessionTimeLeft: number): Situation {
  return q1(cars, { sessionType: SessionType.TimeTrial, sessionTimeLeft })
}

function withCars(situation: Situation, cars: Situation['cars']): Situation {
  return { ...situation, cars: { ...situation.cars, ...cars } }
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

  test('a sector of a first lap is compared with nobody', () => {
    const before = q1({ [OWN]: { currentSector1TimeMs: null, bestSector1TimeMs: null } })
    const after = { [OWN]: { currentSector1TimeMs: 30_120, bestSector1TimeMs: null } }
    assert.deepEqual(sentences(before, q1(after), 'sector'), ['Sector 1: 30.1. Best of all.'])
    const held = { 0: { bestSector1TimeMs: 30_000 } }
    assert.deepEqual(sentences(withCars(before, held), withCars(q1(after), held), 'sector'), [
      'Sector 1: 30.1.',
    ])
  })

  test('a sector that is as fast as the best of all, or as the own best, is no best', () => {
    const held = { 0: { bestSector1TimeMs: 29_900 } }
    const of = (timeMs: number) =>
      sentences(
        withCars(flying, held),
        withCars(q1({ [OWN]: { currentSector1TimeMs: timeMs, bestSector1TimeMs: 30_000 } }), held),
        'sector',
      )
    assert.deepEqual(of(29_900), ['Sector 1: 29.9. A personal best. 0.1 gained.'])
    assert.deepEqual(of(30_000), ['Sector 1: 30.'])
  })

  test('the second sector has its own best', () => {
    const best = { bestSector2TimeMs: 28_000 }
    const before = q1({ [OWN]: { ...best, currentSector2TimeMs: null } })
    const after = q1({ [OWN]: { ...best, currentSector2TimeMs: 28_500 } })
    assert.deepEqual(sentences(before, after, 'sector'), ['Sector 2: 28.5. 0.5 lost.'])
    assert.deepEqual(sentences(after, after, 'sector'), [])
  })

  test('no sector where gaps are wanted by lap, on a lap that does not count, or on the way out', () => {
    const done = { currentSector1TimeMs: 30_120, bestSector1TimeMs: 30_000 }
    assert.deepEqual(sentences(flying, q1({ [OWN]: done }), 'lap'), [])
    const invalid = { ...done, currentLapInvalid: true }
    assert.deepEqual(sentences(flying, q1({ [OWN]: invalid }), 'sector'), [])
    const outLap = { ...done, driverStatus: 3 }
    assert.deepEqual(sentences(flying, q1({ [OWN]: outLap }), 'sector'), [])
  })

  test('no lap of a way out or in, and none whose time was not sent', () => {
    const line = { ...LINE, lastLapTimeMs: 90_650 }
    const outLap = q1({ [OWN]: { driverStatus: 3 } })
    assert.deepEqual(sentences(outLap, q1({ [OWN]: line })), [])
    assert.deepEqual(sentences(flying, q1({ [OWN]: { ...LINE, lastLapTimeMs: null } })), [])
  })

  test('the first driver lacks nothing, and a driver without a place has no rank', () => {
    const line = { ...LINE, lastLapTimeMs: 90_300, bestLapTimeMs: 90_300 }
    const first = q1({ [OWN]: { ...line, position: 1 } })
    const others = { 0: { position: 3 } }
    assert.deepEqual(sentences(flying, withCars(first, others)), ['1:30.300. Best of all. P1.'])
    const unranked = q1({ [OWN]: { ...line, position: null } })
    assert.deepEqual(sentences(flying, unranked), ['1:30.300. Best of all.'])
  })

  test('a lap with its rank alone while the first has no time', () => {
    const none = { 0: { bestLapTimeMs: null } }
    const line = { ...LINE, lastLapTimeMs: 90_650, position: 3 }
    assert.deepEqual(sentences(withCars(flying, none), withCars(q1({ [OWN]: line }), none)), [
      '1:30.650. A personal best. P3.',
    ])
  })

  test('that the driver falls into the drop zone, and leaves it', () => {
    const field = Array.from({ length: 20 }, (_, place) =>
      aDriver({ driverIdx: place, position: place + 1, driverStatus: 1 }),
    )
    const at = (position: number, sessionType: number = SessionType.Q1): EngineerMoment => ({
      ...momentOf({}),
      session: aSession({
        sessionType,
        sessionTimeLeft: 301,
        drivers: field.map((driver) =>
          driver.driverIdx === OWN ? { ...driver, position } : driver,
        ),
      }),
    })
    assert.deepEqual(said(at(15), at(16)), ['P16: in the drop zone.'])
    assert.deepEqual(said(at(16), at(15)), ['P15: through as it stands.'])
    assert.deepEqual(said(at(14), at(15)), [])
    assert.deepEqual(said(at(10, SessionType.Q2), at(11, SessionType.Q2)), [
      'P11: in the drop zone.',
    ])
    assert.deepEqual(said(at(10, SessionType.Q3), at(11, SessionType.Q3)), [])
    assert.deepEqual(said(at(12), at(12, SessionType.Q2)), [], 'the next part begins')
  })

  test('no time that is left in a time trial, whose laps have no rank', () => {
    const line = { ...LINE, lastLapTimeMs: 90_650, position: 1, driverStatus: 3 }
    assert.deepEqual(sentences(aTimeTrial({}, 301), aTimeTrial({ [OWN]: line }, 300)), [
      '1:30.650. A personal best.',
    ])
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
