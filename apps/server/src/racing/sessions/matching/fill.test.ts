import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Driver, Lap } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { sampleOfRuns } from '@pitboard/contract/testing/sample'
import { createRace } from '@pitboard/sim/race'
import { sessionDetail } from '@pitboard/telemetry/session/document/session-detail'
import { createTracker } from '@pitboard/telemetry/session/tracker'
import fc from 'fast-check'
import { diffDocuments } from '../store/session-document.ts'
import { fillFromSources } from './fill.ts'
import { groupRecordings } from './link-recordings.ts'
import { seenBy } from '../lobby.fixture.ts'

const race = createRace({ seed: 31, laps: 4, cars: 10, rateHz: 10, trackId: 22, lean: true })
const truth = recorded()

function recorded(): SessionDetail {
  const details: SessionDetail[] = []
  const identity = { id: 'truth', internalSessionId: 1, userId: '', userName: '' }
  const tracker = createTracker({
    ended: (session) => details.push(sessionDetail(session, identity)),
  })
  let lastMs = 0
  for (const { atMs, bytes } of seenBy(race, { playerCar: 6 })) {
    tracker.push(bytes, atMs)
    lastMs = atMs
  }
  tracker.finish(lastMs)
  const [detail] = details
  assert.ok(detail)
  return JSON.parse(JSON.stringify(detail))
}

function withDrivers(id: string, change: (driver: Driver) => Driver): SessionDetail {
  return { ...truth, id, drivers: truth.drivers.map(change) }
}

function only(driverIdx: number, over: Partial<Driver>): (driver: Driver) => Driver {
  return (driver) => (driver.driverIdx === driverIdx ? { ...driver, ...over } : driver)
}

function filledOf(own: SessionDetail, ...others: SessionDetail[]) {
  const [grouped] = groupRecordings([own, ...others])
  assert.ok(grouped)
  return fillFromSources(own, grouped.sources)
}

const lapTimesOf = (driverIdx: number): Lap[] => truth.drivers[driverIdx]?.lapTimes ?? []
const unknownLap: Lap = {
  lapTime: null,
  sector1Time: null,
  sector2Time: null,
  sector3Time: null,
  invalidLap: false,
}

/** Each recording lacks a random part of what can be lacking. */
const partOfTruth = fc.infiniteStream(fc.integer({ min: 0, max: 9 })).map((chances) => {
  const next = () => chances.next().value ?? 0
  const lose = <T>(value: T): T | null => (next() < 3 ? null : value)
  return withDrivers('own', (driver) => ({
    ...driver,
    name: driver.isHuman && next() < 5 ? 'Player' : driver.name,
    startingPosition: lose(driver.startingPosition),
    totalRaceTime: lose(driver.totalRaceTime),
    bestSector2TimeMs: lose(driver.bestSector2TimeMs),
    currentTyreCompound: lose(driver.currentTyreCompound),
    tyres: driver.tyres.map((stint) => ({
      ...stint,
      actualTyreCompound: lose(stint.actualTyreCompound),
    })),
    pitStops: driver.pitStops.map((stop) => ({ ...stop, stopTimeMs: lose(stop.stopTimeMs) })),
    lapTimes: driver.lapTimes.map((lap) => ({
      ...lap,
      lapTime: lose(lap.lapTime),
      sector1Time: lose(lap.sector1Time),
    })),
  }))
})

test('what a recording lacks is filled from one that has it; what it knows stays; each is noted', () => {
  fc.assert(
    fc.property(partOfTruth, (own) => {
      const { detail, filled } = filledOf(own, { ...truth, id: 'other' })
      assert.deepEqual({ ...detail, id: 'truth' }, truth)
      const lacked = diffDocuments(own.drivers, truth.drivers)
      for (const { before } of lacked) assert.ok(before === null || before === 'Player')
      for (const { path } of lacked) {
        const [place, ...field] = path.split('.')
        const noted = filled.some(
          (entry) =>
            entry.driverIdx === Number(place) &&
            entry.fromSessionId === 'other' &&
            (field.join('.') === entry.field || field[0] === entry.field),
        )
        assert.ok(noted, path)
      }
    }),
    sampleOfRuns(100, 30),
  )
})

test('a recording that has everything takes nothing', () => {
  const { detail, filled } = filledOf(truth, { ...truth, id: 'other' })
  assert.deepEqual(filled, [])
  assert.deepEqual(detail, truth)
})

