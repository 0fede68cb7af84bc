import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseFilter } from '@pitboard/contract/sessions/filters'
import { filterText, type RecordingFilter } from './recordings.ts'

const USER = '0190a000-0000-7000-8000-000000000002'
const ALL: RecordingFilter = {
  ...{ isOwn: false, trackId: null, sessionType: null, from: '', to: '', name: '' },
}

test('a choice is a filter that the API reads, whatever stands in the name', () => {
  assert.equal(filterText(ALL, USER), '')
  const odd = { ...ALL, isOwn: true, trackId: 7, sessionType: 10, name: String.raw`a "b\c", d|e` }
  for (const filter of [odd, { ...odd, from: '2026-03-08', to: '2026-03-08' }]) {
    assert.doesNotThrow(() => parseFilter(filterText(filter, USER)))
  }
})

test('the last day is let through as a whole', () => {
  const day = { ...ALL, from: '2026-03-08', to: '2026-03-08' }
  const [since = '', until = ''] = filterText(day, USER).match(/[\d-]+T[\d:.]+Z/g) ?? []
  assert.equal(Date.parse(until) - Date.parse(since), 24 * 60 * 60 * 1000)
})
