import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DecidingMove } from '@pitboard/analysis/outcome/deciding-move'
import type { RaceOutcome } from '@pitboard/analysis/outcome/race-outcome'
import { sessionOutcome, type TimedOutcome } from '@pitboard/analysis/outcome/session-outcome'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { ResultStatus, SessionType, TyreCompound } from '@pitboard/contract/wire/enumerations'
import { aDriver, aSession } from '../../../testing/a-session.ts'
import { de, en } from '../../../testing/text.ts'
import { firstThree } from './first-three.ts'
import { isForPole, nameOf, outcomeText } from './outcome-text.ts'

describe('what the page says about how a session was decided', () => {
  const winner = finisher(1, 'Moreau', [101_000, 99_000], { startingPosition: 3 })
  const second = finisher(2, 'Tanaka', [102_000, 99_200], { startingPosition: 1 })

  test('who took the lead, where from, and the margin', () => {
    const race = aSession({ drivers: [winner, second], classification: 'final' })
    assert.deepEqual(textsOf(race), [
      'Moreau took the lead from P3 on the first lap and never lost it. Tanaka finished 1.200 s behind.',
      'Moreau ging von Platz 3 in der ersten Runde in Führung und gab sie nicht mehr ab. Tanaka kam 1.200 s dahinter ins Ziel.',
    ])
  })

  test('which tyres the winner had when rain decided the race', () => {
    const pass = {
      overtakingDriverIdx: 1,
      overtakenDriverIdx: 2,
      lapNum: 2,
      overtakingTime: 150_000,
      utcTime: '2026-05-03T13:02:30.000Z',
    }
    const race = aSession({
      drivers: [
        finisher(1, 'Moreau', [102_000, 99_000], onTyres(TyreCompound.Wet)),
        finisher(2, 'Tanaka', [101_000, 101_200], onTyres(TyreCompound.Medium)),
      ],
      overtakes: [pass],
      classification: 'final',
    })
    assert.deepEqual(textsOf(race), [
      'On wet-weather tyres, Moreau passed Tanaka on slicks on lap 2 and stayed in front. The lead changed once, and Tanaka finished 1.200 s behind.',
      'Auf Regenreifen überholte Moreau in Runde 2 Tanaka auf Slicks und blieb vorn. Die Führung wechselte einmal, Tanaka kam 1.200 s dahinter ins Ziel.',
    ])
  })

  test('a result without laps says who won, and by how much', () => {
    const typed = [winner, second].map((driver) => ({ ...driver, lapTimes: [] }))
    assert.equal(
      textsOf(aSession({ drivers: typed, classification: 'final' }))[0],
      'Moreau won the race. Tanaka finished 1.200 s behind.',
    )
  })

  test('a recording that ended early names the leader, and no winner', () => {
    const racing = { ...winner, resultStatus: ResultStatus.Active }
    const race = aSession({ drivers: [racing, second] })
    assert.equal(textsOf(race)[0], 'The finish was not recorded; Moreau was in the lead.')
  })

  test('qualifying names pole or the fastest, and those who are eliminated', () => {
    const drivers = Array.from({ length: 12 }, (_, index) =>
      aDriver({
        driverIdx: index,
        name: `Driver ${index + 1}`,
        finishingPosition: index + 1,
        bestLapTimeMs: 80_000 + index * 100,
        numberOfLaps: 4,
      }),
    )
    const part = aSession({ drivers, sessionType: SessionType.Q2, classification: 'final' })
    assert.equal(
      textsOf(part)[0],
      'Driver 1 was fastest with 1:20.000, 0.100 s ahead of Driver 2. Eliminated: Driver 11 and Driver 12.',
    )
    assert.equal(
      textsOf({ ...part, sessionType: SessionType.Q3 })[0],
      'Driver 1 took pole with 1:20.000, 0.100 s ahead of Driver 2.',
    )
    assert.deepEqual(
      firstThree(part, en).map(({ name, detail }) => [name, detail]),
      [
        ['Driver 1', '1:20.000'],
        ['Driver 2', '+0.100'],
        ['Driver 3', '+0.200'],
      ],
    )
  })

  test('nobody who retired is on the podium', () => {
    const out = { ...second, resultStatus: ResultStatus.Retired }
    assert.equal(firstThree(aSession({ drivers: [winner, out] }), en).length, 1)
  })
})

const WINNER = aDriver({ name: 'Moreau', numberOfLaps: 50 })
const RIVAL = aDriver({ name: 'Tanaka', numberOfLaps: 50 })
const FINAL = { sessionType: SessionType.Race, classification: 'final' } as const

function raceText(known: Partial<RaceOutcome>): string {
  const outcome: RaceOutcome = {
    kind: 'race',
    winner: WINNER,
    second: null,
    marginMs: null,
    move: null,
    leadChanges: null,
    wasStopped: false,
    ...known,
  }
  return outcomeText(outcome, FINAL, en)
}

