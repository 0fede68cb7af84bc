import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BLANK_SESSION } from '../sessions/blank-session.ts'
import { BLANK_DRIVER } from '../sessions/car-fields.ts'
import type { Driver } from '../sessions/driver.ts'
import type { SessionDetail } from '../sessions/session.ts'
import { ResultStatus, SessionType, TyreCompound } from '../wire/enumerations.ts'
import { sessionOutcome } from './session-outcome.ts'

const WINNER = 1
const RIVAL = 2
const SLICK: number = TyreCompound.Medium
const TREADED: number = TyreCompound.Intermediate
const DRY_PASS = { isRestart: false, weather: null }

describe('how a race was decided', () => {
  test('from pole, and ahead at the end of every lap', () => {
    const race = raceOf([100, 100, 100], [101, 101, 101])
    assert.deepEqual(moveOf(race), { kind: 'poleToFlag' })
    assert.equal(outcomeOf(race).marginMs, 3)
    assert.equal(outcomeOf(race).leadChanges, 0)
  })

  test('on the first lap, from another place of the grid', () => {
    const race = raceOf([100, 100], [101, 101], { startingPosition: 4 })
    assert.deepEqual(moveOf(race), { kind: 'start', grid: 4 })
  })

  test('by a pass on the track, also one right after the safety car', () => {
    const laps = [
      [101, 101, 98],
      [100, 100, 101],
    ] as const
    const pass = overtake(WINNER, RIVAL, 3, 250)
    const race = raceOf(...laps, {}, {}, { overtakes: [pass] })
    assert.deepEqual(moveOf(race), { kind: 'pass', lap: 3, rival: RIVAL, ...DRY_PASS })
    const events = [safetyCar(1, 10, 110, 2), safetyCar(2, 12, 205, 3)]
    const restart = { ...race, events }
    assert.deepEqual(moveOf(restart), {
      ...{ kind: 'pass', lap: 3, rival: RIVAL },
      ...{ isRestart: true, weather: null },
    })
    assert.equal(outcomeOf(race).leadChanges, 1)
  })

  test('by an undercut, and behind the safety car', () => {
    const race = raceOf([101, 120, 99, 99, 99], [100, 100, 100, 125, 100], stopOn(2), stopOn(4))
    assert.deepEqual(moveOf(race), {
      ...{ kind: 'undercut', lap: 2, rivalLap: 4, rival: RIVAL },
      isUnderSafetyCar: false,
    })
    const events = [safetyCar(1, 10, 150, 2), safetyCar(2, 12, 300, 3)]
    assert.deepEqual(moveOf({ ...race, events }), {
      ...{ kind: 'undercut', lap: 2, rivalLap: 4, rival: RIVAL },
      isUnderSafetyCar: true,
    })
  })

  test('by an overcut', () => {
    const race = raceOf([101, 100, 100, 118, 99], [100, 120, 110, 100, 100], stopOn(4), stopOn(2))
    assert.deepEqual(moveOf(race), {
      ...{ kind: 'overcut', lap: 4, rivalLap: 2, rival: RIVAL },
      isUnderSafetyCar: false,
    })
  })

  test('by a change to treaded tyres in the rain, or back to slicks, before the rival', () => {
    const laps = [
      [101, 120, 99, 99, 99],
      [100, 100, 100, 125, 100],
    ] as const
    const toTreaded = raceOf(...laps, stopOn(2, SLICK, TREADED), stopOn(4, SLICK, TREADED))
    assert.deepEqual(moveOf(toTreaded), { kind: 'weatherStop', lap: 2, weather: 'rain' })
    const toSlicks = raceOf(...laps, stopOn(2, TREADED, SLICK), stopOn(4, TREADED, SLICK))
    assert.deepEqual(moveOf(toSlicks), { kind: 'weatherStop', lap: 2, weather: 'drying' })
    const winnerOnly = raceOf(...laps, stopOn(2, SLICK, TREADED), stopOn(4))
    assert.equal(moveOf(winnerOnly)?.kind, 'undercut')
  })

  test('by a change of tyres for the weather before all who were ahead', () => {
    const third = aDriver(3, [101, 100, 130, 100], stopOn(3, SLICK, TREADED))
    const race = raceOf(
      ...([
        [101, 120, 99, 99],
        [100, 100, 131, 100],
      ] as const),
      stopOn(2, SLICK, TREADED),
      stopOn(3, SLICK, TREADED),
    )
    const withThird = { ...race, drivers: [...race.drivers, third] }
    assert.deepEqual(moveOf(withThird), { kind: 'weatherStop', lap: 2, weather: 'rain' })
    const forSlicks = aDriver(3, [101, 100, 130, 100], stopOn(3))
    const withOther = { ...race, drivers: [...race.drivers, forSlicks] }
    assert.deepEqual(moveOf(withOther), { kind: 'pitStops', lap: 3 })
  })

  test('by a pass with tyres for the weather', () => {
    const overtakes = [overtake(WINNER, RIVAL, 3, 250)]
    const race = raceOf(
      ...([
        [101, 101, 98],
        [100, 100, 101],
      ] as const),
      { tyres: [stint(TREADED, null)] },
      { tyres: [stint(SLICK, null)] },
      { overtakes },
    )
    assert.deepEqual(moveOf(race), {
      kind: 'pass',
      lap: 3,
      rival: RIVAL,
      ...DRY_PASS,
      weather: 'rain',
    })
  })

  test('a drive-through of the leader is not an undercut', () => {
    const visit = { pitStops: [{ lapNum: 2, pitLaneTimeMs: null, stopTimeMs: null }] }
    const race = raceOf([101, 101, 101], [100, 120, 100], {}, visit)
    assert.deepEqual(moveOf(race), { kind: 'rivalPitted', lap: 2, rival: RIVAL })
  })

  test('a pass on the lap of a stop leaves open which of the two it was', () => {
    const overtakes = [overtake(WINNER, RIVAL, 2, 150)]
    const race = raceOf([101, 101, 101], [100, 120, 100], {}, stopOn(2), { overtakes })
    assert.deepEqual(moveOf(race), { kind: 'lead', lap: 2, rival: RIVAL })
  })

  test('by the retirement of the leader', () => {
    const out = { numberOfLaps: 1, resultStatus: ResultStatus.Retired }
    const race = raceOf([101, 101, 101], [100], {}, out)
    assert.deepEqual(moveOf(race), { kind: 'rivalRetired', lap: 2, rival: RIVAL })
    assert.equal(outcomeOf(race).second, null)
  })

  test('by a penalty after the flag, or a disqualification', () => {
    const laps = [
      [101, 101],
      [100, 100],
    ] as const
    const penalised = raceOf(...laps, {}, { totalPenaltiesSeconds: 5 })
    assert.deepEqual(moveOf(penalised), { kind: 'rivalPenalised', rival: RIVAL, seconds: 5 })
    assert.equal(outcomeOf(penalised).marginMs, 4998)
    const disqualified = raceOf(...laps, {}, { resultStatus: ResultStatus.Disqualified })
    assert.deepEqual(moveOf(disqualified), { kind: 'rivalDisqualified', rival: RIVAL })
  })

  test('a lead that was lost and regained within a later lap was decided there', () => {
    const overtakes = [overtake(RIVAL, WINNER, 2, 120), overtake(WINNER, RIVAL, 2, 180)]
    const race = raceOf([100, 100, 100], [101, 101, 101], {}, {}, { overtakes })
    assert.deepEqual(moveOf(race), { kind: 'pass', lap: 2, rival: RIVAL, ...DRY_PASS })
  })

  test('an unknown lap, a red flag and a result without laps say less', () => {
    const unknown = raceOf([100, null, null, 100], [101, 101, 101, 101])
    assert.equal(moveOf(unknown), null)
    assert.equal(outcomeOf(unknown).leadChanges, null)
    const stopped = raceOf([100, 100], [101, 101], {}, {}, { numberOfRedFlags: 1 })
    assert.equal(moveOf(stopped), null)
    assert.equal(outcomeOf(stopped).wasStopped, true)
    const typed = raceOf([], [], { totalRaceTime: 200 }, { totalRaceTime: 210 })
    assert.deepEqual([moveOf(typed), outcomeOf(typed).marginMs], [null, 10])
  })

  test('a recording without the finish has no winner', () => {
    const race = raceOf([100], [101], { resultStatus: ResultStatus.Active })
    assert.equal(sessionOutcome(race)?.kind, 'open')
    assert.equal(sessionOutcome({ ...race, drivers: [] }), null)
  })
})

