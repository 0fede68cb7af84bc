import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detailOf, play } from '../../testing/play.ts'
import { createGame } from '../../testing/scripted-game.ts'
import type { LapCar } from './state/state.ts'

type Timing = Readonly<Record<number, Partial<LapCar>>>

const RACING = { totalDistance: 100, lapDistance: 100, driverStatus: 4 }
const SWAPPED: Timing = { 0: { carPosition: 2 }, 1: { carPosition: 1 } }

interface Driven {
  readonly before?: Timing
  readonly after?: Timing
  readonly seconds?: number
}

/** Lists the overtakes, as the index of the passing car, an arrow and the index of the passed car. */
function passesOf({ before = {}, after = SWAPPED, seconds = 0.1 }: Driven): string[] {
  const game = createGame({ format: 2022, cars: 4 })
  game.session()
  game.participants()
  game.lapData({ 0: RACING, 1: RACING, 2: RACING, 3: RACING })
  game.lapData(before)
  game.wait(1)
  game.lapData()
  game.wait(seconds)
  game.lapData(after)
  const { overtakes } = detailOf(play(game.sent).opened[0])
  return overtakes.map((each) => `${each.overtakingDriverIdx} > ${each.overtakenDriverIdx}`)
}

test('R22 an overtake is seen between two packets that are at most 2 s apart', () => {
  assert.deepEqual(passesOf({ seconds: 2 }), ['1 > 0'])
  assert.deepEqual(passesOf({ seconds: 2.01 }), [])
})

test('R22 a car passes each of those that are behind it now and were ahead', () => {
  const toFirst = { 0: { carPosition: 2 }, 1: { carPosition: 3 }, 2: { carPosition: 1 } }
  assert.deepEqual(passesOf({ after: toFirst }), ['2 > 0', '2 > 1'])
  const toSecond = { 1: { carPosition: 3 }, 2: { carPosition: 2 } }
  assert.deepEqual(passesOf({ after: toSecond }), ['2 > 1'])
  const toLast = { 0: { carPosition: 3 }, 1: { carPosition: 1 }, 2: { carPosition: 2 } }
  assert.deepEqual(passesOf({ after: toLast }), ['1 > 0', '2 > 0'])
  assert.deepEqual(passesOf({ after: {} }), [])
})

test('R22 both cars have to race on the track before and after', () => {
  for (const off of [
    { pitStatus: 1 },
    { resultStatus: 1 },
    { resultStatus: 3 },
    { carPosition: 0 },
    { currentLapNum: 0 },
    { totalDistance: 0 },
    { totalDistance: -10 },
  ]) {
    const title = JSON.stringify(off)
    for (const idx of [0, 1]) {
      const now = { ...SWAPPED, [idx]: { ...SWAPPED[idx], ...off } }
      assert.deepEqual(passesOf({ after: now }), [], `${idx} now: ${title}`)
      const back = { [idx]: { ...RACING, ...SWAPPED[idx], resultStatus: 2, pitStatus: 0 } }
      const again = { ...SWAPPED, [idx]: { ...back[idx], currentLapNum: 1 } }
      assert.deepEqual(passesOf({ before: { [idx]: off }, after: again }), [], `before: ${title}`)
    }
  }
})

test('R18 an overtake of the formation lap has no lap in the feed, and a car must exist', () => {
  const game = createGame()
  game.session()
  game.participants()
  game.lapData()
  game.wait(3)
  for (const [by, of] of [
    [24, 0],
    [0, 24],
    [23, 0],
    [0, 23],
  ] as const) {
    game.event('OVTK', { overtakingVehicleIdx: by, beingOvertakenVehicleIdx: of })
  }
  const { overtakes } = detailOf(play(game.sent).opened[0])
  assert.deepEqual(
    overtakes.map((each) => [each.overtakingDriverIdx, each.overtakenDriverIdx]),
    [
      [23, 0],
      [0, 23],
    ],
  )
})
