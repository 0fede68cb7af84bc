import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type DriverRace, driverRace } from '@pitboard/analysis/outcome/driver-race'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { PenaltyType, ResultStatus, TyreCompound } from '@pitboard/contract/wire/enumerations'
import type { Text } from '../../messages/create-text.ts'
import { aDriver, aSession } from '../../testing/a-session.ts'
import { anEvent } from '../../testing/an-event.ts'
import { de, en } from '../../testing/text.ts'
import { driverRaceSentences } from './driver-race-words.ts'

const LAPS = 20

interface Driven {
  readonly place: number
  readonly name: string
  /** It is the time of lap 1, which sets how far the car is behind. */
  readonly firstMs: number
  readonly stopLap: number
  readonly stopMs?: number
  readonly slowLaps?: Readonly<Record<number, number>>
  readonly known?: Partial<Driver>
}

/** Each lap on old tyres is 60 ms slower; a stop costs 20 s. */
function driven({
  place,
  name,
  firstMs,
  stopLap,
  stopMs = 20_000,
  slowLaps = {},
  known,
}: Driven): Driver {
  const lapTimes = Array.from({ length: LAPS }, (_, index) => {
    const lap = index + 1
    const age = lap <= stopLap ? index : index - stopLap
    const lapTime =
      90_000 +
      60 * age +
      (lap === 1 ? firstMs : 0) +
      (lap === stopLap ? stopMs : 0) +
      (slowLaps[lap] ?? 0)
    return {
      lapTime,
      sector1Time: 30_000,
      sector2Time: 30_000,
      sector3Time: lapTime - 60_000,
      invalidLap: false,
    }
  })
  return aDriver({
    driverIdx: place,
    name,
    finishingPosition: place,
    startingPosition: place,
    resultStatus: ResultStatus.Finished,
    numberOfLaps: LAPS,
    lapTimes,
    totalRaceTime: lapTimes.reduce((sum, { lapTime }) => sum + lapTime, 0),
    pitStops: [{ lapNum: stopLap, pitLaneTimeMs: 24_000, stopTimeMs: 2_400 }],
    tyres: [
      { tyreCompound: TyreCompound.Medium, actualTyreCompound: null, endLap: stopLap },
      { tyreCompound: TyreCompound.Hard, actualTyreCompound: null, endLap: null },
    ],
    ...known,
  })
}

const OTHERS = [
  driven({ place: 1, name: 'Tanaka', firstMs: 5_000, stopLap: 6 }),
  driven({ place: 4, name: 'Weber', firstMs: 40_000, stopLap: 8 }),
  driven({ place: 5, name: 'Kim', firstMs: 60_000, stopLap: 13 }),
]
const PENALTY = {
  penaltyType: PenaltyType.TimePenalty,
  penaltyTime: 30,
  infringementType: 17,
  otherVehicleIdx: null,
  lapNum: 12,
  penaltyIssuedTime: 1_100_000,
}
/**
 * The driver starts from sixth on the grid, and has a slow stop, a spin, contact, and a penalty that costs the place
 * before Kim.
 */
const OWN = driven({
  place: 6,
  name: 'Moreau',
  firstMs: 50_000,
  stopLap: 10,
  stopMs: 22_500,
  slowLaps: { 5: 4_000, 15: 1_500 },
  known: { totalPenaltiesSeconds: 30, penalties: [PENALTY] },
})
const EVENTS = [
  anEvent({ seq: 1, kind: 'lightsOut', timeMs: 0 }),
  anEvent({ seq: 2, kind: 'pitStop', timeMs: 960_000, lapNum: 10, driverIdx: 6 }),
  anEvent({
    seq: 3,
    kind: 'collision',
    timeMs: 1_400_000,
    lapNum: 15,
    driverIdx: 6,
    otherDriverIdx: 4,
  }),
]
const RACE = aSession({ classification: 'final', drivers: [...OTHERS, OWN], events: EVENTS })

test('the race of a driver is told with a number in each sentence and the way to each moment', () => {
  assert.deepEqual(sentencesOf(RACE, OWN, en), [
    '1 Won 3 places at the start, from P6 to P3. (e1)',
    '10 The stop on lap 10 cost 22.8 s, 2.7 s more than the field’s median of 20.1 s. (e2)',
    '1 Laps 1 to 10 on Medium: each lap was 0.06 s slower than the one before. (l1)',
    '11 Laps 11 to 20 on Hard: each lap was 0.06 s slower than the one before. (l11)',
    '5 Lap 5 was 4.0 s slower than the own pace, and nothing else explains it. (e1-410)',
    '15 Lap 15 was 1.5 s slower than the own pace, with contact with Weber. (e2-380)',
    '12 30 s penalty on lap 12: speeding in the pit lane. It cost 1 place in the result. (e2-140)',
  ])
  assert.deepEqual(numbersOf(sentencesOf(RACE, OWN, de)), numbersOf(sentencesOf(RACE, OWN, en)))
})