test('recordings that disagree about a car lend each other nothing of it', () => {
  const own = withDrivers('own', only(3, { bestSector1TimeMs: null }))
  const slower = lapTimesOf(3).map((lap) => ({ ...lap, lapTime: (lap.lapTime ?? 0) + 700 }))
  const other = withDrivers('other', only(3, { lapTimes: slower }))
  const { detail, filled } = filledOf(own, other)
  assert.deepEqual([detail, filled], [own, []])
})

test('sectors of another lap time are not mixed with the own one', () => {
  const [first, second, ...rest] = lapTimesOf(3)
  assert.ok(first && second)
  const own = withDrivers(
    'own',
    only(3, { lapTimes: [{ ...first, sector1Time: null }, second, ...rest] }),
  )
  const other = withDrivers(
    'other',
    only(3, { lapTimes: [{ ...first, lapTime: (first.lapTime ?? 0) + 40 }, second, ...rest] }),
  )
  assert.deepEqual(filledOf(own, other).filled, [])
})

test('a car that has another index in the other recording is found by its laps', () => {
  const moved = { ...truth, id: 'other' }
  moved.drivers = truth.drivers.map((driver) => {
    const { driverIdx } = driver
    return { ...driver, driverIdx: driverIdx === 6 ? 8 : driverIdx === 8 ? 6 : driverIdx }
  })
  const own = withDrivers('own', (driver) =>
    driver.driverIdx === 6 || driver.driverIdx === 8 ? { ...driver, name: 'Player' } : driver,
  )
  const { detail } = filledOf(own, moved)
  assert.deepEqual(
    detail.drivers.map(({ name }) => name),
    truth.drivers.map(({ name }) => name),
  )
})

test('a best time is the best of all laps once the missed ones are there', () => {
  const laps = lapTimesOf(3)
  const best = Math.min(...laps.map(({ lapTime }) => lapTime ?? Infinity))
  const bestPlace = laps.findIndex(({ lapTime }) => lapTime === best)
  const own = withDrivers(
    'own',
    only(3, {
      lapTimes: laps.map((lap, place) => (place === bestPlace ? unknownLap : lap)),
      bestLapTimeMs: best + 500,
    }),
  )
  const { detail, filled } = filledOf(own, { ...truth, id: 'other' })
  assert.equal(detail.drivers[3]?.bestLapTimeMs, best)
  assert.ok(filled.some(({ field }) => field === 'bestLapTimeMs'))
  assert.ok(filled.some(({ field }) => field === `lapTimes.${bestPlace}.lapTime`))
})

test('an estimated result is replaced as a whole or not at all', () => {
  const estimated = { ...truth, id: 'own', classification: 'provisional' as const }
  estimated.drivers = truth.drivers.map((driver) => ({
    ...driver,
    finishingPosition: 11 - (driver.finishingPosition ?? 0),
  }))
  const final = { ...truth, id: 'other' }
  assert.equal(filledOf(estimated, final).detail.classification, 'final')
  assert.deepEqual(filledOf(estimated, final).detail.drivers, truth.drivers)
  const partly = { ...final, drivers: truth.drivers.slice(1) }
  assert.equal(filledOf(estimated, partly).detail.classification, 'provisional')
})

test('of several sources the fullest is asked first, in whatever order they came', () => {
  const own = withDrivers('own', only(1, { name: 'Player' }))
  const full = withDrivers('b', only(1, { name: 'Full' }))
  const lacking = { ...withDrivers('a', only(1, { name: 'Lacking' })) }
  lacking.completeness = { ...truth.completeness, lapsMissing: 3 }
  for (const others of [
    [full, lacking],
    [lacking, full],
  ]) {
    assert.equal(filledOf(own, ...others).detail.drivers[1]?.name, 'Full')
  }
})

test('two that do not match are in one group through a third, and lend each other nothing', () => {
  const early = withDrivers('early', (driver) => ({
    ...driver,
    lapTimes: driver.lapTimes.slice(0, 2),
  }))
  const late = withDrivers('late', (driver) => ({
    ...driver,
    lapTimes: driver.lapTimes.map((lap, place) => (place < 2 ? unknownLap : lap)),
  }))
  const [ofEarly] = groupRecordings([
    { ...early, sessionId: '1' },
    { ...late, sessionId: '2' },
    { ...truth, id: 'all', sessionId: '3' },
  ])
  assert.deepEqual([...(ofEarly?.members ?? [])].toSorted(), ['all', 'early', 'late'])
  assert.deepEqual(
    ofEarly?.sources.map(({ detail }) => detail.id),
    ['all'],
  )
})
