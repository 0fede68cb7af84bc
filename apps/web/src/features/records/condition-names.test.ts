import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LapConditions, USUAL_CARS } from '@pitboard/contract/records/lap-category'
import { en } from '../../testing/text.ts'
import { assistsText, conditionsText, gameName } from './condition-names.ts'

const USUAL: LapConditions = {
  gameVersion: 2025,
  sessionKind: 'race',
  tyreClass: 'dry',
  weather: 'wet',
  ...USUAL_CARS,
}

test('conditions name the game, the session, the tyres and the weather', () => {
  const common = ['F1 25', 'records.race', 'records.tyreDry', 'records.weatherWet'] as const
  const [game, ...keys] = common
  const words = [game, ...keys.map((key) => en(key))].join(', ')
  assert.equal(conditionsText(USUAL, en), words)
  const unusual = conditionsText({ ...USUAL, formula: 'f2', performance: 'equal' }, en)
  const cars = [en('records.formulaF2'), en('records.performanceEqual')].join(', ')
  assert.equal(unusual, `${words}, ${cars}`)
})

test('a game is called by the two digits of its year', () => {
  assert.equal(gameName(2022), 'F1 22')
})

test('assists are a list; unknown ones and none are empty', () => {
  const [control, line] = [en('records.tractionControl'), en('records.racingLine')]
  assert.equal(assistsText(['tractionControl', 'racingLine'], en), `${control}, ${line}`)
  assert.equal(assistsText([], en), '')
  assert.equal(assistsText(null, en), '')
})
