import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { CarResult } from './session-result.ts'
import type { SeasonInput } from './input.ts'
import { aCar, anEvent, aSeason, aSession } from './season.fixture.ts'
import { suggestMerges } from './suggest-merges.ts'

/** Returns a season with one session for each of these cars. */
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

/** The two names of one driver differ in their case. */
const PAIR = [{ name: 'Max' }, { name: 'MAX' }] as const

const scoreOf = (one: Partial<CarResult>, other: Partial<CarResult>) =>
  suggestMerges(seasonOf(one, other)).map(({ reason, sameNumber, sameTeam, score }) => {
    return [reason, sameNumber, sameTeam, score]
  })

suite('the likelihood of a suggestion', () => {
  const car = { carNumber: 33, team: 'Red' }
  const other = { carNumber: 1, team: 'Blue' }
  const long = 'Maximilian'

  for (const [reason, one, two, alone] of [
    ['letters', long, 'MAXIMILIAN', 0.85],
    ['tag', long, '[PIT] Maximilian', 0.7],
    ['cutOff', long, 'Maxi…', 0.7],
  ] as const) {
    test(`by ${reason} is ${alone}, a tenth more by the number and a twentieth by the team`, () => {
      assert.deepEqual(scoreOf({ name: one, ...car }, { name: two, ...other }), [
        [reason, false, false, alone],
      ])
      assert.deepEqual(scoreOf({ name: one, ...car }, { name: two, ...other, carNumber: 33 }), [
        [reason, true, false, Math.round(alone * 100 + 10) / 100],
      ])
      assert.deepEqual(scoreOf({ name: one, ...car }, { name: two, ...other, team: 'Red' }), [
        [reason, false, true, Math.round(alone * 100 + 5) / 100],
      ])
      assert.deepEqual(scoreOf({ name: one, ...car }, { name: two, ...car }), [
        [reason, true, true, Math.round(alone * 100 + 15) / 100],
      ])
    })
  }

  test('by a typo needs the number, and grows by the team', () => {
    const typo = { name: 'Maximilain' }
    assert.deepEqual(scoreOf({ name: long, ...car }, { ...typo, ...other, team: 'Red' }), [])
    assert.deepEqual(scoreOf({ name: long, ...car }, { ...typo, ...other, carNumber: 33 }), [
      ['typo', true, false, 0.4],
    ])
    assert.deepEqual(scoreOf({ name: long, ...car }, { ...typo, ...car }), [
      ['typo', true, true, 0.45],
    ])
  })

  test('does not grow where neither car has a number or a team', () => {
    for (const carNumber of [null, 0]) {
      const unknown = { carNumber, team: '' }
      assert.deepEqual(scoreOf({ name: 'Max', ...unknown }, { name: 'MAX', ...unknown }), [
        ['letters', false, false, 0.85],
      ])
    }
  })

  test('grows by any number and any team that both have driven with', () => {
    const [one, two] = PAIR
    const season = seasonOf({ ...one, ...car }, { ...one, ...other }, { ...two, ...other })
    assert.partialDeepStrictEqual(suggestMerges(season), [{ sameNumber: true, sameTeam: true }])
  })
})

suite('of several suggestions', () => {
  test('the likeliest is first', () => {
    assert.deepEqual(suggested('Alexander', '[X] Lewis', 'Alex…', 'Lewis', 'alexander'), [
      'Alexander = alexander: letters',
      'Alexander = Alex…: cutOff',
      '[X] Lewis = Lewis: tag',
      'alexander = Alex…: cutOff',
    ])
  })

  test('equally likely ones are in the order of their names', () => {
    for (const names of [
      ['Ann', 'Bob', 'Cid', 'ANN', 'BOB', 'CID'],
      ['Cid', 'Bob', 'Ann', 'BOB', 'CID', 'ANN'],
    ]) {
      assert.deepEqual(suggested(...names, 'Cid', 'Ann', 'Bob'), [
        'Ann = ANN: letters',
        'Bob = BOB: letters',
        'Cid = CID: letters',
      ])
    }
  })

  test('equally likely ones of one name are in the order of the others', () => {
    for (const names of [
      ['Max', 'Max', 'max', 'MAX'],
      ['Max', 'Max', 'MAX', 'max'],
    ]) {
      assert.deepEqual(suggested(...names), [
        'MAX = max: letters',
        'Max = MAX: letters',
        'Max = max: letters',
      ])
    }
  })

  test('of two drivers only the best reason counts', () => {
    for (const aliases of [
      ['[X] Verstappen', 'Verstappen'],
      ['Verstappen', '[X] Verstappen'],
    ]) {
      const cars = aliases.map((name) => ({ name }))
      const merged = {
        ...seasonOf(...cars, { name: 'VERSTAPPEN' }),
        aliases: [{ name: 'Maximilian', aliases }],
      }
      assert.deepEqual(
        suggestMerges(merged).map(({ name, alias, reason }) => [name, alias, reason]),
        [['Maximilian', 'VERSTAPPEN', 'letters']],
      )
    }
  })
})

test('the name that the standings show is compared too, even if nobody drove under it', () => {
  const season = {
    ...seasonOf({ name: 'MV1' }, { name: 'VERSTAPPEN' }),
    aliases: [{ name: 'Verstappen', aliases: ['MV1'] }],
  }
  assert.partialDeepStrictEqual(suggestMerges(season), [
    { name: 'VERSTAPPEN', alias: 'Verstappen', reason: 'letters' },
  ])
})

test('who met in one of many sessions are two drivers', () => {
  const both = aSession({
    sessionId: 'both',
    cars: [aCar({ name: 'Max' }), aCar({ name: 'MAX', driverIdx: 1 })],
  })
  const season = seasonOf({ name: 'Max' }, { name: 'MAX' })
  assert.equal(suggestMerges(season).length, 1)
  assert.deepEqual(
    suggestMerges({ ...season, events: [...season.events, anEvent('both', both)] }),
    [],
  )
})

test('of two names the one of more sessions is shown, else the longer one', () => {
  assert.deepEqual(suggested('Max 33', 'Max33', 'Max33'), ['Max33 = Max 33: letters'])
  assert.deepEqual(suggested('Max33', 'Max 33'), ['Max 33 = Max33: letters'])
  assert.deepEqual(suggested('Max', 'MAX'), ['MAX = Max: letters'])
})
