import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detailOf, driverIn, play } from '../../testing/play.ts'
import { createGame } from '../../testing/scripted-game.ts'

function startedGame() {
  const game = createGame()
  game.session()
  game.participants()
  game.lapData()
  return game
}

const firstLap = { currentLapNum: 2, lastLapTimeMs: 90_500, sector1TimeMs: 0, sector2TimeMs: 0 }

/** Car 0 drives its first lap in 90.5 s. */
function afterOneLap() {
  const game = startedGame()
  game.wait(29)
  game.lapData({ 0: { sector: 1, sector1TimeMs: 29_000 } })
  game.wait(31)
  game.lapData({ 0: { sector: 2, sector2TimeMs: 31_000 } })
  game.wait(31)
  game.lapData({ 0: { ...firstLap, sector: 0 } })
  return game
}

const lapOne = {
  lapTime: 90_500,
  sector1Time: 29_000,
  sector2Time: 31_000,
  sector3Time: 30_500,
  invalidLap: false,
}

test('R8 without histories the laps and sectors come from the lap data', () => {
  const driver = driverIn(detailOf(play(afterOneLap().sent).opened[0]), 0)
  assert.deepEqual(driver.lapTimes, [lapOne])
  assert.equal(driver.bestLapTimeMs, 90_500)
  assert.equal(driver.lastSector3TimeMs, 30_500)
  assert.equal(driver.numberOfLaps, 1)
})

test('R8 at the flag only the last lap time changes, and that is the last lap', () => {
  const game = afterOneLap()
  game.wait(30)
  game.lapData({ 0: { sector1TimeMs: 29_500, sector2TimeMs: 30_000, sector: 2 } })
  game.wait(30)
  game.lapData({ 0: { lastLapTimeMs: 91_000, resultStatus: 3 } })
  const driver = driverIn(detailOf(play(game.sent).opened[0]), 0)
  assert.deepEqual(
    driver.lapTimes.map((lap) => lap.lapTime),
    [90_500, 91_000],
  )
  assert.equal(driver.numberOfLaps, 2)
  assert.equal(driver.totalRaceTime, 181_500)
})

test('R8 a car that is first seen past the flag, or after an outage over it, has its last lap time on that lap', () => {
  const home = { currentLapNum: 3, lastLapTimeMs: 91_000, resultStatus: 3 }
  const late = createGame()
  late.session()
  late.participants()
  late.lapData({ 0: home })
  const cutOff = afterOneLap()
  cutOff.wait(95)
  cutOff.lapData({ 0: home })
  for (const game of [late, cutOff]) {
    const { lapTimes, numberOfLaps } = driverIn(detailOf(play(game.sent).opened[0]), 0)
    assert.deepEqual(
      lapTimes.map(({ lapTime }) => lapTime),
      [game === late ? null : 90_500, null, 91_000],
    )
    assert.equal(numberOfLaps, 3)
  }
})

test('R7 histories decide laps and validity, and one with fewer laps removes none', () => {
  const game = afterOneLap()
  const known = { sector1TimeMs: 29_001, sector2TimeMs: 31_000, sector3TimeMs: 30_499 }
  game.wait(1)
  game.history(0, {
    numLaps: 3,
    laps: [
      { lapTimeMs: 90_500, ...known, lapValidBitFlags: 0b1110 },
      { lapTimeMs: 80_000, lapValidBitFlags: 15 },
      { sector1TimeMs: 12 },
    ],
  })
  game.wait(1)
  game.history(0, { numLaps: 1 })
  game.lapData({ 0: { currentLapNum: 3, lastLapTimeMs: 80_001 } })
  const driver = driverIn(detailOf(play(game.sent).opened[0]), 0)
  assert.equal(driver.lapTimes.length, 2)
  assert.deepEqual(driver.lapTimes[0], {
    ...lapOne,
    sector1Time: 29_001,
    sector3Time: 30_499,
    invalidLap: true,
  })
  assert.equal(driver.bestLapTimeMs, 80_000)
  assert.equal(driver.bestSector1TimeMs, 29_001)
})

