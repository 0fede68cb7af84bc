import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detailOf, play } from '../../testing/play.ts'
import { createGame, type ScriptedGame } from '../../testing/scripted-game.ts'
import type { LapCar } from './state/state.ts'

const ON_TRACK = { deltaToRaceLeaderMs: 7_777, deltaToCarInFrontMs: 7_777 }

/** Plays a race of two laps; the cars need 180, 182 and 185 s and finish in this order. */
function finished(ends: readonly Partial<LapCar>[] = [{}, {}, {}]): ScriptedGame {
  const game = createGame({ cars: 3 })
  game.session({ totalLaps: 2 })
  game.participants()
  game.lapData({ 0: ON_TRACK, 1: ON_TRACK, 2: ON_TRACK })
  const lapTimes = [90_000, 91_000, 92_500]
  for (const resultStatus of [2, 3]) {
    game.wait(90)
    for (const [idx, end] of ends.entries()) {
      const lastLapTimeMs = (lapTimes[idx] ?? 0) + (resultStatus === 3 ? 100 : 0)
      const home = { resultStatus, penaltiesSeconds: 0, ...end }
      game.lapData({ [idx]: { currentLapNum: 2, lastLapTimeMs, ...(resultStatus === 3 && home) } })
      game.wait(0.5)
    }
  }
  return game
}

/** Returns the gaps to the car ahead and to the leader, by car index. */
function gapsOf(game: ScriptedGame): (readonly [number | null, number | null])[] {
  const { tracker, opened } = play(game.sent)
  tracker.finish(game.clock.atMs)
  return detailOf(opened[0]).drivers.map((driver) => [driver.deltaToCarAhead, driver.deltaToLeader])
}

function classified(rows: Parameters<ScriptedGame['classification']>[0]): ScriptedGame {
  const game = finished()
  game.over()
  game.classification(rows)
  return game
}

const ROW = { numLaps: 2, resultStatus: 3, gridPosition: 1 }

test('R26 once every car has finished gaps are those of the lap times', () => {
  assert.deepEqual(gapsOf(finished()), [
    [null, null],
    [2_000, 2_000],
    [3_000, 5_000],
  ])
})

test('R26 penalty seconds count, and the order is that of the result', () => {
  assert.deepEqual(gapsOf(finished([{ penaltiesSeconds: 3 }, {}, {}])), [
    [1_000, 1_000],
    [null, null],
    [2_000, 3_000],
  ])
})

test('R26 cars that did not finish have no gap, and nobody has one to them', () => {
  assert.deepEqual(gapsOf(finished([{}, {}, { resultStatus: 7 }])), [
    [null, null],
    [2_000, 2_000],
    [null, null],
  ])
})

test('R26 the gaps of a classified race are those of its times and penalties', () => {
  const game = classified([
    { ...ROW, position: 2, totalRaceTimeSeconds: 180.25, penaltiesTimeSeconds: 5 },
    { ...ROW, position: 1, totalRaceTimeSeconds: 184 },
    { ...ROW, position: 3, totalRaceTimeSeconds: 186.125 },
  ])
  assert.deepEqual(gapsOf(game), [
    [1_250, 1_250],
    [null, null],
    [875, 2_125],
  ])
})

test('R26 a classified car with other laps, another status or no time has no gap', () => {
  const first = { ...ROW, position: 1, totalRaceTimeSeconds: 180 }
  const second = { ...ROW, position: 2, totalRaceTimeSeconds: 182 }
  const third = { ...ROW, position: 3, totalRaceTimeSeconds: 185 }
  for (const [change, gap] of [
    [{}, 2_000],
    [{ numLaps: 1 }, null],
    [{ resultStatus: 7 }, null],
    [{ resultStatus: 6 }, null],
    [{ totalRaceTimeSeconds: 0 }, null],
    [{ totalRaceTimeSeconds: 179 }, null],
    [{ totalRaceTimeSeconds: 180 }, 0],
  ] as const) {
    const [, gaps] = gapsOf(classified([first, { ...second, ...change }, third]))
    assert.deepEqual(gaps, [gap, gap], JSON.stringify(change))
  }
  const [, , lapped] = gapsOf(classified([first, { ...second, numLaps: 1 }, third]))
  assert.deepEqual(lapped, [null, 5_000], 'the car ahead is a lap down')
})
