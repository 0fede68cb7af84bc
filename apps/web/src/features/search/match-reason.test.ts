import assert from 'node:assert/strict'
import { test } from 'node:test'
import { de, en } from '../../testing/text.ts'
import { reasonOf } from './match-reason.ts'

const TRACK = { isSimilar: false }

test('a track says why it was found, unless by its own name', () => {
  assert.equal(reasonOf({ ...TRACK, by: 'name', value: 'Brazil' }, en), '')
  const place = reasonOf({ ...TRACK, by: 'place', value: 'Interlagos' }, en)
  assert.equal(place, en('search.otherName', { name: 'Interlagos' }))
  const country = { ...TRACK, by: 'country', value: 'BR' } as const
  assert.equal(reasonOf(country, en), en('search.country', { country: 'Brazil' }))
  assert.equal(reasonOf(country, de), de('search.country', { country: 'Brasilien' }))
})
