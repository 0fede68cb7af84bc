import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { ResultStatus, SessionType } from '@pitboard/contract/wire/enumerations'
import {
  aDriver,
  aSession,
  overtake,
  raceOf,
  RIVAL,
  safetyCar,
  SLICK,
  stint,
  stopOn,
  TREADED,
  WINNER,
} from '../../testing/a-race.ts'
import { bestLapOf, sessionOutcome } from './session-outcome.ts'

const POLE = aDriver(WINNER, [90, 85], {
  bestLapTimeMs: 85,
  bestSector1TimeMs: 20,
  bestSector2TimeMs: 30,
  bestSector3TimeMs: 33,
  tyres: [stint(17, 1), stint(16, null)],
})
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
      kind: 'pass',
      lap: 3,
      rival: RIVAL,
      isRestart: true,
      weather: null,
    })
    assert.equal(outcomeOf(race).leadChanges, 1)
  })

  test('by an undercut, and behind the safety car', () => {
    const race = raceOf([101, 120, 99, 99, 99], [100, 100, 100, 125, 100], stopOn(2), stopOn(4))
    assert.deepEqual(moveOf(race), {
      kind: 'undercut',
      lap: 2,
      rivalLap: 4,
      rival: RIVAL,
      isUnderSafetyCar: false,
    })
    const events = [safetyCar(1, 10, 150, 2), safetyCar(2, 12, 300, 3)]
    assert.deepEqual(moveOf({ ...race, events }), {
      kind: 'undercut',
      lap: 2,
      rivalLap: 4,
      rival: RIVAL,
      isUnderSafetyCar: true,
    })
  })

  test('by an overcut', () => {
    const race = raceOf([101, 100, 100, 118, 99], [100, 120, 110, 100, 100], stopOn(4), stopOn(2))
    assert.deepEqual(moveOf(race), {
      kind: 'overcut',
      lap: 4,
      rivalLap: 2,
      rival: RIVAL,
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

  test('the margin is to the second on the same lap, if both times are known and in order', () => {
    assert.equal(marginOf({}, {}), 2)
    assert.equal(marginOf({}, { totalRaceTime: 200 }), 0)
    assert.equal(marginOf({}, { totalRaceTime: 199 }), null)
    assert.equal(marginOf({ totalRaceTime: null }, {}), null)
    assert.equal(marginOf({}, { totalRaceTime: null }), null)
    assert.equal(marginOf({}, { numberOfLaps: 1 }), null)
    assert.equal(marginOf({}, { resultStatus: ResultStatus.Retired }), null)
    assert.equal(marginOf({ totalPenaltiesSeconds: 1 }, { totalPenaltiesSeconds: 2 }), 1_002)
  })

  test('a red flag is known from its event as well', () => {
    const events = [{ ...safetyCar(1, 0, 50, 1), kind: 'redFlag' as const }]
    assert.equal(outcomeOf(raceOf([100], [101], {}, {}, { events })).wasStopped, true)
    const other = [safetyCar(1, 10, 50, 1)]
    assert.equal(outcomeOf(raceOf([100], [101], {}, {}, { events: other })).wasStopped, false)
    const unknown = { numberOfRedFlags: null }
    assert.equal(outcomeOf(raceOf([100], [101], {}, {}, unknown)).wasStopped, false)
  })

  test('lap times that disagree with the times of the result say nothing about leads', () => {
    const laps = [[101], [100]] as const
    const slower = { totalRaceTime: 102 }
    const disagreeing = raceOf(...laps, {}, { ...slower, totalPenaltiesSeconds: 5 })
    assert.equal(moveOf(disagreeing), null)
    assert.equal(outcomeOf(disagreeing).leadChanges, null)
    const equal = { totalRaceTime: 101, totalPenaltiesSeconds: 5 }
    assert.equal(moveOf(raceOf(...laps, {}, equal))?.kind, 'rivalPenalised')
    const unknown = { totalRaceTime: null, totalPenaltiesSeconds: 5 }
    assert.equal(moveOf(raceOf(...laps, {}, unknown))?.kind, 'rivalPenalised')
    const winner = raceOf(...laps, { totalRaceTime: null }, { ...slower, totalPenaltiesSeconds: 5 })
    assert.equal(moveOf(winner)?.kind, 'rivalPenalised')
    assert.equal(moveOf(raceOf(...laps)), null, 'nothing says why the first is second')
  })

  test('from the pit lane or an unknown place of the grid, and not from pole if the lead was lost', () => {
    const start = (startingPosition: number | null) =>
      moveOf(raceOf([100, 100], [101, 101], { startingPosition }))
    assert.deepEqual(start(0), { kind: 'start', grid: 0 })
    assert.deepEqual(start(null), { kind: 'start', grid: null })
    const lost = { overtakes: [overtake(RIVAL, WINNER, 1, 50)] }
    assert.equal(moveOf(raceOf([100, 100], [101, 101], {}, {}, lost)), null)
    const fourth = { startingPosition: 4 }
    assert.equal(moveOf(raceOf([100, 100], [101, 101], fourth, {}, lost))?.kind, 'start')
  })

  test('a lead that was regained without a known pass is just a lead', () => {
    const lost = overtake(RIVAL, WINNER, 2, 120)
    const laps = [
      [100, 100, 100],
      [101, 101, 101],
    ] as const
    const move = (...overtakes: ReturnType<typeof overtake>[]) =>
      moveOf(raceOf(...laps, {}, {}, { overtakes }))
    assert.deepEqual(move(lost), { kind: 'lead', lap: 2, rival: RIVAL })
    // Somebody else passed the rival as well.
    const unclear = [lost, overtake(WINNER, RIVAL, 2, 170), overtake(3, RIVAL, 2, 180)]
    assert.deepEqual(move(...unclear), { kind: 'lead', lap: 2, rival: RIVAL })
    assert.equal(move(overtake(7, WINNER, 2, 120)), null, 'nobody knows the car')
  })

  test('a pass counts as one at the restart from the return of the safety car to the end of the next lap', () => {
    const laps = [
      [101, 101, 98],
      [100, 100, 101],
    ] as const
    const isRestart = (atMs: number, value: number, returnedMs: number, returnedLap: number) => {
      const overtakes = [overtake(WINNER, RIVAL, 3, atMs)]
      const events = [safetyCar(1, value, 110, 1), safetyCar(2, value + 2, returnedMs, returnedLap)]
      const move = moveOf(raceOf(...laps, {}, {}, { overtakes, events }))
      return move?.kind === 'pass' && move.isRestart
    }
    assert.equal(isRestart(250, 10, 250, 2), true)
    assert.equal(isRestart(249, 10, 250, 2), false)
    assert.equal(isRestart(250, 10, 150, 1), false, 'two laps later')
    assert.equal(isRestart(250, 20, 205, 3), false, 'a virtual safety car has no restart')
    const overtakes = [overtake(WINNER, RIVAL, 3, 250)]
    const out = [safetyCar(1, 10, 110, 1)]
    const move = moveOf(raceOf(...laps, {}, {}, { overtakes, events: out }))
    assert.equal(move?.kind === 'pass' && move.isRestart, false, 'it is still out')
  })

  test('stops more than five laps apart are no undercut', () => {
    assert.equal(kindWithStopOn(3), 'undercut')
    assert.equal(kindWithStopOn(2), 'rivalPitted')
  })

  test('stops on the same lap leave open who gained where', () => {
    const race = raceOf([101, 120, 100], [100, 122, 100], stopOn(2), stopOn(2))
    assert.deepEqual(moveOf(race), { kind: 'lead', lap: 3, rival: RIVAL })
  })

  test('an earlier stop is an undercut only for a car that was behind before', () => {
    // The winner was ahead on lap 1, the rival led through the stop of the winner alone.
    const race = raceOf([100, 120, 99, 99, 99], [101, 100, 100, 125, 100], stopOn(2), stopOn(4))
    assert.deepEqual(moveOf(race), { kind: 'rivalPitted', lap: 4, rival: RIVAL })
  })

  test('a stop under a safety car is one from its deployment to its return, in the session’s time', () => {
    // The winner's second lap ends 221 ms after the lights.
    assert.equal(isUnder(228, 300), true)
    assert.equal(isUnder(229, 300), false)
    assert.equal(isUnder(100, 228), true)
    assert.equal(isUnder(100, 227), false)
    assert.equal(isUnder(100, null), true)
    assert.equal(isUnder(100, 300, 20), true)
  })

  test('all who were ahead have to have stopped without being passed', () => {
    const third = aDriver(3, [101, 100, 130, 100], stopOn(3))
    const race = raceOf([101, 102, 99, 99], [100, 100, 131, 100], {}, stopOn(3))
    const withThird = { ...race, drivers: [...race.drivers, third] }
    assert.deepEqual(moveOf(withThird), { kind: 'pitStops', lap: 3 })
    const passed = { ...withThird, overtakes: [overtake(WINNER, 3, 3, 250)] }
    assert.deepEqual(moveOf(passed), { kind: 'lead', lap: 3, rival: RIVAL })
    const stayedOut = aDriver(3, [101, 100, 130, 100])
    assert.deepEqual(moveOf({ ...race, drivers: [...race.drivers, stayedOut] }), {
      kind: 'lead',
      lap: 3,
      rival: RIVAL,
    })
    const behind = aDriver(3, [101, 103, 130, 100])
    assert.equal(moveOf({ ...race, drivers: [...race.drivers, behind] })?.kind, 'rivalPitted')
    const out = aDriver(3, [101], { resultStatus: ResultStatus.Retired })
    assert.equal(moveOf({ ...race, drivers: [...race.drivers, out] })?.kind, 'rivalPitted')
  })

  test('a leader who was disqualified on the road left the lead that way', () => {
    const out = { numberOfLaps: 1, resultStatus: ResultStatus.Disqualified }
    const race = raceOf([101, 101, 101], [100], {}, out)
    assert.deepEqual(moveOf(race), { kind: 'rivalDisqualified', rival: RIVAL })
    const lapped = raceOf([101, 101, 101], [100], {}, { numberOfLaps: 1 })
    assert.equal(moveOf(lapped)?.kind, 'lead')
  })

  test('a recording without the finish has no winner', () => {
    const race = raceOf([100], [101], { resultStatus: ResultStatus.Active })
    assert.equal(sessionOutcome(race)?.kind, 'open')
    assert.equal(sessionOutcome({ ...race, drivers: [] }), null)
  })
})

describe('a session by lap times', () => {
  const second = aDriver(RIVAL, [91, 88], { bestLapTimeMs: 88 })

  test('has the fastest lap, when and on what it was set, and the margin', () => {
    const outcome = sessionOutcome(aSession([POLE, second], { sessionType: SessionType.Q3 }))
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

  test('is a qualifying, a practice or a time trial by its type', () => {
    const { P1, P2, P3, ShortPractice, Unknown, TimeTrial, Q1, Q2, OneShotQualifying } = SessionType
    for (const type of [P1, P2, P3, ShortPractice, Unknown])
      assert.equal(timedKindOf(type), 'practice')
    for (const type of [Q1, Q2, OneShotQualifying]) assert.equal(timedKindOf(type), 'qualifying')
    assert.equal(timedKindOf(TimeTrial), 'timeTrial')
  })

  test('has a margin to a second time that is not better', () => {
    const known = { sessionType: SessionType.Q3 }
    const marginTo = (bestLapTimeMs: number | null) => {
      const outcome = sessionOutcome(aSession([POLE, { ...second, bestLapTimeMs }], known))
      return outcome && 'idealMs' in outcome
        ? [outcome.second?.driverIdx ?? null, outcome.marginMs]
        : null
    }
    assert.deepEqual(marginTo(88), [RIVAL, 3])
    assert.deepEqual(marginTo(85), [RIVAL, 0])
    assert.deepEqual(marginTo(84), [RIVAL, null])
    assert.deepEqual(marginTo(null), [null, null])
  })

  test('has an ideal time where all best sectors are known and it is better than the best lap', () => {
    assert.equal(idealOf({}), 83)
    assert.equal(idealOf({ bestSector3TimeMs: 34 }), 84)
    assert.equal(idealOf({ bestSector3TimeMs: 35 }), null)
    assert.equal(idealOf({ bestSector1TimeMs: null }), null)
    assert.equal(idealOf({ bestSector2TimeMs: null }), null)
    assert.equal(idealOf({ bestSector3TimeMs: null }), null)
  })

  test('does not eliminate those who did not drive in this part', () => {
    const drivers = Array.from({ length: 13 }, (_, index) =>
      aDriver(index, index === 12 ? [] : [90 + index], {
        bestLapTimeMs: 90 + index,
        finishingPosition: index + 1,
      }),
    )
    const part = aSession(drivers, { sessionType: SessionType.Q2 })
    assert.deepEqual(eliminated(part), [10, 11])
    const unknown = drivers.map((driver) => ({ ...driver, numberOfLaps: null }))
    assert.deepEqual(eliminated({ ...part, drivers: unknown }), [])
  })

  test('finds the lap of a time among the valid ones', () => {
    const lap = { sector1Time: null, sector2Time: null, sector3Time: null }
    const lapTimes = [
      { ...lap, lapTime: 85, invalidLap: true },
      { ...lap, lapTime: 90, invalidLap: false },
      { ...lap, lapTime: 85, invalidLap: false },
    ]
    const driver = aDriver(WINNER, [85, 90, 85], { lapTimes, tyres: [stint(17, 2), stint(16, 9)] })
    assert.deepEqual(bestLapOf(driver, 85), { timeMs: 85, lap: 3, tyreCompound: 16 })
    assert.deepEqual(bestLapOf(driver, 84), { timeMs: 84, lap: null, tyreCompound: null })
  })

  test('without a lap nobody was fastest', () => {
    const practice = aSession([aDriver(WINNER, [])], { sessionType: SessionType.P1 })
    assert.equal(sessionOutcome(practice), null)
  })
})

function marginOf(winner: Partial<Driver>, rival: Partial<Driver>): number | null {
  return outcomeOf(raceOf([100, 100], [101, 101], winner, rival)).marginMs
}

function lapsWithStop(stop: number, lostMs: number, usualMs: number): number[] {
  return Array.from({ length: 10 }, (_, index) => usualMs + (index === stop - 1 ? lostMs : 0))
}

function isUnder(fromMs: number, toMs: number | null, value = 10): boolean {
  const lights = { ...safetyCar(0, 0, 7, 1), kind: 'lightsOut' as const, value: null }
  const back = toMs === null ? [] : [safetyCar(2, value + 2, toMs, 3)]
  const events = [lights, safetyCar(1, value, fromMs, 2), ...back]
  const laps = [
    [101, 120, 99, 99, 99],
    [100, 100, 100, 125, 100],
  ] as const
  const move = moveOf(raceOf(...laps, stopOn(2), stopOn(4), { events }))
  return move?.kind === 'undercut' && move.isUnderSafetyCar
}

/** The rival stops on lap 8. */
function kindWithStopOn(stop: number) {
  const [own, theirs] = [lapsWithStop(stop, 3, 100), lapsWithStop(8, 30, 99)]
  return moveOf(raceOf(own, theirs, stopOn(stop), stopOn(8)))?.kind
}

function timedKindOf(sessionType: number) {
  const driver = aDriver(WINNER, [85], { bestLapTimeMs: 85 })
  return sessionOutcome(aSession([driver], { sessionType }))?.kind
}

function idealOf(known: Partial<Driver>) {
  const drivers = [{ ...POLE, ...known }]
  const outcome = sessionOutcome(aSession(drivers, { sessionType: SessionType.Q3 }))
  return outcome && 'idealMs' in outcome ? outcome.idealMs : undefined
}

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

/** Returns the deciding move with the rival's index instead of the rival. */
function moveOf(race: SessionDetail) {
  const { move } = outcomeOf(race)
  return move && 'rival' in move ? { ...move, rival: move.rival.driverIdx } : move
}