test('R4 late and repeated datagrams change nothing', () => {
  const game = afterOneLap()
  game.event('OVTK', { overtakingVehicleIdx: 1, beingOvertakenVehicleIdx: 0 })
  game.event('OVTK', { overtakingVehicleIdx: 2, beingOvertakenVehicleIdx: 0 })
  const { opened, feed } = play(game.sent)
  const before = JSON.stringify(detailOf(opened[0]))
  feed(game.sent)
  feed(game.sent.toReversed())
  assert.equal(JSON.stringify(detailOf(opened[0])), before)
  assert.equal(detailOf(opened[0]).overtakes.length, 2)
})

test('R18 an overtake has its lap, session time and time of day', () => {
  const game = afterOneLap()
  game.event('OVTK', { overtakingVehicleIdx: 0, beingOvertakenVehicleIdx: 1 })
  const [overtake] = detailOf(play(game.sent).opened[0]).overtakes
  assert.deepEqual(overtake, {
    overtakingDriverIdx: 0,
    overtakenDriverIdx: 1,
    lapNum: 2,
    overtakingTime: 91_000,
    utcTime: new Date(game.clock.atMs).toISOString(),
  })
})

test('R19 completeness has the missing laps and the time that was not seen', () => {
  const game = startedGame()
  game.wait(100)
  game.lapData({ 0: { currentLapNum: 3, lastLapTimeMs: 45_000 } })
  const { completeness } = detailOf(play(game.sent).opened[0])
  assert.equal(completeness.lapsMissing, 1)
  const { framesSeen } = completeness
  assert.ok(framesSeen !== null && framesSeen < 0.02)
})

test('gaps are null for the leader and where the game sends none', () => {
  const game = startedGame()
  game.wait(1)
  game.lapData({
    0: { deltaToCarInFrontMs: 5, deltaToRaceLeaderMs: 5 },
    1: { deltaToCarInFrontMs: 61_200, deltaToRaceLeaderMs: 61_200 },
  })
  const detail = detailOf(play(game.sent).opened[0])
  assert.equal(driverIn(detail, 0).deltaToCarAhead, null)
  assert.equal(driverIn(detail, 1).deltaToLeader, 61_200)
  assert.equal(driverIn(detail, 2).deltaToLeader, null)
})

test('gaps of hours, and all outside races, are none', () => {
  for (const [sessionType, sentMs, gapMs] of [
    [15, 90_000, 90_000],
    [15, 14_848_582, null],
    [1, 90_000, null],
  ] as const) {
    const game = createGame({ format: 2026 })
    game.session({ sessionType })
    game.participants()
    game.lapData({ 1: { deltaToCarInFrontMs: sentMs, deltaToRaceLeaderMs: sentMs } })
    const driver = driverIn(detailOf(play(game.sent).opened[0]), 1)
    assert.deepEqual([driver.deltaToCarAhead, driver.deltaToLeader], [gapMs, gapMs])
  }
})

test('a view hands out the same lists until they change', () => {
  const game = afterOneLap()
  const { opened, feed } = play(game.sent)
  const before = driverIn(detailOf(opened[0]), 0)
  const length = game.sent.length
  game.wait(1)
  game.lapData({ 0: { currentLapTimeMs: 1000 } })
  feed(game.sent.slice(length))
  const after = driverIn(detailOf(opened[0]), 0)
  assert.equal(after.currentLapTimeMs, 1000)
  assert.equal(after.lapTimes, before.lapTimes)
  assert.equal(after.tyres, before.tyres)
})

test('R16 the outline is learned from the cars on track', () => {
  const game = createGame({ cars: 1 })
  game.session({ trackLength: 2000 })
  game.participants()
  for (let i = 0; i <= 220; i++) {
    game.wait(0.1)
    const distance = (i * 10) % 2000
    const angle = (distance / 2000) * 2 * Math.PI
    game.motion([[Math.cos(angle) * 100, Math.sin(angle) * 100]])
    game.lapData({ 0: { lapDistance: distance } })
  }
  const outline = detailOf(play(game.sent).opened[0]).trackOutline
  assert.equal(outline.length, 200)
  assert.deepEqual(outline[0], [100, 0])
  assert.deepEqual(outline[50], [0, 100])
  assert.ok(outline.every((point) => point !== null))
})

