import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detailOf, play } from '../../testing/play.ts'
import { createGame, type ScriptedGame, type Sent } from '../../testing/scripted-game.ts'
import { FORMATS, type Format } from '../formats/registry.ts'

function drive(game: ScriptedGame, seconds: number): void {
  for (let i = 0; i < seconds * 20; i++) {
    game.wait(0.05)
    game.lapData()
  }
}

/** Plays a safety car, and afterwards more events than the reducer remembers. */
function manyEvents(format: Format): ScriptedGame {
  const game = createGame({ format, cars: 3 })
  Object.assign(game.clock, { frame: 90_000, overall: 90_000 })
  game.session()
  game.participants()
  drive(game, 2)
  if (format >= 2024) game.event('SCAR', { safetyCarType: 1, eventType: 0 })
  game.event('DRSD', {})
  drive(game, 1)
  for (let i = 0; i < 200; i++) {
    if (format > 2022)
      game.event('OVTK', { overtakingVehicleIdx: i % 2, beingOvertakenVehicleIdx: 2 })
    else game.event('FTLP', { vehicleIdx: i % 2, lapTimeSeconds: 60 + i })
    drive(game, 0.1)
  }
  return game
}

/** Returns the document of the session that a stream opens. */
function once(sent: readonly Sent[]): unknown {
  return detailOf(play(sent).opened[0])
}

for (const format of FORMATS) {
  test(`R24 ${format}: a race that is sent a second time counts nothing twice`, () => {
    const { sent } = manyEvents(format)
    const cut = Math.floor(sent.length * 0.9)
    assert.deepEqual(once([...sent.slice(0, cut), ...sent]), once(sent))
    assert.deepEqual(once([...sent, ...sent.slice(0, cut)]), once(sent))
  })

  test(`R24 ${format}: neither does one whose frames restart on the way`, () => {
    const game = manyEvents(format)
    game.wait(8)
    Object.assign(game.clock, { frame: 1, overall: 1 })
    drive(game, 40)
    game.event('DRSD', {})
    drive(game, 10)
    const { sent } = game
    for (const share of [0.5, 0.95]) {
      const cut = Math.floor(sent.length * share)
      assert.deepEqual(once([...sent.slice(0, cut), ...sent]), once(sent), String(share))
    }
  })

  test(`R24 ${format}: neither does one with a flashback on the way, wherever it is cut`, () => {
    const game = manyEvents(format)
    game.flashback(10)
    drive(game, 10)
    game.event('DRSD', {})
    drive(game, 4)
    const { sent } = game
    for (const back of [300, 275, 100, 1]) {
      assert.deepEqual(once([...sent.slice(0, -back), ...sent]), once(sent), String(back))
    }
  })
}

test('R4 an event that is late by a moment counts', () => {
  const game = createGame({ cars: 2 })
  game.session()
  game.participants()
  drive(game, 5)
  game.event('DRSD', {})
  const [late] = game.sent.splice(-1)
  drive(game, 0.3)
  assert.ok(late)
  const { events } = detailOf(play([...game.sent, late]).opened[0])
  assert.equal(events.length, 1)
})
