import assert from 'node:assert/strict'
import { test } from 'node:test'
import { driverRace } from '@pitboard/analysis/outcome/driver-race'
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
  /** Of lap 1, which sets how far the car is behind. */
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
/** From sixth on the grid on the grid: a slow stop, a spin, contact, and a penalty that costs the place before Kim. */
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