test('R16 the pit lane is learned from cars that drive through it, and not from cars that stand', () => {
  const game = createGame({ cars: 1 })
  game.session({ trackLength: 2000 })
  game.participants()
  for (let i = 0; i <= 200; i++) {
    game.wait(0.1)
    const distance = (1900 + i) % 2000
    const isInBox = distance >= 20 && distance < 60
    const speed = isInBox ? 5 : 20
    game.motion([[distance, isInBox ? 40 : 20, speed]])
    game.lapData({ 0: { lapDistance: distance, pitStatus: i < 5 ? 0 : isInBox ? 2 : 1 } })
  }
  const [session] = play(game.sent).opened
  assert.ok(session)
  const known = session.pitLane.flatMap((point, place) => (point ? [[place * 10, ...point]] : []))
  assert.deepEqual(
    known.map(([metres]) => metres),
    [0, 10, 60, 70, 80, 90, 100, 1910, 1920, 1930, 1940, 1950, 1960, 1970, 1980, 1990],
  )
  assert.ok(known.every(([, , z]) => z === 20))
  assert.equal(session.trackOutline.filter((point) => point !== null).length, 1)
})

const fields = { lapTime: null, sector1Time: null, sector2Time: null, sector3Time: null }

test('R8 a lap that ended in the garage has no time: the last one is of the lap before', () => {
  const game = afterOneLap()
  game.wait(40)
  game.lapData({ 0: { currentLapTimeMs: 40_000, sector: 1 } })
  game.wait(100)
  game.lapData({ 0: { currentLapTimeMs: 0, sector: 0, driverStatus: 3 } })
  game.wait(50)
  game.lapData({ 0: { currentLapNum: 3, driverStatus: 1 } })
  game.wait(88)
  game.lapData({ 0: { currentLapTimeMs: 88_000, sector: 2 } })
  game.wait(1)
  game.lapData({ 0: { currentLapNum: 4, currentLapTimeMs: 100, lastLapTimeMs: 88_900 } })
  const { lapTimes } = driverIn(detailOf(play(game.sent).opened[0]), 0)
  assert.deepEqual(
    lapTimes.map(({ lapTime }) => lapTime),
    [90_500, null, 88_900],
  )
})

test('R8 a lap as long to the millisecond as the one before is a lap', () => {
  const game = afterOneLap()
  game.wait(90)
  game.lapData({ 0: { currentLapTimeMs: 90_450, sector: 2 } })
  game.wait(0.1)
  game.lapData({ 0: { currentLapNum: 3, currentLapTimeMs: 50 } })
  const { lapTimes } = driverIn(detailOf(play(game.sent).opened[0]), 0)
  assert.deepEqual(
    lapTimes.map(({ lapTime }) => lapTime),
    [90_500, 90_500],
  )
})

test('R8 at the flag too a lap as long as the one before is a lap', () => {
  const game = afterOneLap()
  game.wait(90.4)
  game.lapData({ 0: { currentLapTimeMs: 90_400 } })
  game.wait(0.1)
  game.lapData({ 0: { resultStatus: 3 } })
  const { lapTimes } = driverIn(detailOf(play(game.sent).opened[0]), 0)
  assert.deepEqual(
    lapTimes.map(({ lapTime }) => lapTime),
    [90_500, 90_500],
  )
})

test('R8 a lap time that comes a moment after the lap number is that lap’s', () => {
  const game = afterOneLap()
  game.wait(30)
  game.lapData({ 0: { currentLapTimeMs: 80_000 } })
  game.lapData({ 0: { currentLapNum: 3, currentLapTimeMs: 10 } })
  game.wait(0.1)
  game.lapData({ 0: { currentLapTimeMs: 60, lastLapTimeMs: 80_020 } })
  const { lapTimes } = driverIn(detailOf(play(game.sent).opened[0]), 0)
  assert.deepEqual(
    lapTimes.map(({ lapTime }) => lapTime),
    [90_500, 80_020],
  )
})

test('R8 the last lap time that a late start finds is of the lap that histories give it to', () => {
  const game = createGame()
  game.session()
  game.participants()
  game.lapData({ 0: { currentLapNum: 3, lastLapTimeMs: 90_500 } })
  game.wait(1)
  game.history(0, { numLaps: 3, laps: [{ lapTimeMs: 90_500, lapValidBitFlags: 15 }, {}, {}] })
  const { lapTimes } = driverIn(detailOf(play(game.sent).opened[0]), 0)
  assert.equal(lapTimes[0]?.lapTime, 90_500)
  assert.deepEqual(lapTimes[1], { ...fields, invalidLap: false })
})
