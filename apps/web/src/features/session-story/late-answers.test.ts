import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Driver, Penalty } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { PenaltyType, ResultStatus, TyreCompound } from '@pitboard/contract/wire/enumerations'
import { aDriver, aSession } from '../../testing/a-session.ts'
import { de, en } from '../../testing/text.ts'
import { lossAnswer, paceAnswer, penaltyAnswer } from './late-answers.ts'

const LAPS = 12
/** It rains on the last four laps: Moreau alone has tyres for it. Kim retires before. */
const MOREAU = finisher(1, 'Moreau', (lap) => (lap > 8 ? 104_000 : 100_000), {
  tyres: [tyres(TyreCompound.Medium, 8), tyres(TyreCompound.Intermediate, LAPS)],
})
const TANAKA = finisher(2, 'Tanaka', (lap) => (lap > 8 ? 106_000 : 99_900), {
  tyres: [tyres(TyreCompound.Medium, LAPS)],
})
const WEBER = finisher(3, 'Weber', (lap) => (lap > 8 ? 106_500 : 100_400), {})
const KIM = finisher(4, 'Kim', () => 100_200, {
  numberOfLaps: 8,
  resultStatus: ResultStatus.Retired,
})
const RACE = raceOf(MOREAU, TANAKA, WEBER, KIM)

describe('the pace of a race', () => {
  test('compares cars on the same laps, so that who retired before the rain was not the quickest', () => {
    assert.deepEqual(wordsOf(paceAnswer(RACE, en)), [
      'Tanaka',
      '0.200 s a lap quicker than the field’s median, over 11 racing laps. Moreau was 0.100 s slower.',
    ])
  })

  test('counts only for drivers with half of the laps of the others, and needs laps', () => {
    const short = finisher(4, 'Kim', () => 90_000, { numberOfLaps: 5 })
    assert.equal(paceAnswer(raceOf(MOREAU, TANAKA, WEBER, short), en).verdict, 'Tanaka')
    const longer = finisher(4, 'Kim', () => 90_000, { numberOfLaps: 8 })
    assert.equal(paceAnswer(raceOf(MOREAU, TANAKA, WEBER, longer), en).verdict, 'Kim')
    assert.equal(paceAnswer(raceOf({ ...MOREAU, lapTimes: [] }), en).verdict, 'Unclear')
  })
})

describe('what penalties cost', () => {
  test('is places in the result, the worst first, three drivers at most', () => {
    const late = {
      ...WEBER,
      totalRaceTime: (TANAKA.totalRaceTime ?? 0) - 1,
      totalPenaltiesSeconds: 5,
    }
    assert.deepEqual(wordsOf(penaltyAnswer(raceOf(MOREAU, TANAKA, late, KIM), en)), [
      '1 place',
      'Weber: 5 s, 1 place.',
    ])
    const all = [MOREAU, TANAKA, WEBER, KIM].map((driver, index) => ({
      ...driver,
      totalPenaltiesSeconds: 4 - index,
    }))
    assert.deepEqual(wordsOf(penaltyAnswer(raceOf(...all), en)), [
      'No place',
      'Moreau: 4 s. Tanaka: 3 s. Weber: 2 s. 1 more driver.',
    ])
    assert.deepEqual(wordsOf(penaltyAnswer(RACE, en)), ['Nothing', 'There was no penalty.'])
  })

  test('is time on the track where one was served in the pit lane', () => {
    const served = {
      ...WEBER,
      penalties: [driveThrough(3)],
      lapTimes: lapsOf((lap) => (lap === 5 ? 115_400 : 100_400)),
    }
    assert.deepEqual(wordsOf(penaltyAnswer(raceOf(MOREAU, TANAKA, served), en)), [
      'Up to 15.0 s',
      'Weber: Drive-through penalty, 15.0 s on the track.',
    ])
    const hidden = { ...WEBER, penalties: [driveThrough(3)] }
    assert.deepEqual(wordsOf(penaltyAnswer(raceOf(MOREAU, TANAKA, hidden), en)), [
      'No place',
      'Weber: Drive-through penalty.',
    ])
  })
})

