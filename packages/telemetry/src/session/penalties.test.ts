import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detailOf, driverIn, play } from '../../testing/play.ts'
import { createGame } from '../../testing/scripted-game.ts'

function startedGame() {
  const game = createGame()
  game.session()
  game.participants()
  game.lapData()
  game.wait(12.5)
  return game
}

const unset = { otherVehicleIdx: 255, timeSeconds: 255, placesGained: 255 }

test('R12 every penalty but a warning is a penalty, with nothing for what is not set', () => {
  const game = startedGame()
  const incident = { vehicleIdx: 1, infringementType: 4, lapNum: 2 }
  game.event('PENA', { ...incident, penaltyType: 4, timeSeconds: 5, otherVehicleIdx: 2 })
  game.event('PENA', { ...unset, ...incident, penaltyType: 0, infringementType: 34 })
  game.event('PENA', { ...unset, ...incident, penaltyType: 12, infringementType: 34 })
  const detail = detailOf(play(game.sent).opened[0])
  assert.deepEqual(driverIn(detail, 1).penalties, [
    {
      penaltyType: 4,
      penaltyTime: 5,
      infringementType: 4,
      otherVehicleIdx: 2,
      lapNum: 2,
      penaltyIssuedTime: 12_500,
    },
    {
      penaltyType: 0,
      penaltyTime: null,
      infringementType: 34,
      otherVehicleIdx: null,
      lapNum: 2,
      penaltyIssuedTime: 12_500,
    },
    {
      penaltyType: 12,
      penaltyTime: null,
      infringementType: 34,
      otherVehicleIdx: null,
      lapNum: 2,
      penaltyIssuedTime: 12_500,
    },
  ])
  assert.equal(detail.events[0]?.seconds, 5)
  assert.equal(detail.events[0]?.kind, 'penalty')
})

test('R12 warnings are distinguished by their reason', () => {
  const game = startedGame()
  const warning = { ...unset, vehicleIdx: 0, penaltyType: 5, lapNum: 1 }
  game.event('PENA', { ...warning, infringementType: 27 })
  game.event('PENA', { ...warning, infringementType: 4 })
  const driver = driverIn(detailOf(play(game.sent).opened[0]), 0)
  assert.deepEqual(driver.penalties, [])
  assert.deepEqual(
    driver.warnings.map(({ warningType, infringementType }) => [warningType, infringementType]),
    [
      [0, 27],
      [1, 4],
    ],
  )
})

test('R12 penalties that are sent again in a burst count once', () => {
  const game = startedGame()
  const penalty = { ...unset, vehicleIdx: 1, penaltyType: 4, infringementType: 4, timeSeconds: 5 }
  const warning = { ...unset, vehicleIdx: 1, penaltyType: 5, infringementType: 7 }
  for (let i = 0; i < 4; i++) {
    game.event('PENA', { ...penalty, lapNum: 1 })
    game.event('PENA', { ...warning, lapNum: 1 })
    game.wait(1)
  }
  game.over()
  game.event('PENA', { ...penalty, lapNum: 1 })
  game.event('PENA', { ...penalty, lapNum: 2 })
  const driver = driverIn(detailOf(play(game.sent).opened[0]), 1)
  assert.equal(driver.warnings.length, 1)
  assert.deepEqual(
    driver.penalties.map(({ lapNum, penaltyIssuedTime }) => [lapNum, penaltyIssuedTime]),
    [
      [1, 12_500],
      [2, 16_500],
    ],
  )
})

test('the totals are those of the lap data', () => {
  const game = startedGame()
  game.lapData({ 0: { penaltiesSeconds: 8, totalWarnings: 3, cornerCuttingWarnings: 2 } })
  const driver = driverIn(detailOf(play(game.sent).opened[0]), 0)
  assert.equal(driver.totalPenaltiesSeconds, 8)
  assert.equal(driver.totalWarnings, 3)
  assert.equal(driver.totalCornerCutWarnings, 2)
})
