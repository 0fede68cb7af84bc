import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LapCar } from './state/state.ts'
import { detailOf, driverIn, play } from '../../testing/play.ts'
import { createGame, type ScriptedGame } from '../../testing/scripted-game.ts'

function startedGame(cars = 3): ScriptedGame {
  const game = createGame({ format: 2022, cars })
  game.session()
  game.participants()
  game.lapData(racing(cars, 100))
  return game
}

/** Places every car on the track, 200 m ahead of the next. */
function racing(cars: number, metres: number): Record<number, Partial<LapCar>> {
  return Object.fromEntries(
    Array.from({ length: cars }, (_, idx) => [
      idx,
      { totalDistance: metres - idx * 200 + 1000, lapDistance: metres, driverStatus: 4 },
    ]),
  )
}

/** Drives at 50 m/s for some seconds, at 10 Hz. */
function drive(game: ScriptedGame, seconds: number, from: number): void {
  for (let i = 1; i <= seconds * 10; i++) {
    game.wait(0.1)
    game.lapData(racing(game.cars.length, from + i * 5))
  }
}

test('R22 2022 sends no gaps: they are how long ago the other car was there', () => {
  const game = startedGame()
  drive(game, 20, 100)
  const detail = detailOf(play(game.sent).opened[0])
  assert.equal(driverIn(detail, 0).deltaToLeader, null)
  assert.equal(driverIn(detail, 1).deltaToCarAhead, 4_000)
  assert.equal(driverIn(detail, 2).deltaToCarAhead, 4_000)
  assert.equal(driverIn(detail, 2).deltaToLeader, 8_000)
  assert.ok(detail.derived?.includes('drivers.deltaToLeader'))
})

test('R22 a gap that nobody can know is null: before the cars have been there, and after a flashback', () => {
  const game = startedGame()
  drive(game, 2, 100)
  assert.equal(driverIn(detailOf(play(game.sent).opened[0]), 1).deltaToLeader, null)
  drive(game, 18, 200)
  game.flashback(15)
  game.lapData(racing(3, 850))
  assert.equal(driverIn(detailOf(play(game.sent).opened[0]), 1).deltaToLeader, 4_000)
  for (let i = 1; i <= 40; i++) {
    game.wait(0.1)
    game.lapData(racing(3, 850 + i * 2.5))
  }
  // At half the speed, the leader was at the car's place 2 s before the flashback's target.
  assert.equal(driverIn(detailOf(play(game.sent).opened[0]), 1).deltaToLeader, 6_000)
})

test('R22 the years that send gaps and overtakes derive none', () => {
  for (const format of [2023, 2024, 2025, 2026] as const) {
    const game = createGame({ format })
    game.session()
    game.participants()
    game.lapData(racing(3, 100))
    drive(game, 2, 100)
    game.lapData({ 0: { carPosition: 2 }, 1: { carPosition: 1 } })
    const detail = detailOf(play(game.sent).opened[0])
    assert.deepEqual(detail.overtakes, [])
    assert.equal(driverIn(detail, 2).deltaToLeader, null)
    assert.deepEqual(detail.derived, [])
  }
})

test('R22 2022 reports no overtakes: two cars that change places on the track are one', () => {
  const game = startedGame()
  drive(game, 5, 100)
  game.wait(0.05)
  game.lapData({ 0: { carPosition: 2 }, 1: { carPosition: 1 } })
  const detail = detailOf(play(game.sent).opened[0])
  assert.deepEqual(detail.overtakes, [
    {
      overtakingDriverIdx: 1,
      overtakenDriverIdx: 0,
      lapNum: 1,
      overtakingTime: 5_050,
      utcTime: new Date(game.clock.atMs).toISOString(),
    },
  ])
  assert.equal(detail.events[0]?.kind, 'overtake')
})

test('R22 who loses places in the pits, by retiring or in qualifying was not overtaken', () => {
  const swaps: Record<number, Partial<LapCar>> = { 0: { carPosition: 2 }, 1: { carPosition: 1 } }
  const changes: [session: object, first: Partial<LapCar>][] = [
    [{}, { pitStatus: 1 }],
    [{}, { resultStatus: 7 }],
    [{}, { resultStatus: 4 }],
    [{ sessionType: 5 }, {}],
    [{ safetyCarStatus: 3 }, {}],
  ]
  for (const [session, first] of changes) {
    const game = startedGame()
    drive(game, 2, 100)
    game.session(session)
    game.lapData({ ...swaps, 0: { carPosition: 2, ...first } })
    game.wait(0.1)
    game.lapData({ 0: { pitStatus: 0 } })
    assert.deepEqual(detailOf(play(game.sent).opened[0]).overtakes, [])
  }
})

