import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sessionOutcome } from '@pitboard/contract/outcome/session-outcome'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { ResultStatus, SessionType, TyreCompound } from '@pitboard/contract/wire/enumerations'
import { aDriver, aSession } from '../../../testing/a-session.ts'
import { de, en } from '../../../testing/text.ts'
import { firstThree } from './first-three.ts'
import { outcomeText } from './outcome-text.ts'

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
      ...{ overtakingDriverIdx: 1, overtakenDriverIdx: 2, lapNum: 2, overtakingTime: 150_000 },
      utcTime: '2026-05-03T13:02:30.000Z',
    }
    const race = aSession({
      drivers: [
        finisher(1, 'Moreau', [102_000, 99_000], onTyres(TyreCompound.Wet)),
        finisher(2, 'Tanaka', [101_000, 101_200], onTyres(TyreCompound.Medium)),
      ],
      ...{ overtakes: [pass], classification: 'final' },
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
        ...{ driverIdx: index, name: `Driver ${index + 1}`, finishingPosition: index + 1 },
        ...{ bestLapTimeMs: 80_000 + index * 100, numberOfLaps: 4 },
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

function textsOf(session: SessionDetail): string[] {
  const outcome = sessionOutcome(session)
  assert.ok(outcome)
  return [en, de].map((text) => outcomeText(outcome, session, text))
}

function onTyres(tyreCompound: number) {
  return { tyres: [{ tyreCompound, actualTyreCompound: null, endLap: null }] }
}

function finisher(place: number, name: string, laps: readonly number[], known: object) {
  return aDriver({
    ...{ driverIdx: place, name, finishingPosition: place, numberOfLaps: laps.length },
    resultStatus: ResultStatus.Finished,
    totalRaceTime: laps.reduce((sum, lap) => sum + lap, 0),
    lapTimes: laps.map((lapTime) => ({
      ...{ lapTime, sector1Time: null, sector2Time: null, sector3Time: null },
      invalidLap: false,
    })),
    ...known,
  })
}
