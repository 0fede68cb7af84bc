import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detailOf, driverIn, play } from '../../testing/play.ts'
import { createGame, type ScriptedGame, type Sent } from '../../testing/scripted-game.ts'
import type { Format } from '../formats/registry.ts'
import { createThinner } from '../thinning/thinner.ts'

const years = [2022, 2023, 2024, 2025, 2026] as const

function drive(game: ScriptedGame, seconds: number, changes = {}): void {
  for (let i = 0; i < seconds * 20; i++) {
    game.wait(0.05)
    game.lapData(i === 0 ? { 0: changes } : {})
  }
}

/** Drives a lap and some of the next one, with frames far from 0. */
function onTheSecondLap(format: Format): ScriptedGame {
  const game = createGame({ format, cars: 2 })
  Object.assign(game.clock, { frame: 90_000, overall: 90_000 })
  game.session()
  game.participants()
  drive(game, 60)
  drive(game, 5, { currentLapNum: 2, lastLapTimeMs: 60_050 })
  return game
}

function thinned(sent: readonly Sent[]): readonly Sent[] {
  const thinner = createThinner()
  return sent.flatMap(({ bytes, atMs }) => thinner.push(bytes, atMs))
}

function lapsOf(sent: readonly Sent[]): { lapNow: number; lapTimes: (number | null)[] } {
  const { currentLapNumber, lapTimes } = driverIn(detailOf(play(sent).opened[0]), 0)
  return { lapNow: currentLapNumber, lapTimes: lapTimes.map(({ lapTime }) => lapTime) }
}

for (const format of years) {
  test(`R24 ${format}: who joins the session again, with frames from 1, goes on with it`, () => {
    const game = onTheSecondLap(format)
    game.wait(8)
    Object.assign(game.clock, { frame: 1, overall: 1 })
    drive(game, 40)
    drive(game, 5, { currentLapNum: 3, lastLapTimeMs: 61_000 })
    for (const sent of [game.sent, thinned(game.sent)]) {
      assert.deepEqual(lapsOf(sent), { lapNow: 3, lapTimes: [60_050, 61_000] })
    }
  })

  test(`R24 ${format}: one datagram with a frame far ahead does not hide what follows`, () => {
    const game = onTheSecondLap(format)
    const { frame, overall } = game.clock
    Object.assign(game.clock, { frame: 0xffff_fff0, overall: 0xffff_fff0 })
    game.lapData()
    Object.assign(game.clock, { frame, overall })
    drive(game, 40)
    drive(game, 5, { currentLapNum: 3, lastLapTimeMs: 61_000 })
    for (const sent of [game.sent, thinned(game.sent)]) {
      assert.deepEqual(lapsOf(sent), { lapNow: 3, lapTimes: [60_050, 61_000] })
    }
  })
}

test('R24 a stream that is sent once more, with the times it had, changes nothing', () => {
  const game = onTheSecondLap(2025)
  const { opened, feed } = play(game.sent)
  const before = detailOf(opened[0])
  feed(game.sent.slice(0, 900))
  assert.deepEqual(driverIn(detailOf(opened[0]), 0), driverIn(before, 0))
})