test('R22 a flashback reverts derived overtakes and does not count as one', () => {
  const game = startedGame()
  drive(game, 5, 100)
  game.lapData({ 0: { carPosition: 2 }, 1: { carPosition: 1 } })
  game.wait(1)
  game.lapData()
  game.flashback(4)
  game.lapData({ ...racing(3, 300), 0: { carPosition: 1 }, 1: { carPosition: 2 } })
  assert.deepEqual(detailOf(play(game.sent).opened[0]).overtakes, [])
})

test('R21 sector times beyond 65.535 s, which 2022 sends from 0 again, are whole', () => {
  const game = startedGame(1)
  const turn = 65_536
  game.wait(79.9)
  game.lapData({ 0: { currentLapTimeMs: 79_900 } })
  game.wait(0.1)
  game.lapData({ 0: { sector: 1, currentLapTimeMs: 80_000, sector1TimeMs: 79_950 - turn } })
  assert.equal(driverIn(detailOf(play(game.sent).opened[0]), 0).currentSector1TimeMs, 79_950)
  game.wait(30)
  game.lapData({ 0: { sector: 2, currentLapTimeMs: 110_000, sector2TimeMs: 30_000 } })
  game.wait(70)
  const next = { sector: 0, currentLapNum: 2, sector1TimeMs: 0, sector2TimeMs: 0 }
  game.lapData({ 0: { ...next, currentLapTimeMs: 50, lastLapTimeMs: 179_900 } })
  const sectors = { sector1TimeMs: 79_950 - turn, sector2TimeMs: 30_000, sector3TimeMs: 4_414 }
  const lapOne = {
    lapTime: 179_900,
    sector1Time: 79_950,
    sector2Time: 30_000,
    sector3Time: 69_950,
    invalidLap: false,
  }
  assert.deepEqual(driverIn(detailOf(play(game.sent).opened[0]), 0).lapTimes, [lapOne])
  game.wait(1)
  game.history(0, { numLaps: 2, laps: [{ lapTimeMs: 179_900, ...sectors, lapValidBitFlags: 15 }] })
  assert.deepEqual(driverIn(detailOf(play(game.sent).opened[0]), 0).lapTimes, [lapOne])
})

test('R21 the last lap’s long sector is known from what was seen before the flag', () => {
  const game = startedGame(1)
  const turn = 65_536
  game.wait(79.9)
  game.lapData({ 0: { currentLapTimeMs: 79_900 } })
  game.wait(0.1)
  game.lapData({ 0: { sector: 1, currentLapTimeMs: 80_000, sector1TimeMs: 79_950 - turn } })
  game.wait(30)
  game.lapData({ 0: { sector: 2, currentLapTimeMs: 110_000, sector2TimeMs: 30_000 } })
  game.over()
  const sent = { sector1TimeMs: 79_950 - turn, sector2TimeMs: 30_000, sector3TimeMs: 4_414 }
  game.history(0, { numLaps: 1, laps: [{ lapTimeMs: 179_900, ...sent, lapValidBitFlags: 15 }] })
  const [lap] = driverIn(detailOf(play(game.sent).opened[0]), 0).lapTimes
  assert.deepEqual([lap?.sector1Time, lap?.sector2Time, lap?.sector3Time], [79_950, 30_000, 69_950])
})

test('R21 where nobody saw which sector was long, the lap stands and its sectors are null', () => {
  const game = startedGame(1)
  game.wait(300)
  game.lapData({ 0: { currentLapNum: 2 } })
  const sent = { sector1TimeMs: 14_414, sector2TimeMs: 30_000, sector3TimeMs: 30_000 }
  game.history(0, { numLaps: 2, laps: [{ lapTimeMs: 139_950, ...sent, lapValidBitFlags: 15 }] })
  const [lap] = driverIn(detailOf(play(game.sent).opened[0]), 0).lapTimes
  assert.deepEqual(
    [lap?.lapTime, lap?.sector1Time, lap?.sector2Time, lap?.sector3Time],
    [139_950, null, null, null],
  )
})