const MOVES: readonly (readonly [string, DecidingMove])[] = [
  ['Moreau won from pole and led every lap.', { kind: 'poleToFlag' }],
  ['Moreau took the lead on the first lap and never lost it.', { kind: 'start', grid: null }],
  ['Moreau took the lead from P3 on the first lap and never lost it.', { kind: 'start', grid: 3 }],
  ['Moreau took the lead for good in the pit stops on lap 12.', { kind: 'pitStops', lap: 12 }],
  ['Moreau took the lead for good on lap 12.', { kind: 'lead', rival: RIVAL, lap: 12 }],
  [
    'Moreau changed to wet-weather tyres on lap 12, before anyone ahead did, and took the lead for good.',
    { kind: 'weatherStop', lap: 12, weather: 'rain' },
  ],
  [
    'Moreau changed to slicks on lap 12, before anyone ahead did, and took the lead for good.',
    { kind: 'weatherStop', lap: 12, weather: 'drying' },
  ],
  [
    'Moreau passed Tanaka on lap 12 and stayed in front.',
    { kind: 'pass', rival: RIVAL, lap: 12, weather: null, isRestart: false },
  ],
  [
    'Moreau passed Tanaka right after the safety car, on lap 12, and stayed in front.',
    { kind: 'pass', rival: RIVAL, lap: 12, weather: null, isRestart: true },
  ],
  [
    'On slicks, Moreau passed Tanaka on wet-weather tyres on lap 12 and stayed in front.',
    { kind: 'pass', rival: RIVAL, lap: 12, weather: 'drying', isRestart: false },
  ],
  [
    'Moreau took the lead with an undercut: in on lap 12, with Tanaka in on lap 13.',
    { kind: 'undercut', rival: RIVAL, lap: 12, rivalLap: 13, isUnderSafetyCar: false },
  ],
  [
    'Moreau took the lead with an overcut: Tanaka pitted on lap 13, Moreau on lap 14.',
    { kind: 'overcut', rival: RIVAL, lap: 14, rivalLap: 13, isUnderSafetyCar: false },
  ],
  [
    'Moreau got ahead of Tanaka with a stop on lap 12, while the race was neutralised.',
    { kind: 'undercut', rival: RIVAL, lap: 12, rivalLap: 13, isUnderSafetyCar: true },
  ],
  [
    'Moreau took the lead for good when Tanaka pitted on lap 12.',
    { kind: 'rivalPitted', rival: RIVAL, lap: 12 },
  ],
  [
    'Moreau took the lead for good when Tanaka retired on lap 12.',
    { kind: 'rivalRetired', rival: RIVAL, lap: 12 },
  ],
  [
    'Tanaka was disqualified, so the win went to Moreau.',
    { kind: 'rivalDisqualified', rival: RIVAL },
  ],
  [
    'Tanaka was first across the line, but 5 s of penalties gave the win to Moreau.',
    { kind: 'rivalPenalised', rival: RIVAL, seconds: 5 },
  ],
]

for (const [words, move] of MOVES) {
  test(`how a race was decided: ${words}`, () => {
    assert.equal(raceText({ move }), words)
  })
}

const SECOND = { second: RIVAL, marginMs: 1_200 }

for (const [words, known] of [
  ['Moreau won the race.', {}],
  ['Moreau won a race that was stopped by a red flag.', { wasStopped: true }],
  ['Moreau won the race. Tanaka finished 1.200 s behind.', SECOND],
  ['Moreau won the race. Tanaka finished 59.999 s behind.', { ...SECOND, marginMs: 59_999 }],
  ['Moreau won the race. Tanaka finished 1:00.000 behind.', { ...SECOND, marginMs: 60_000 }],
  ['Moreau won the race.', { second: RIVAL }],
  [
    'Moreau won the race. The lead changed 2 times, and Tanaka finished 1.200 s behind.',
    { ...SECOND, leadChanges: 2 },
  ],
  ['Moreau won the race. The lead changed once.', { leadChanges: 1 }],
  ['Moreau won the race.', { leadChanges: 0 }],
  ['Moreau won the race. Tanaka finished 1.200 s behind.', { ...SECOND, leadChanges: 0 }],
  [
    'Moreau won the race. Everyone else was lapped.',
    { second: { ...RIVAL, numberOfLaps: 49 }, marginMs: null },
  ],
  [
    'Moreau won the race. Everyone else was lapped.',
    { second: { ...RIVAL, numberOfLaps: null }, marginMs: null },
  ],
  [
    'Moreau won the race. Tanaka finished 1.200 s behind.',
    { ...SECOND, winner: { ...WINNER, numberOfLaps: null } },
  ],
  ['#44 won the race.', { winner: { ...WINNER, name: '', carNumber: 44 } }],
] as const) {
  test(`the sentences on a race: ${words}`, () => {
    assert.equal(raceText(known), words)
  })
}

test('a race without a finisher names the leader, or that the finish is missing', () => {
  const outcome = { kind: 'open', leader: WINNER } as const
  const provisional = { ...FINAL, classification: 'provisional' } as const
  assert.equal(
    outcomeText(outcome, FINAL, en),
    'Nobody finished the race; Moreau is classified first.',
  )
  assert.equal(
    outcomeText(outcome, provisional, en),
    'The finish was not recorded; Moreau was in the lead.',
  )
})