describe('a session by lap times', () => {
  const pole = aDriver(WINNER, [90, 85], {
    bestLapTimeMs: 85,
    ...{ bestSector1TimeMs: 20, bestSector2TimeMs: 30, bestSector3TimeMs: 33 },
    tyres: [stint(17, 1), stint(16, null)],
  })
  const second = aDriver(RIVAL, [91, 88], { bestLapTimeMs: 88 })

  test('has the fastest lap, when and on what it was set, and the margin', () => {
    const outcome = sessionOutcome(aSession([pole, second], { sessionType: SessionType.Q3 }))
    assert.ok(outcome?.kind === 'qualifying')
    assert.deepEqual(outcome.best, { timeMs: 85, lap: 2, tyreCompound: 16 })
    assert.deepEqual([outcome.marginMs, outcome.idealMs], [3, 83])
  })

  test('names those who are eliminated, once the result is final', () => {
    const drivers = Array.from({ length: 12 }, (_, index) =>
      aDriver(index, [90 + index], { bestLapTimeMs: 90 + index, finishingPosition: index + 1 }),
    )
    const part = aSession(drivers, { sessionType: SessionType.Q1 })
    assert.deepEqual(eliminated(part), [11])
    assert.deepEqual(eliminated({ ...part, classification: 'provisional' }), [])
    assert.deepEqual(eliminated({ ...part, sessionType: SessionType.Q3 }), [])
  })

  test('without a lap nobody was fastest', () => {
    const practice = aSession([aDriver(WINNER, [])], { sessionType: SessionType.P1 })
    assert.equal(sessionOutcome(practice), null)
  })
})