test('traffic is told with whom it was and what it cost against the pace in clear air', () => {
  const waiting = { 17: 1_000, 18: 1_000, 19: 1_000, 20: 1_000 }
  const leader = driven({
    place: 1,
    name: 'Tanaka',
    firstMs: 5_000,
    stopLap: 10,
    slowLaps: waiting,
  })
  const behind = driven({
    place: 2,
    name: 'Moreau',
    firstMs: 10_000,
    stopLap: 10,
    slowLaps: { 16: -4_100, ...waiting },
  })
  const session = { ...RACE, events: [], drivers: [leader, behind, ...OTHERS.slice(1)] }
  const [traffic] = sentencesOf(session, behind, en).filter((text) => text.includes('1.5 s'))
  assert.match(
    traffic ?? '',
    /Within 1\.5 s of a car ahead for 4 laps, behind Tanaka on 4\. That cost 4\.\d s/,
  )
})

test('a driver who is out is told so, and whom they touched before', () => {
  const { lapTimes } = OWN
  const out = {
    ...OWN,
    resultStatus: ResultStatus.Retired,
    numberOfLaps: 14,
    lapTimes: lapTimes.slice(0, 14),
    penalties: [],
  }
  const session = { ...RACE, drivers: [...OTHERS, out] }
  assert.equal(
    sentencesOf(session, out, en).at(-1),
    '15 Out on lap 15, shortly after contact with Weber. (l15)',
  )
})

test('what a recording does not show is left out', () => {
  const typed = { ...OWN, lapTimes: [], pitStops: [], tyres: [], penalties: [] }
  const session = { ...RACE, events: [], drivers: [typed] }
  assert.deepEqual(sentencesOf(session, typed, en), [])
  assert.equal(driverRace({ ...session, sessionType: 5 }, typed), null)
})

function sentencesOf(session: SessionDetail, driver: Driver, t: Text): string[] {
  const race = driverRace(session, driver)
  assert.ok(race)
  return driverRaceSentences(race, session, t).map(
    ({ lap, text, moment }) => `${lap ?? '–'} ${text} (${moment ?? '–'})`,
  )
}

function numbersOf(texts: readonly string[]): string[] {
  return texts.flatMap((text) => (text.match(/\d[\d.:]*\d|\d/g) ?? []).toSorted())
}

/** The game knows no such reason. */
const NO_REASON = 255
const MOREAU = aDriver({ driverIdx: 1, name: 'Moreau' })
const TANAKA = aDriver({ driverIdx: 2, name: 'Tanaka' })
const NOTHING: DriverRace = {
  driver: MOREAU,
  start: null,
  passes: null,
  traffic: null,
  stops: [],
  tyres: [],
  mistakes: [],
  comparedLaps: 0,
  penalties: [],
  retirement: null,
}
const TOLD = aSession({
  drivers: [MOREAU, TANAKA],
  events: [
    anEvent({ seq: 1, kind: 'lightsOut', timeMs: 0 }),
    anEvent({ seq: 4, kind: 'pitStop', timeMs: 200_000, lapNum: 3, driverIdx: 2 }),
    anEvent({ seq: 5, kind: 'pitStop', timeMs: 300_000, lapNum: 3, driverIdx: 1 }),
    anEvent({ seq: 8, kind: 'retirement', timeMs: 600_000, lapNum: 6, driverIdx: 2 }),
    anEvent({ seq: 9, kind: 'retirement', timeMs: 610_000, lapNum: 6, driverIdx: 1 }),
  ],
})
const STOP = { lapNum: 3, pitLaneTimeMs: 20_000, stopTimeMs: 2_400 }
const TIME_PENALTY = {
  penaltyType: PenaltyType.TimePenalty,
  penaltyTime: 5,
  infringementType: 17,
  otherVehicleIdx: null,
  lapNum: 3,
  penaltyIssuedTime: 250_000,
}
const TRAFFIC = {
  laps: 4,
  firstLap: 2,
  fromMs: 100_000,
  rival: TANAKA,
  rivalLaps: 3,
  lostMs: 1_500,
}

