import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detailOf, play } from '../../../testing/play.ts'
import { createGame } from '../../../testing/scripted-game.ts'
import { voidPenaltiesAfter } from './penalties.ts'

test('R6 what was issued at the very time of the target stands', () => {
  const game = createGame()
  game.session()
  game.participants()
  game.lapData()
  const unset = { otherVehicleIdx: 255, timeSeconds: 255, placesGained: 255, vehicleIdx: 1 }
  for (const infringementType of [1, 2]) {
    game.wait(10)
    game.event('PENA', { ...unset, penaltyType: 5, infringementType, lapNum: 1 })
    game.event('PENA', { ...unset, penaltyType: 4, infringementType, lapNum: 1 })
  }
  const [session] = play(game.sent).opened
  assert.ok(session)
  const [, car] = session.cars
  assert.ok(car)
  assert.equal(detailOf(session).drivers[1]?.warnings.length, 2)
  const { warnings, penalties } = car
  voidPenaltiesAfter(car, 20_000)
  assert.equal(car.warnings, warnings)
  assert.equal(car.penalties, penalties)
  voidPenaltiesAfter(car, 10_000)
  assert.deepEqual(
    [car.warnings, car.penalties, car.penaltyKeys].map((list) => list.length),
    [1, 1, 2],
  )
  voidPenaltiesAfter(car, 9_999)
  assert.deepEqual(
    [car.warnings, car.penalties, car.penaltyKeys].map((list) => list.length),
    [0, 0, 0],
  )
})