test('R21 a flashback into the third sector of a lap before leaves its long first sector long', () => {
  const game = startedGame(1)
  const turn = 65_536
  game.wait(68.4)
  game.lapData({ 0: { currentLapTimeMs: 68_400 } })
  game.wait(0.1)
  const first = { sector: 1, sector1TimeMs: 68_406 - turn }
  game.lapData({ 0: { ...first, currentLapTimeMs: 68_500 } })
  game.wait(10)
  const second = { ...first, sector: 2, sector2TimeMs: 10_000 }
  game.lapData({ 0: { ...second, currentLapTimeMs: 78_500 } })
  game.wait(10)
  const third = { ...second, currentLapTimeMs: 88_500 }
  game.lapData({ 0: third })
  game.wait(1)
  const next = { sector: 0, currentLapNum: 2, sector1TimeMs: 0, sector2TimeMs: 0 }
  game.lapData({ 0: { ...next, currentLapTimeMs: 50, lastLapTimeMs: 89_400 } })
  game.flashback(87)
  game.lapData({ 0: { ...third, currentLapNum: 1, currentLapTimeMs: 87_000 } })
  const live = driverIn(detailOf(play(game.sent).opened[0]), 0)
  assert.deepEqual(
    [live.currentSector1TimeMs, live.currentSector2TimeMs, live.currentSector3TimeMs],
    [68_406, 10_000, 87_000 - 78_406],
  )
  game.wait(2)
  game.lapData({ 0: { ...next, currentLapTimeMs: 50, lastLapTimeMs: 88_900 } })
  const sectors = { sector1TimeMs: 68_406 - turn, sector2TimeMs: 10_000, sector3TimeMs: 10_494 }
  game.history(0, { numLaps: 2, laps: [{ lapTimeMs: 88_900, ...sectors, lapValidBitFlags: 15 }] })
  const [lap] = driverIn(detailOf(play(game.sent).opened[0]), 0).lapTimes
  assert.deepEqual([lap?.sector1Time, lap?.sector2Time, lap?.sector3Time], [68_406, 10_000, 10_494])
})

test('R21 a recording that begins behind a long sector knows none of its sectors', () => {
  const game = createGame({ format: 2022, cars: 1 })
  game.wait(300)
  game.session()
  game.participants()
  const sent = { sector1TimeMs: 2_870, sector2TimeMs: 30_000 }
  game.lapData({ 0: { ...sent, sector: 1, currentLapTimeMs: 80_000, sector2TimeMs: 0 } })
  game.wait(18)
  game.lapData({ 0: { sector: 2, currentLapTimeMs: 98_450, sector2TimeMs: 30_000 } })
  const live = driverIn(detailOf(play(game.sent).opened[0]), 0)
  assert.deepEqual([live.currentSector1TimeMs, live.currentSector3TimeMs], [null, null])
  game.wait(20)
  const next = { sector: 0, currentLapNum: 2, sector1TimeMs: 0, sector2TimeMs: 0 }
  game.lapData({ 0: { ...next, currentLapTimeMs: 50, lastLapTimeMs: 118_406 } })
  const history = { ...sent, sector3TimeMs: 20_000, lapTimeMs: 118_406, lapValidBitFlags: 15 }
  game.history(0, { numLaps: 2, laps: [history] })
  const driver = driverIn(detailOf(play(game.sent).opened[0]), 0)
  const [lap] = driver.lapTimes
  assert.deepEqual([lap?.sector1Time, lap?.sector2Time], [null, null])
  assert.equal(driver.bestSector1TimeMs, null)
})

test('R22 2022 counts warnings together: those for corner cutting are counted from the events', () => {
  const game = startedGame()
  const warning = { vehicleIdx: 0, penaltyType: 5, timeSeconds: 255, otherVehicleIdx: 255 }
  game.event('PENA', { ...warning, infringementType: 27, lapNum: 1 })
  game.event('PENA', { ...warning, infringementType: 4, lapNum: 1 })
  game.lapData({ 0: { totalWarnings: 2 } })
  const detail = detailOf(play(game.sent).opened[0])
  assert.equal(driverIn(detail, 0).totalWarnings, 2)
  assert.equal(driverIn(detail, 0).totalCornerCutWarnings, 1)
  assert.ok(detail.derived?.includes('drivers.totalCornerCutWarnings'))
})