describe('the race of a driver tells', () => {
  const cases: readonly (readonly [
    title: string,
    known: Partial<DriverRace>,
    told: readonly (readonly [
      text: string,
      lostMs: number | null,
      lap: number | null,
      moment: string | null,
    ])[],
  ])[] = [
    [
      'places won at the start',
      { start: { from: 5, to: 3 } },
      [['Won 2 places at the start, from P5 to P3.', null, 1, 'e1']],
    ],
    [
      'places lost at the start',
      { start: { from: 3, to: 5 } },
      [['Lost 2 places at the start, from P3 to P5.', null, 1, 'e1']],
    ],
    [
      'a place kept at the start',
      { start: { from: 3, to: 3 } },
      [['Kept P3 at the start.', null, 1, 'e1']],
    ],
    [
      'a start from the pit lane',
      { start: { from: 0, to: 12 } },
      [['Started from the pit lane and was P12 after lap 1.', null, 1, 'e1']],
    ],
    [
      'places won and lost on the track',
      { passes: { made: 2, suffered: 1 } },
      [['Places on the track after lap 1: 2 won, 1 lost.', null, null, null]],
    ],
    ['no passes, where there were none', { passes: { made: 0, suffered: 0 } }, []],
    [
      'as many places won as lost',
      { passes: { made: 1, suffered: 1 } },
      [['Places on the track after lap 1: 1 won, 1 lost.', null, null, null]],
    ],
    [
      'what traffic cost',
      { traffic: TRAFFIC },
      [
        [
          'Within 1.5 s of a car ahead for 4 laps, behind Tanaka on 3. That cost 1.5 s against the own pace in clear air.',
          1500,
          2,
          'e1-100',
        ],
      ],
    ],
    [
      'what a tow was worth',
      { traffic: { ...TRAFFIC, lostMs: -1_500 } },
      [
        [
          'Within 1.5 s of a car ahead for 4 laps, behind Tanaka on 3. The tow was worth 1.5 s against the own pace in clear air.',
          -1500,
          2,
          'e1-100',
        ],
      ],
    ],
    [
      'that traffic cost next to nothing',
      { traffic: { ...TRAFFIC, lostMs: 499 } },
      [
        [
          'Within 1.5 s of a car ahead for 4 laps, behind Tanaka on 3. It cost less than half a second.',
          499,
          2,
          'e1-100',
        ],
      ],
    ],
    [
      'half a second behind another car as its cost',
      { traffic: { ...TRAFFIC, lostMs: 500 } },
      [
        [
          'Within 1.5 s of a car ahead for 4 laps, behind Tanaka on 3. That cost 0.5 s against the own pace in clear air.',
          500,
          2,
          'e1-100',
        ],
      ],
    ],
    [
      'traffic alone, where the own pace is unknown',
      { traffic: { ...TRAFFIC, lostMs: null, fromMs: null } },
      [['Within 1.5 s of a car ahead for 4 laps, behind Tanaka on 3.', null, 2, 'l2']],
    ],
    [
      'a stop that cost more than that of the field',
      { stops: [{ stop: STOP, lossMs: 21_000, isSlow: false, fieldMs: 20_000 }] },
      [
        [
          'The stop on lap 3 cost 21.0 s, 1.0 s more than the field’s median of 20.0 s.',
          1000,
          3,
          'e5',
        ],
      ],
    ],
    [
      'a stop that cost less',
      { stops: [{ stop: STOP, lossMs: 19_000, isSlow: false, fieldMs: 20_000 }] },
      [
        [
          'The stop on lap 3 cost 19.0 s, 1.0 s less than the field’s median of 20.0 s.',
          -1000,
          3,
          'e5',
        ],
      ],
    ],
    [
      'a stop like that of the field',
      { stops: [{ stop: STOP, lossMs: 20_000, isSlow: false, fieldMs: 20_000 }] },
      [
        [
          'The stop on lap 3 cost 20.0 s, 0.0 s more than the field’s median of 20.0 s.',
          0,
          3,
          'e5',
        ],
      ],
    ],
    [
      'a stop while the field drove slowly',
      { stops: [{ stop: STOP, lossMs: 12_000, isSlow: true, fieldMs: 20_000 }] },
      [
        [
          'The stop on lap 3, while the field drove slowly, cost 12.0 s instead of 20.0 s.',
          null,
          3,
          'e5',
        ],
      ],
    ],
    [
      'a stop alone, where the field had too few',
      { stops: [{ stop: STOP, lossMs: 21_000, isSlow: false, fieldMs: null }] },
      [['The stop on lap 3 cost 21.0 s.', null, 3, 'e5']],
    ],
    [
      'how long the car stood, where nothing else is known',
      { stops: [{ stop: STOP, lossMs: null, isSlow: false, fieldMs: null }] },
      [['Stopped on lap 3, for 2.4 s.', null, 3, 'e5']],
    ],
    [
      'a stop alone, where nothing is known',
      {
        stops: [
          {
            stop: { ...STOP, lapNum: 7, stopTimeMs: null },
            lossMs: null,
            isSlow: false,
            fieldMs: null,
          },
        ],
      },
      [['Stopped on lap 7.', null, 7, 'l7']],
    ],
    [
      'how tyres aged, and that a pace held',
      {
        tyres: [
          { tyreCompound: TyreCompound.Soft, firstLap: 2, laps: 6, lossMsPerLap: 80 },
          { tyreCompound: TyreCompound.Hard, firstLap: 9, laps: 6, lossMsPerLap: -30 },
          { tyreCompound: TyreCompound.Medium, firstLap: 16, laps: 6, lossMsPerLap: 20 },
          { tyreCompound: TyreCompound.Medium, firstLap: 26, laps: 6, lossMsPerLap: -19 },
        ],
      },
      [
        ['Laps 2 to 7 on Soft: each lap was 0.08 s slower than the one before.', null, 2, 'l2'],
        ['Laps 9 to 14 on Hard: each lap was 0.03 s quicker than the one before.', null, 9, 'l9'],
        [
          'Laps 16 to 21 on Medium: each lap was 0.02 s slower than the one before.',
          null,
          16,
          'l16',
        ],
        ['Laps 26 to 31 on Medium: the pace held, to 0.02 s a lap.', null, 26, 'l26'],
      ],
    ],
    [
      'that no mistake shows',
      { comparedLaps: 12 },
      [['No mistake shows on the 12 laps that can be compared.', null, null, null]],
    ],
    ['nothing of mistakes, where no lap can be compared', { comparedLaps: 0 }, []],
    [
      'the three worst mistakes in their order, and the rest as a number',
      {
        comparedLaps: 12,
        mistakes: [
          { lap: 9, fromMs: null, lostMs: 900, contact: null },
          { lap: 4, fromMs: 400_000, lostMs: 3_000, contact: TANAKA },
          { lap: 7, fromMs: null, lostMs: 2_000, contact: null },
          { lap: 2, fromMs: null, lostMs: 800, contact: null },
          { lap: 3, fromMs: null, lostMs: 700, contact: null },
        ],
      },
      [
        ['Lap 4 was 3.0 s slower than the own pace, with contact with Tanaka.', 3000, 4, 'e5-100'],
        ['Lap 7 was 2.0 s slower than the own pace, and nothing else explains it.', 2000, 7, 'l7'],
        ['Lap 9 was 0.9 s slower than the own pace, and nothing else explains it.', 900, 9, 'l9'],
        ['2 more laps like that cost 1.5 s.', 1500, null, null],
      ],
    ],
    [
      'one mistake alone',
      { comparedLaps: 12, mistakes: [{ lap: 9, fromMs: null, lostMs: 900, contact: null }] },
      [['Lap 9 was 0.9 s slower than the own pace, and nothing else explains it.', 900, 9, 'l9']],
    ],
    [
      'what penalties cost, served or in the result',
      {
        penalties: [
          { penalty: TIME_PENALTY, servedMs: null, servedLap: null, placesLost: 2 },
          {
            penalty: {
              ...TIME_PENALTY,
              infringementType: NO_REASON,
              penaltyTime: null,
              penaltyType: PenaltyType.DriveThrough,
            },
            servedMs: 14_000,
            servedLap: 5,
            placesLost: 0,
          },
          {
            penalty: { ...TIME_PENALTY, penaltyTime: null, penaltyType: PenaltyType.DriveThrough },
            servedMs: null,
            servedLap: 5,
            placesLost: 0,
          },
        ],
      },
      [
        [
          '5 s penalty on lap 3: speeding in the pit lane. It cost 2 places in the result.',
          5000,
          3,
          'e4-50',
        ],
        ['Drive-through penalty on lap 3. Served on lap 5, it cost 14.0 s.', 14000, 3, 'e4-50'],
        ['Drive-through penalty on lap 3: speeding in the pit lane.', null, 3, 'e4-50'],
      ],
    ],
    [
      'that the car went out',
      { retirement: { lap: 6, contact: null } },
      [['Out on lap 6.', null, 6, 'e9']],
    ],
    [
      'whom the car touched before it went out',
      { retirement: { lap: 6, contact: TANAKA } },
      [['Out on lap 6, shortly after contact with Tanaka.', null, 6, 'e9']],
    ],
  ]
  for (const [title, known, told] of cases) {
    test(title, () => {
      const sentences = driverRaceSentences({ ...NOTHING, ...known }, TOLD, en)
      assert.deepEqual(
        sentences.map(({ text, lostMs, lap, moment }) => [text, lostMs, lap, moment]),
        told,
      )
    })
  }
})
