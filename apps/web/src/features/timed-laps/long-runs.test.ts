import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aDriver, aSession } from '../../testing/a-session.ts'
import { practiceRunsOf } from './long-runs.ts'

const [SOFT, MEDIUM] = [16, 17]

function aLap(lapTime: number | null) {
  return { lapTime, sector1Time: null, sector2Time: null, sector3Time: null, invalidLap: false }
}

function stint(tyreCompound: number, endLap: number | null) {
  return { tyreCompound, actualTyreCompound: null, endLap }
}

function aPractice(times: readonly (number | null)[], softUntil: number, driverIdx = 0) {
  return aDriver({
    driverIdx,
    lapTimes: times.map(aLap),
    numberOfLaps: times.length,
    bestLapTimeMs: Math.min(...times.flatMap((time) => time ?? [])),
    tyres: [stint(SOFT, softUntil), stint(MEDIUM, null)],
  })
}

test('four laps at racing pace on a set are a long run, with their ages and loss per lap', () => {
  // The stint has an out lap, two fast laps and an in lap; then a run whose third lap was held up.
  const driver = aPractice([110_000, 90_000, 90_400, 120_000, 92_000, 92_100, 96_000, 92_300], 4)
  const { long, short } = practiceRunsOf(aSession({ drivers: [driver] }))
  assert.deepEqual(long, [
    {
      place: 0,
      driverIdx: 0,
      tyreCompound: MEDIUM,
      ageFrom: 1,
      ageTo: 4,
      laps: 4,
      medianMs: 92_200,
      lossPerLapMs: 100,
    },
  ])
  assert.equal(short.length, 1)
  assert.deepEqual(
    [short[0]?.tyreCompound, short[0]?.ageFrom, short[0]?.medianMs],
    [SOFT, 2, 90_000],
  )
})

test('a lap that does not count is in the pace of a long run, but no best of a short one', () => {
  const driver = aPractice([90_000, 89_000, 89_500, 110_000, 92_000, 91_000, 92_200, 92_300], 4)
  const invalid = [1, 2, 5]
  const lapTimes = driver.lapTimes.map((lap, i) => ({ ...lap, invalidLap: invalid.includes(i) }))
  const { long, short } = practiceRunsOf(aSession({ drivers: [{ ...driver, lapTimes }] }))
  assert.deepEqual([long[0]?.laps, long[0]?.medianMs], [4, 92_100])
  assert.deepEqual(
    short.map(({ medianMs }) => medianMs),
    [90_000],
  )
  const allCut = { ...driver, lapTimes: lapTimes.map((lap) => ({ ...lap, invalidLap: true })) }
  assert.deepEqual(practiceRunsOf(aSession({ drivers: [allCut] })).short, [])
})

test('a slow or unknown lap ends a run, and three laps are a short one', () => {
  const slow = aPractice([90_000, 90_100, 90_200, 96_301, 90_300, null, 90_400], 7)
  const { long, short } = practiceRunsOf(aSession({ drivers: [slow] }))
  assert.deepEqual(long, [])
  assert.equal(short[0]?.medianMs, 90_000)
})

const runs = (times: readonly number[]) => {
  const { long, short } = practiceRunsOf(aSession({ drivers: [aPractice(times, times.length)] }))
  return [...long, ...short].map(({ ageFrom, laps, medianMs }) => [ageFrom, laps, medianMs])
}

test('of two long runs the longer one counts, of two as long ones the first, and of short ones the quicker', () => {
  const five = [91_000, 91_000, 91_000, 91_000, 91_000]
  const four = [90_000, 90_000, 90_000, 90_000]
  assert.deepEqual(runs([...five, 120_000, ...four]), [[1, 5, 91_000]])
  assert.deepEqual(runs([...four, 120_000, ...four.map((ms) => ms + 100)]), [[1, 4, 90_000]])
  assert.deepEqual(runs([91_000, 120_000, 90_000]), [[3, 1, 90_000]])
  assert.deepEqual(runs([90_000, 120_000, 91_000]), [[1, 1, 90_000]])
  assert.deepEqual(runs([90_000, 120_000, 90_000, 91_000]), [[1, 1, 90_000]])
})

const lapsOf = (slow: number, known = {}) => {
  const driver = { ...aPractice([80_000, slow], 2), ...known }
  return practiceRunsOf(aSession({ drivers: [driver] })).short.map(({ laps }) => laps)
}

test('a lap of 107 % of the best is at racing pace, and without a best lap there is none', () => {
  assert.deepEqual([lapsOf(85_600), lapsOf(85_601)], [[2], [1]])
  assert.deepEqual(lapsOf(80_100, { bestLapTimeMs: null }), [])
})

test('of each driver and compound the longest long run counts, and the quickest pace is the first', () => {
  const times = [90_000, 90_000, 90_000, 90_000, 99_000, 91_000, 91_000, 91_000, 91_000, 91_000]
  const drivers = [aPractice(times, 10, 0), aPractice(Array(4).fill(90_500), 4, 1)]
  const { long } = practiceRunsOf(aSession({ drivers }))
  assert.deepEqual(
    long.map(({ driverIdx, laps, ageFrom }) => [driverIdx, laps, ageFrom]),
    [
      [1, 4, 1],
      [0, 5, 6],
    ],
  )
})
