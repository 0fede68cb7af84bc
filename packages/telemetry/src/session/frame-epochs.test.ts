import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Format } from '../formats/registry.ts'
import { detailOf, driverIn, play } from '../../testing/play.ts'
import { createGame, type ScriptedGame } from '../../testing/scripted-game.ts'

const years = [2022, 2023, 2024, 2025, 2026] as const
const penalty = { vehicleIdx: 0, penaltyType: 4, timeSeconds: 5, otherVehicleIdx: 255 }

/** Drives at 20 Hz from here for `seconds`, everyone on lap `lapNum`. */
function drive(game: ScriptedGame, seconds: number, changes = {}): void {
  for (let i = 0; i < seconds * 20; i++) {
    game.wait(0.05)
    game.lapData(i === 0 ? { 0: changes } : {})
  }
}

/** Drives a lap of 60 s and five seconds of the next one, with a penalty in it. */
function overTheLine(format: Format): ScriptedGame {
  const game = createGame({ format, cars: 2 })
  game.session()
  game.participants()
  drive(game, 60)
  drive(game, 5, { currentLapNum: 2, lastLapTimeMs: 60_050 })
  game.event('PENA', { ...penalty, infringementType: 7, lapNum: 2 })
  return game
}

const back = { currentLapNum: 1, lastLapTimeMs: 0 }

for (const format of years) {
  test(`R20 ${format}: a flashback over the line takes lap and penalty back`, () => {
    const game = overTheLine(format)
    game.flashback(55)
    drive(game, 1, back)
    const before = driverIn(detailOf(play(game.sent).opened[0]), 0)
    assert.equal(before.currentLapNumber, 1)
    assert.deepEqual(before.lapTimes, [])
    assert.deepEqual(before.penalties, [])
    drive(game, 4)
    drive(game, 2, { currentLapNum: 2, lastLapTimeMs: 60_500 })
    const after = driverIn(detailOf(play(game.sent).opened[0]), 0)
    assert.deepEqual(
      after.lapTimes.map(({ lapTime }) => lapTime),
      [60_500],
    )
  })

  test(`R20 ${format}: the first timing after a flashback counts, and what arrives late does not`, () => {
    const game = overTheLine(format)
    const late = game.sent.slice(-4)
    game.flashback(55)
    game.wait(0.05)
    game.lapData({ 0: back })
    const { opened, feed } = play(game.sent)
    const lapNow = (): number => driverIn(detailOf(opened[0]), 0).currentLapNumber
    assert.equal(lapNow(), 1)
    feed(late)
    assert.equal(lapNow(), 1)
    assert.deepEqual(driverIn(detailOf(opened[0]), 0).penalties, [])
  })

  test(`R20 ${format}: a flashback with a lost event is detected`, () => {
    const game = overTheLine(format)
    game.flashback(55, false)
    drive(game, 1, back)
    const driver = driverIn(detailOf(play(game.sent).opened[0]), 0)
    assert.equal(driver.currentLapNumber, 1)
    assert.deepEqual(driver.lapTimes, [])
    assert.deepEqual(driver.penalties, [])
  })

  test(`R20 ${format}: flashbacks in a row lead to the last target, a second before it at most`, () => {
    const game = overTheLine(format)
    const { clock } = game
    for (const seconds of [60, 57, 52]) {
      const before = { ...clock }
      game.flashback(seconds)
      Object.assign(clock, { ...before, overall: clock.overall })
    }
    Object.assign(clock, { seconds: 51.2, frame: Math.round(51.2 * 60) })
    drive(game, 1, { ...back, resultStatus: 2 })
    const { opened } = play(game.sent)
    assert.equal(driverIn(detailOf(opened[0]), 0).currentLapNumber, 1)
    assert.ok(Math.abs((opened[0]?.order.timeMs ?? 0) - 52_200) < 20)
    drive(game, 9, { currentLapNum: 2, lastLapTimeMs: 52_500 })
    const { lapTimes } = driverIn(detailOf(play(game.sent).opened[0]), 0)
    assert.deepEqual(
      lapTimes.map(({ lapTime }) => lapTime),
      [52_500],
    )
  })

  test(`R20 ${format}: what arrives late after a flashback and its event twice changes nothing`, () => {
    const game = overTheLine(format)
    const late = game.sent.slice(-4)
    game.flashback(55)
    const event = game.sent.slice(-1)
    game.wait(0.05)
    game.lapData({ 0: back })
    game.sent.push(...late, ...event)
    drive(game, 2)
    const driver = driverIn(detailOf(play(game.sent).opened[0]), 0)
    assert.deepEqual(driver.penalties, [])
    assert.deepEqual(driver.lapTimes, [])
    assert.equal(driver.currentLapNumber, 1)
  })
}

test('R20 what happens again at the same frame after a flashback counts again', () => {
  for (const format of years) {
    const game = overTheLine(format)
    game.flashback(60)
    drive(game, 0.05, back)
    drive(game, 4.95, { currentLapNum: 2, lastLapTimeMs: 60_050 })
    game.event('PENA', { ...penalty, infringementType: 7, lapNum: 2 })
    const { penalties } = driverIn(detailOf(play(game.sent).opened[0]), 0)
    assert.equal(penalties.length, 1, String(format))
    game.flashback(60)
    game.sent.push(...game.sent.slice(-1))
    drive(game, 1, back)
    const { opened } = play(game.sent)
    assert.deepEqual(driverIn(detailOf(opened[0]), 0).penalties, [], String(format))
    const flashbacks = detailOf(opened[0]).events.filter(({ kind }) => kind === 'flashback')
    assert.equal(flashbacks.length, 2, String(format))
  }
})

test('R20 2022: packets that arrive late by a little are no flashback', () => {
  const game = createGame({ format: 2022, cars: 2 })
  game.session()
  game.participants()
  drive(game, 10)
  const shuffled = game.sent.flatMap((sent, i, all) => {
    const other = all[i % 2 === 0 ? i + 1 : i - 1]
    return [other ?? sent]
  })
  const { events } = detailOf(play([...game.sent.slice(0, 2), ...shuffled]).opened[0])
  assert.deepEqual(events, [])
})

test('R6 a flashback takes a disqualification back', () => {
  for (const format of years) {
    const game = overTheLine(format)
    const disqualified = { ...penalty, penaltyType: 6, infringementType: 49, lapNum: 2 }
    game.event('PENA', disqualified)
    drive(game, 2, { resultStatus: 5 })
    game.flashback(62)
    drive(game, 1, { resultStatus: 2 })
    const driver = driverIn(detailOf(play(game.sent).opened[0]), 0)
    assert.equal(driver.resultStatus, 2)
    assert.deepEqual(driver.penalties, [])
    assert.equal(driver.lapTimes.length, 1)
  }
})