function outcomeOf(race: SessionDetail) {
  const outcome = sessionOutcome(race)
  assert.ok(outcome?.kind === 'race')
  return outcome
}

function eliminated(session: SessionDetail) {
  const outcome = sessionOutcome(session)
  return outcome && 'eliminated' in outcome
    ? outcome.eliminated.map(({ driverIdx }) => driverIdx)
    : null
}

/** With the rival's index instead of the rival. */
function moveOf(race: SessionDetail) {
  const { move } = outcomeOf(race)
  return move && 'rival' in move ? { ...move, rival: move.rival.driverIdx } : move
}

function raceOf(
  winnerLaps: readonly (number | null)[],
  rivalLaps: readonly (number | null)[],
  winner: Partial<Driver> = {},
  rival: Partial<Driver> = {},
  known: Partial<SessionDetail> = {},
): SessionDetail {
  const drivers = [
    aDriver(WINNER, winnerLaps, { startingPosition: 1, finishingPosition: 1, ...winner }),
    aDriver(RIVAL, rivalLaps, { startingPosition: 2, finishingPosition: 2, ...rival }),
  ]
  return aSession(drivers, { sessionType: SessionType.Race, ...known })
}

function aSession(drivers: Driver[], known: Partial<SessionDetail>): SessionDetail {
  return { ...BLANK_SESSION, drivers, ...known }
}

function aDriver(
  driverIdx: number,
  laps: readonly (number | null)[],
  known: Partial<Driver> = {},
): Driver {
  return {
    ...BLANK_DRIVER,
    driverIdx,
    finishingPosition: driverIdx,
    resultStatus: ResultStatus.Finished,
    numberOfLaps: laps.length,
    totalRaceTime: laps.reduce<number>((sum, lap) => sum + (lap ?? 0), 0),
    lapTimes: laps.map((lapTime) => ({
      ...{ lapTime, sector1Time: null, sector2Time: null, sector3Time: null },
      invalidLap: false,
    })),
    ...known,
  }
}

function stopOn(lapNum: number, before = SLICK, after = 18): Partial<Driver> {
  return {
    pitStops: [{ lapNum, pitLaneTimeMs: null, stopTimeMs: null }],
    tyres: [stint(before, lapNum), stint(after, null)],
  }
}

function stint(tyreCompound: number, endLap: number | null) {
  return { tyreCompound, actualTyreCompound: null, endLap }
}

function overtake(by: number, of: number, lapNum: number, overtakingTime: number) {
  return {
    ...{ overtakingDriverIdx: by, overtakenDriverIdx: of, lapNum, overtakingTime },
    utcTime: '2026-05-03T13:00:00.000Z',
  }
}

function safetyCar(seq: number, value: number, timeMs: number, lapNum: number) {
  return {
    ...{ seq, kind: 'safetyCar' as const, timeMs, lapNum, value },
    ...{ driverIdx: null, otherDriverIdx: null, seconds: null },
  }
}
