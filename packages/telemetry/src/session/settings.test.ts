import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detailOf, play } from '../../testing/play.ts'
import { createGame } from '../../testing/scripted-game.ts'
import { FORMATS, type Format } from '../formats/registry.ts'

type Info = Parameters<ReturnType<typeof createGame>['session']>[0]

function settingsOf(format: Format, infos: readonly Info[], cars: readonly object[] = []) {
  const game = createGame({ format })
  for (const info of infos) {
    game.session(info)
    game.participants()
    game.lapData()
    game.wait(1)
    game.carStatus(cars)
  }
  return detailOf(play(game.sent).opened[0]).settings
}

test('R31 the class of the cars is that of the session, whatever the year', () => {
  for (const format of FORMATS) {
    const usual = settingsOf(format, [{ formula: 0, gameMode: 5 }])
    assert.deepEqual(usual, { formula: 'f1', performance: 'standard', gameMode: 5, assists: [] })
    const classic = settingsOf(format, [{ formula: 0 }, { formula: 1, gameMode: 7 }])
    assert.partialDeepStrictEqual(classic, { formula: 'f1Classic', gameMode: 7 })
    assert.equal(settingsOf(format, [{ formula: 99 }])?.formula, 'other')
    const career = settingsOf(format, [{ formula: 0, gameMode: 27 }])
    assert.equal(career?.performance, 'developed')
  }
})

test('R31 cars are alike where the game says so, from 2024', () => {
  for (const format of FORMATS) {
    const { performance } = settingsOf(format, [{ equalCarPerformance: 1 }]) ?? {}
    assert.equal(performance, format < 2024 ? 'standard' : 'equal', String(format))
  }
})

test('R31 an assist counts once its player has used it', () => {
  for (const format of FORMATS) {
    const used = [
      { dynamicRacingLine: 1, gearboxAssist: 3, steeringAssist: 1 },
      { dynamicRacingLine: 0, gearboxAssist: 1, steeringAssist: 0 },
    ]
    const own = { tractionControl: 2 }
    const others = { antiLockBrakes: 1 }
    assert.deepEqual(settingsOf(format, used, [own, others])?.assists, [
      'tractionControl',
      'automaticGearbox',
      'steeringAssist',
      'racingLine',
    ])
  }
})

test('R31 each assist is that of its own setting, and each formula has its name', () => {
  for (const [info, assist] of [
    [{ steeringAssist: 1 }, 'steeringAssist'],
    [{ brakingAssist: 1 }, 'brakingAssist'],
    [{ gearboxAssist: 3 }, 'automaticGearbox'],
    [{ gearboxAssist: 2 }, null],
    [{ dynamicRacingLine: 1 }, 'racingLine'],
    [{ ersAssist: 1 }, 'ersAssist'],
    [{ drsAssist: 1 }, 'drsAssist'],
  ] as const) {
    assert.deepEqual(settingsOf(2025, [info])?.assists, assist === null ? [] : [assist])
  }
  const formulas = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13].map(
    (formula) => settingsOf(2025, [{ formula }])?.formula,
  )
  assert.deepEqual(formulas, [
    'f1',
    'f1Classic',
    'f2',
    'f1Generic',
    'beta',
    'supercars',
    'esports',
    'f2',
    'f1World',
    'f1Elimination',
    'other',
    'f1Season26',
  ])
  for (const gameMode of [18, 19, 30, 31, 77, 78, 79]) {
    const isCareer = gameMode === 78 || (gameMode >= 19 && gameMode <= 30)
    const { performance } = settingsOf(2025, [{ gameMode }]) ?? {}
    assert.equal(performance, isCareer ? 'developed' : 'standard', `${gameMode}`)
  }
})
