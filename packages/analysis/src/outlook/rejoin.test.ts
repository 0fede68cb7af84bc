import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BLANK_SESSION } from '@pitboard/contract/sessions/blank-session'
import { BLANK_DRIVER } from '@pitboard/contract/sessions/blank-driver'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { ResultStatus, SafetyCarStatus, SessionType } from '@pitboard/contract/wire/enumerations'
import { pitLossOf } from './pit-loss.ts'
import { pitOutlookOf } from './rejoin.ts'

describe('the position after a stop', () => {
  test('is behind the cars within the loss, and names the cars around', () => {
    const [first] = rejoinsOf([0, 5, 15, 18, 25, 40])
    assert.deepEqual(first, {
      position: 4,
      expectedPosition: 4,
      band: null,
      ahead: { driverIdx: 3, gapMs: 2_500 },
      behind: { driverIdx: 4, gapMs: 4_500 },
    })
  })

  test('is expected to be better by the cars that are likely to come in as well', () => {
    const gaps = [0, 5, 8, 10, 12, 14, 40, 42, 44]
    const lap = { currentLapNumber: 6 }
    const cars = (known: Partial<Driver>) =>
      Object.fromEntries(gaps.map((_, place) => [place, place < 6 ? lap : { ...lap, ...known }]))
    const [usual] = rejoinsOf(gaps, cars({}))
    assert.deepEqual([usual?.position, usual?.expectedPosition], [6, 6])
    // Three of nine cars have come in on the last lap.
    const pitStops = [{ lapNum: 5, pitLaneTimeMs: null, stopTimeMs: null }]
    const [busy] = rejoinsOf(gaps, cars({ pitStops }))
    assert.deepEqual([busy?.position, busy?.expectedPosition], [6, 5])
    const [last] =
      pitOutlookOf({ ...aRace(gaps, cars({ pitStops })), numberOfLaps: 6 })?.rejoins ?? []
    assert.equal(last?.expectedPosition, 6)
  })

  test('does not count cars that are out of the race', () => {
    const retired = { 1: { resultStatus: ResultStatus.Retired } }
    assert.equal(rejoinsOf([0, 5, 15, 18, 26, 40], retired)[0]?.position, 3)
    assert.equal(rejoinsOf([0, 5], retired)[1], null)
  })

  test('is unknown where the gap of the car or of a car that it may fall behind is unknown', () => {
    assert.equal(rejoinsOf([0, null, 30])[1], null)
    assert.equal(rejoinsOf([0, 5, null])[0], null)
    // The gap of the third is unknown, but it is behind the second.
    assert.equal(rejoinsOf([0, 30, null])[0]?.position, 1)
  })

  test('does not trust a gap that is smaller than that of the car ahead: the lap is missing in it', () => {
    assert.equal(rejoinsOf([0, 30, 40, 3])[0]?.position, 1)
    assert.equal(rejoinsOf([0, 30, 40, 3])[3], null)
  })

  test('counts what a car in the pit lane has still to lose', () => {
    const gapsAtLineS = [0, 5, 1, 18, 21, 24]
    const known = gapsAtLineS.map((gapS) => ({
      lapTimes: [aLap(90_000 + gapS * 1000), ...Array.from({ length: 4 }, () => aLap(90_000))],
      currentLapNumber: 6,
    }))
    // The third has lost 12 s of the 22 s since the line.
    const rejoins = rejoinsOf([0, 5, 13, 18, 21, 24], {
      ...Object.fromEntries(known.entries()),
      2: { ...known[2], pitStatus: 1 },
    })
    assert.equal(rejoins[2]?.position, 5)
    assert.equal(rejoins[0]?.ahead?.driverIdx, 3)
  })

  test('is less far back behind a virtual safety car', () => {
    const gaps = [0, 5, 15, 18.7, 26, 40]
    const loss = (safetyCarStatus: number) =>
      pitOutlookOf({ ...aRace(gaps), safetyCarStatus })?.loss
    const green = loss(SafetyCarStatus.None)
    const slow = loss(SafetyCarStatus.Virtual)
    assert.ok(green && slow && slow.medianMs < green.medianMs)
    assert.ok(slow.highMs - slow.lowMs > green.highMs - green.lowMs)
  })

  test('counts the cars that close up behind a safety car', () => {
    const gaps = [0, 10, 22.5, 23.2]
    assert.equal(rejoinsOf(gaps)[0]?.position, 2)
    const behindSafetyCar = { ...aRace(gaps), safetyCarStatus: SafetyCarStatus.Full }
    assert.equal(pitOutlookOf(behindSafetyCar)?.rejoins[0]?.position, 4)
  })

  test('counts cars ahead whose gap is unknown', () => {
    assert.equal(rejoinsOf([0, null, 30, 40])[2]?.position, 4)
  })

  test('is ahead of a car that passes at this moment', () => {
    const [first] = rejoinsOf([0, 20.5])
    assert.deepEqual([first?.position, first?.ahead], [1, null])
    assert.deepEqual(first?.behind, { driverIdx: 1, gapMs: 0 })
    const [later] = rejoinsOf([0, 20.4])
    assert.deepEqual([later?.position, later?.behind], [2, null])
    assert.deepEqual(later?.ahead, { driverIdx: 1, gapMs: 100 })
  })

  test('counts no stops of cars ahead, which have passed the entry of the pit lane', () => {
    const gaps = [0, 5, 8, 10, 12, 14, 40, 42, 44]
    const pitStops = [{ lapNum: 5, pitLaneTimeMs: null, stopTimeMs: null }]
    const cars = gaps.map((_, place) => ({
      currentLapNumber: 6,
      pitStops: place < 6 ? [] : pitStops,
    }))
    const sixth = rejoinsOf(gaps, Object.fromEntries(cars.entries()))[5]
    assert.deepEqual([sixth?.position, sixth?.expectedPosition], [6, 6])
  })

  test('does not exist once a car has finished', () => {
    const race = aRace([0, 5], { 0: { resultStatus: ResultStatus.Finished } })
    assert.equal(pitOutlookOf(race), null)
    const retired = aRace([0, 5], { 1: { resultStatus: ResultStatus.Retired } })
    assert.ok(pitOutlookOf(retired))
  })

  test('exists in races only', () => {
    assert.equal(pitOutlookOf({ ...aRace([0, 5]), sessionType: SessionType.Q1 }), null)
  })
})