test('a driver without a name is their number', () => {
  assert.equal(nameOf({ name: 'Moreau', carNumber: 7 }), 'Moreau')
  assert.equal(nameOf({ name: '', carNumber: 7 }), '#7')
  assert.equal(nameOf({ name: '', carNumber: null }), '#–')
})

test('only the last part of a qualifying is for pole', () => {
  const { Q1, Q2, Q3, ShortQualifying, OneShotQualifying, P1, Race } = SessionType
  const { SprintShootout2, SprintShootout3 } = SessionType
  const { ShortSprintShootout, OneShotSprintShootout } = SessionType
  const forPole = [Q3, ShortQualifying, OneShotQualifying]
  const forSprint = [SprintShootout3, ShortSprintShootout, OneShotSprintShootout]
  assert.ok([...forPole, ...forSprint].every(isForPole))
  assert.ok(![Q1, Q2, SprintShootout2, P1, Race].some(isForPole))
})

const TIMED: TimedOutcome = {
  kind: 'practice',
  fastest: WINNER,
  best: { timeMs: 80_000, lap: 3, tyreCompound: null },
  second: null,
  marginMs: null,
  eliminated: [],
  idealMs: null,
}

for (const [words, sessionType, known] of [
  ['Moreau was fastest with 1:20.000.', SessionType.P1, {}],
  ['Moreau took pole with 1:20.000.', SessionType.Q3, {}],
  ['Moreau was fastest with 1:20.000.', SessionType.P1, { second: RIVAL }],
  ['Moreau was fastest with 1:20.000, 1.200 s ahead of Tanaka.', SessionType.P1, SECOND],
  ['Moreau took pole with 1:20.000, 1.200 s ahead of Tanaka.', SessionType.Q3, SECOND],
  ['Moreau was fastest with 1:20.000.', SessionType.P1, { idealMs: 79_500 }],
  [
    'Moreau was fastest with 1:20.000. The best sectors add up to 1:19.500.',
    SessionType.TimeTrial,
    { kind: 'timeTrial', idealMs: 79_500 },
  ],
  ['Moreau was fastest with 1:20.000.', SessionType.TimeTrial, { kind: 'timeTrial' }],
  [
    'Moreau was fastest with 1:20.000. Eliminated: Tanaka.',
    SessionType.Q2,
    { eliminated: [RIVAL] },
  ],
] as const) {
  test(`the sentences on a session by lap times: ${words} ${JSON.stringify(Object.keys(known))}`, () => {
    const outcome = {
      ...TIMED,
      ...known,
      eliminated: 'eliminated' in known ? [...known.eliminated] : [],
    }
    assert.equal(outcomeText(outcome, { sessionType, classification: 'final' }, en), words)
  })
}

const placesOf = (session: Partial<SessionDetail>) =>
  firstThree(aSession({ classification: 'final', ...session }), en).map(({ position }) => position)

const finisherAt = (finishingPosition: number | null, known: object = {}) =>
  finisher(finishingPosition ?? 0, `D${finishingPosition}`, [100_000], {
    finishingPosition,
    ...known,
  })

test('on the podium are those with a place among the first three', () => {
  assert.deepEqual(placesOf({ drivers: [] }), [])
  assert.deepEqual(
    placesOf({ drivers: [finisherAt(1), finisherAt(2), finisherAt(3), finisherAt(4)] }),
    [1, 2, 3],
  )
  assert.deepEqual(placesOf({ drivers: [finisherAt(2), finisherAt(4)] }), [2])
  const timed = [1, 2].map((place) =>
    finisherAt(place, { bestLapTimeMs: place === 1 ? 80_000 : null }),
  )
  assert.deepEqual(placesOf({ drivers: timed, sessionType: SessionType.Q3 }), [1])
  const [first] = firstThree(aSession({ drivers: [finisherAt(1, { teamColour: '#ff0000' })] }), en)
  assert.deepEqual([first?.code, first?.teamColour, first?.name], ['D', '#ff0000', 'D1'])
})

function textsOf(session: SessionDetail): string[] {
  const outcome = sessionOutcome(session)
  assert.ok(outcome)
  return [en, de].map((t) => outcomeText(outcome, session, t))
}

function onTyres(tyreCompound: number) {
  return { tyres: [{ tyreCompound, actualTyreCompound: null, endLap: null }] }
}

function finisher(place: number, name: string, laps: readonly number[], known: object) {
  return aDriver({
    driverIdx: place,
    name,
    finishingPosition: place,
    numberOfLaps: laps.length,
    resultStatus: ResultStatus.Finished,
    totalRaceTime: laps.reduce((sum, lap) => sum + lap, 0),
    lapTimes: laps.map((lapTime) => ({
      lapTime,
      sector1Time: null,
      sector2Time: null,
      sector3Time: null,
      invalidLap: false,
    })),
    ...known,
  })
}