describe('where a driver lost most', () => {
  test('is against the winner where no cause explains at least half of it', () => {
    assert.deepEqual(wordsOf(lossOf(RACE, 'Tanaka')), [
      '+8.0 s',
      'Laps 9 to 12: on slicks, while Moreau had wet-weather tyres.',
    ])
    const slower = { ...TANAKA, lapTimes: lapsOf((lap) => (lap > 8 ? 106_000 : 100_300)) }
    assert.equal(lossOf(raceOf(MOREAU, slower), 'Tanaka').verdict, '+8.0 s')
    assert.deepEqual(wordsOf(lossOf(raceOf(TANAKA, MOREAU, WEBER), 'Weber')), [
      '+5.5 s',
      'Slower than Tanaka on laps 2 to 12.',
    ])
  })

  test('is a cause that explains it, and nothing for the winner', () => {
    const mistaken = { ...TANAKA, lapTimes: lapsOf((lap) => (lap === 6 ? 110_000 : 100_000)) }
    const steady = {
      ...MOREAU,
      lapTimes: lapsOf((lap) => (lap === 1 ? 90_000 : 100_000)),
    }
    const { verdict, details } = lossOf(raceOf(steady, mistaken), 'Tanaka')
    assert.equal(verdict, '+10.0 s')
    assert.match(details, /^Lap 6 was 10\.0 s slower/)
    assert.equal(lossOf(RACE, 'Moreau').verdict, 'P1 to P2')
    const kept = raceOf({ ...MOREAU, startingPosition: 2 }, TANAKA, WEBER)
    assert.deepEqual(wordsOf(lossOf(kept, 'Moreau')), [
      'Nowhere',
      'No loss shows in the recording.',
    ])
  })

  test('has the same numbers in German', () => {
    const [english, german] = [en, de].map((t) =>
      [lossOf(RACE, 'Tanaka', t), paceAnswer(RACE, t), penaltyAnswer(RACE, t)].map(numbersIn),
    )
    assert.deepEqual(german, english)
  })
})

function lossOf(session: SessionDetail, name: string, t = en) {
  const driver = session.drivers.find((one) => one.name === name)
  assert.ok(driver)
  return lossAnswer(session, driver, t)
}

function wordsOf({ verdict, details }: ReturnType<typeof paceAnswer>): string[] {
  return [verdict, details]
}

function numbersIn({ verdict, details }: ReturnType<typeof paceAnswer>): string[] | null {
  return `${verdict} ${details}`.replaceAll(',', '.').match(/\d[\d.]*\d|\d/g)
}

function raceOf(...drivers: readonly Driver[]): SessionDetail {
  return aSession({
    classification: 'final',
    drivers: drivers.map((driver, index) => ({ ...driver, finishingPosition: index + 1 })),
  })
}

function finisher(
  driverIdx: number,
  name: string,
  timeOf: (lap: number) => number,
  known: Partial<Driver>,
): Driver {
  const lapTimes = lapsOf(timeOf).slice(0, known.numberOfLaps ?? LAPS)
  return aDriver({
    driverIdx,
    name,
    startingPosition: driverIdx,
    resultStatus: ResultStatus.Finished,
    lapTimes,
    numberOfLaps: lapTimes.length,
    tyres: [tyres(TyreCompound.Medium, LAPS)],
    totalRaceTime: lapTimes.reduce((sum, { lapTime }) => sum + (lapTime ?? 0), 0),
    ...known,
  })
}

function lapsOf(timeOf: (lap: number) => number): Driver['lapTimes'] {
  return Array.from({ length: LAPS }, (_, index) => ({
    lapTime: timeOf(index + 1),
    sector1Time: null,
    sector2Time: null,
    sector3Time: null,
    invalidLap: false,
  }))
}

function tyres(tyreCompound: number, endLap: number) {
  return { tyreCompound, actualTyreCompound: null, endLap }
}

function driveThrough(lapNum: number): Penalty {
  return {
    penaltyType: PenaltyType.DriveThrough,
    penaltyTime: null,
    infringementType: 7,
    otherVehicleIdx: null,
    lapNum,
    penaltyIssuedTime: 250_000,
  }
}