describe('the loss of a stop', () => {
  const laps = [aLap(95_000), ...Array.from({ length: 7 }, () => aLap(90_000))]
  const others = Object.fromEntries(
    [0, 1, 2].map((place) => [place, { lapTimes: laps, numberOfLaps: 8 }]),
  )

  test('is what in lap and out lap cost against the racing laps of the others', () => {
    const stopped = [...laps.slice(0, 3), aLap(97_000), aLap(110_000, 45_000), ...laps.slice(5)]
    const stop = { lapNum: 4, pitLaneTimeMs: 25_000, stopTimeMs: 2_500 }
    const race = aRace([0, 5, 9, 30], {
      ...others,
      3: { lapTimes: stopped, numberOfLaps: 8, pitStops: [stop] },
    })
    assert.deepEqual(pitOutlookOf(race)?.loss, {
      lowMs: 20_500,
      medianMs: 22_000,
      highMs: 23_500,
      source: 'session',
      stops: 1,
    })
  })

  test('is that of recorded sessions of the track until three stops show it', () => {
    const known = { lowMs: 24_000, medianMs: 25_000, highMs: 27_000, stops: 40, sessions: 4 }
    const track = {
      racing: known,
      virtualSafetyCar: null,
      safetyCar: { ...known, medianMs: 15_000 },
    }
    const { sessions: _, ...loss } = known
    const race = aRace([0, 5, 9, 30], others)
    assert.deepEqual(pitLossOf(race, track), { ...loss, source: 'track' })
    const behind = pitLossOf({ ...race, safetyCarStatus: SafetyCarStatus.Full }, track)
    assert.deepEqual([behind.medianMs, behind.source], [15_000, 'track'])
    // The first stop is far from that value, so that this pit lane or its rules differ.
    const stopped = [...laps.slice(0, 3), aLap(91_000), aLap(104_000, 44_000), ...laps.slice(5)]
    const stop = { lapNum: 4, pitLaneTimeMs: 19_000, stopTimeMs: 2_500 }
    const other = { lapTimes: stopped, numberOfLaps: 8, pitStops: [stop] }
    const own = pitLossOf(aRace([0, 5, 9, 30], { ...others, 3: other }), track)
    assert.deepEqual([own.medianMs, own.source], [15_000, 'session'])
  })

  test('is not learned from laps in which the whole field was slow', () => {
    const slow = laps.map((lap, index) =>
      index === 3 || index === 4 ? aLap(130_000, 60_000) : lap,
    )
    const field = Object.fromEntries(
      [0, 1, 2].map((place) => [place, { lapTimes: slow, numberOfLaps: 8 }]),
    )
    const stop = { lapNum: 4, pitLaneTimeMs: null, stopTimeMs: null }
    const race = aRace([0, 5, 9, 30], {
      ...field,
      3: { lapTimes: slow, numberOfLaps: 8, pitStops: [stop] },
    })
    assert.equal(pitOutlookOf(race)?.loss.stops, 0)
  })
})

function rejoinsOf(gapsS: readonly (number | null)[], known: Record<number, Partial<Driver>> = {}) {
  return pitOutlookOf(aRace(gapsS, known))?.rejoins ?? []
}

/** Builds a race with these gaps to the leader, in the order of positions. */
function aRace(gapsS: readonly (number | null)[], known: Record<number, Partial<Driver>> = {}) {
  const drivers = gapsS.map((gapS, place): Driver => ({
    ...BLANK_DRIVER,
    driverIdx: place,
    position: place + 1,
    resultStatus: ResultStatus.Active,
    deltaToLeader: gapS === null ? null : gapS * 1000,
    ...known[place],
  }))
  return { ...BLANK_SESSION, sessionType: SessionType.Race, packetFormat: 2025, drivers }
}

function aLap(lapTime: number, sector1Time = 30_000) {
  return { lapTime, sector1Time, sector2Time: 30_000, sector3Time: null, invalidLap: false }
}
