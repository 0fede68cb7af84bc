import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CarResult } from '../../platform/db/season-tables.ts'
import type { SeasonInput } from './input.ts'
import { aCar, anEvent, aSeason, aSession } from './season.fixture.ts'
import { suggestMerges } from './suggest-merges.ts'

/** A season with one session for each of these cars. */
function seasonOf(...cars: Partial<CarResult>[]): SeasonInput {
  return aSeason({
    events: cars.map((car, index) =>
      anEvent(`event ${index}`, aSession({ sessionId: `${index}`, cars: [aCar(car)] })),
    ),
  })
}

function suggested(...names: string[]): string[] {
  return suggestMerges(seasonOf(...names.map((name) => ({ name })))).map(
    ({ name, alias, reason }) => `${name} = ${alias}: ${reason}`,
  )
}

test('names that differ in case, accents, spaces and signs are likely one driver', () => {
  assert.deepEqual(suggested('Kimi Räikkönen', 'KIMI_RAIKKONEN'), [
    'KIMI_RAIKKONEN = Kimi Räikkönen: letters',
  ])
  assert.deepEqual(suggested('Bjørn', 'bjorn'), ['Bjørn = bjorn: letters'])
  assert.deepEqual(suggested('max 33', 'Max33'), ['max 33 = Max33: letters'])
})

test('a cut off name is likely the one that goes on', () => {
  assert.deepEqual(suggested('Alexander the Great', 'Alexander th…'), [
    'Alexander the Great = Alexander th…: cutOff',
  ])
  const full = 'A very long name of a driver 123456'
  assert.deepEqual(suggested(full, full.slice(0, 31)), [`${full} = ${full.slice(0, 31)}: cutOff`])
})

test('the beginning of a name that is not cut off says nothing', () => {
  assert.deepEqual(suggested('Alexander', 'Alex', 'Al…'), [])
})

test('a clan’s tag doesn’t make another driver', () => {
  assert.deepEqual(suggested('[PIT] Lewis', 'lewis'), ['[PIT] Lewis = lewis: tag'])
  assert.deepEqual(suggested('PIT | Lewis', 'Lewis'), ['PIT | Lewis = Lewis: tag'])
  assert.deepEqual(suggested('[PIT] Lewis', '[PIT] Charles'), [])
})

test('a typo is one only with the same number', () => {
  const right = { name: 'Verstappen', carNumber: 33 }
  assert.deepEqual(suggestMerges(seasonOf(right, { name: 'Verstapen', carNumber: 1 })), [])
  assert.deepEqual(suggestMerges(seasonOf(right, { name: 'Verstapen', carNumber: 33 })), [
    {
      name: 'Verstappen',
      alias: 'Verstapen',
      reason: 'typo',
      sameNumber: true,
      sameTeam: false,
      score: 0.4,
    },
  ])
})

test('the same number and team make a suggestion likelier, not other names alike', () => {
  const [plain] = suggestMerges(seasonOf({ name: 'Max', team: 'A' }, { name: 'MAX', team: 'B' }))
  const car = { carNumber: 33, team: 'A' }
  const [supported] = suggestMerges(seasonOf({ name: 'Max', ...car }, { name: 'MAX', ...car }))
  assert.ok(plain && supported && supported.score > plain.score)
  assert.deepEqual(suggestMerges(seasonOf({ name: 'Max', ...car }, { name: 'Lando', ...car })), [])
})

test('two who drove in the same session are two drivers', () => {
  const cars = [aCar({ name: 'Max' }), aCar({ name: 'MAX', driverIdx: 1 })]
  assert.deepEqual(suggestMerges(aSeason({ events: [anEvent('one', aSession({ cars }))] })), [])
})

test('hidden names are never suggested', () => {
  const hidden = { name: 'Player', isHidden: true }
  assert.deepEqual(suggestMerges(seasonOf(hidden, hidden, { name: 'player' })), [])
})

test('names without letters and digits are alike in nothing', () => {
  assert.deepEqual(suggested('★★★', '☆☆☆'), [])
})

test('who is merged is not suggested again, and a name likes any of another’s', () => {
  const season = seasonOf({ name: 'Max' }, { name: 'Emilian' }, { name: 'MAX' })
  const aliases = [{ name: 'Emilian', aliases: ['Max'] }]
  const [only, ...rest] = suggestMerges({ ...season, aliases })
  assert.deepEqual([only?.name, only?.alias, rest.length], ['Emilian', 'MAX', 0])
  const all = [{ name: 'Emilian', aliases: ['Max', 'MAX'] }]
  assert.deepEqual(suggestMerges({ ...season, aliases: all }), [])
})
