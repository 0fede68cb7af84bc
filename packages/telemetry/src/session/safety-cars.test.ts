import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detailOf, play } from '../../testing/play.ts'
import { createGame, type ScriptedGame } from '../../testing/scripted-game.ts'
import type { Format } from '../formats/registry.ts'

function startedGame(format: Format = 2024): ScriptedGame {
  const game = createGame({ format })
  game.session()
  game.participants()
  game.lapData()
  game.wait(20)
  return game
}

function periods(game: ScriptedGame): [full: number, virtual: number] {
  const detail = detailOf(play(game.sent).opened[0])
  return [detail.numberOfSafetyCars ?? -1, detail.numberOfVirtualSafetyCars ?? -1]
}

function scar(game: ScriptedGame, safetyCarType: number, eventType: number): void {
  game.wait(10)
  game.event('SCAR', { safetyCarType, eventType })
}

function status(game: ScriptedGame, ...statuses: number[]): void {
  for (const safetyCarStatus of statuses) {
    game.wait(10)
    game.session({ safetyCarStatus })
    game.session({ safetyCarStatus })
  }
}

test('R14 a virtual safety car that becomes a full one is one of each', () => {
  const game = startedGame()
  scar(game, 2, 0)
  scar(game, 1, 0)
  scar(game, 1, 1)
  scar(game, 1, 2)
  scar(game, 0, 3)
  assert.deepEqual(periods(game), [1, 1])
})

test('R14 a deployment reported twice is one, two with an end between them are two', () => {
  const game = startedGame()
  scar(game, 1, 0)
  scar(game, 1, 0)
  scar(game, 1, 1)
  assert.deepEqual(periods(game), [1, 0])
  scar(game, 0, 3)
  scar(game, 1, 0)
  assert.deepEqual(periods(game), [2, 0])
})

test('R14 the years without events have the status alone', () => {
  for (const format of [2022, 2023] as const) {
    const game = startedGame(format)
    status(game, 0, 2, 2, 1, 1, 0, 1, 0)
    assert.deepEqual(periods(game), [2, 1])
  }
})

test('R14 the formation lap is not a safety car', () => {
  for (const format of [2022, 2024] as const) {
    const game = startedGame(format)
    status(game, 3, 0)
    assert.deepEqual(periods(game), [0, 0])
  }
})

test('R14 the game’s own count stands where more was missed than seen', () => {
  const game = startedGame()
  game.session({ numSafetyCarPeriods: 3, numVirtualSafetyCarPeriods: 1, numRedFlagPeriods: 1 })
  status(game, 1, 0)
  assert.deepEqual(periods(game), [3, 1])
  assert.equal(detailOf(play(game.sent).opened[0]).numberOfRedFlags, 1)
})

test('R6 a safety car that a flashback reverted counts when it comes again', () => {
  for (const format of [2022, 2024] as const) {
    const game = startedGame(format)
    status(game, 1)
    game.lapData()
    game.flashback(25)
    for (let i = 0; i < 8; i++) {
      game.lapData()
      game.wait(0.5)
    }
    game.session({ safetyCarStatus: 1 })
    assert.deepEqual(periods(game), [1, 0])
  }
})
