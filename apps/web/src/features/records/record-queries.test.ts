import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PersonalBest } from '@pitboard/contract/records/records'
import { findOwnBest, readConditions, readTrack, toSearch } from './record-queries.ts'

const EMPTY = { track: '', game: '', kind: '', tyres: '', weather: '', cars: '', performance: '' }
const DEFAULTS = {
  gameVersion: 2025,
  sessionKind: 'race',
  tyreClass: 'dry',
  weather: 'dry',
  formula: 'f1',
  performance: 'standard',
} as const

for (const [search, changed] of [
  [{}, {}],
  [{ game: '2019' }, { gameVersion: 2019 }],
  [{ game: '1999' }, {}],
  [{ game: '20199' }, {}],
  [{ game: 'x2019' }, {}],
  [{ game: '201x' }, {}],
  [{ kind: 'race' }, {}],
  [{ kind: 'qualifying' }, { sessionKind: 'qualifying' }],
  [{ kind: 'practice' }, { sessionKind: 'practice' }],
  [{ kind: 'timeTrial' }, { sessionKind: 'timeTrial' }],
  [{ kind: 'sprint' }, {}],
  [{ tyres: 'intermediate' }, { tyreClass: 'intermediate' }],
  [{ tyres: 'wet' }, { tyreClass: 'wet' }],
  [{ tyres: 'slick' }, {}],
  [{ weather: 'wet' }, { weather: 'wet' }],
  [{ weather: 'snow' }, {}],
  [{ cars: 'f2' }, { formula: 'f2' }],
  [{ cars: 'lorry' }, {}],
  [{ performance: 'equal' }, { performance: 'equal' }],
  [{ performance: 'best' }, {}],
] as const) {
  test(`an address with ${JSON.stringify(search)} names ${JSON.stringify(changed)}`, () => {
    assert.deepEqual(readConditions({ ...EMPTY, ...search }, 2025), { ...DEFAULTS, ...changed })
  })
}

test('a track is read where it exists', () => {
  const tracks = ['7', '0', '', '999', '7x'].map((track) => readTrack({ ...EMPTY, track }))
  assert.deepEqual(tracks, [7, 0, null, null, null])
})

test('a category is read from its own address', () => {
  const category = {
    trackId: 10,
    gameVersion: 2023,
    sessionKind: 'practice',
    tyreClass: 'wet',
    weather: 'wet',
    formula: 'f1Classic',
    performance: 'equal',
  } as const
  const search = toSearch(category)
  assert.deepEqual(search, {
    track: '10',
    game: '2023',
    kind: 'practice',
    tyres: 'wet',
    weather: 'wet',
    cars: 'f1Classic',
    performance: 'equal',
  })
  const usual = toSearch({ ...category, formula: 'f1', performance: 'standard' })
  assert.deepEqual([usual.cars, usual.performance], ['', ''])
  assert.deepEqual({ ...readConditions(search, 2025), trackId: readTrack(search) }, category)
})

const aLap = (lapTimeMs: number) => ({
  sessionId: 'S',
  driverIdx: 0,
  lapNum: 2,
  lapTimeMs,
  sector1TimeMs: 1,
  sector2TimeMs: 1,
  sector3TimeMs: 1,
  tyreCompound: 16,
  tyreAgeLaps: 0,
  hasTrace: false,
  isProven: true,
  assists: null,
  drivenAt: '2026-01-01T00:00:00Z',
})

test('an own best lap is that of exactly this category', () => {
  const category = { ...DEFAULTS, trackId: 7, trackName: 'Silverstone' }
  const others: PersonalBest[] = [
    { ...category, trackId: 8, best: aLap(1) },
    { ...category, gameVersion: 2024, best: aLap(2) },
    { ...category, sessionKind: 'practice', best: aLap(3) },
    { ...category, formula: 'f2', best: aLap(6) },
    { ...category, performance: 'equal', best: aLap(7) },
    { ...category, tyreClass: 'wet', best: aLap(4) },
    { ...category, weather: 'wet', best: aLap(5) },
  ]
  assert.equal(findOwnBest(others, category), null)
  assert.equal(findOwnBest(undefined, category), null)
  const own = { ...category, best: aLap(6) }
  assert.equal(findOwnBest([...others, own], category), own.best)
})
