import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Track } from '@pitboard/contract/wire/enumerations'
import { anEvent } from '../../testing/a-season.ts'
import { finishersOf } from './overview/finishers.ts'
import { eventName } from '@pitboard/contract/seasons/event-name'
import { findSession, trackCode } from './session-titles.ts'

test('a track has three letters without accents and signs, and its own where they are shared', () => {
  assert.deepEqual([Track.Monaco, Track.Montreal, Track.Monza].map(trackCode), [
    'MCO',
    'MTL',
    'MZA',
  ])
  assert.equal(trackCode(10), 'SPA')
  assert.match(trackCode(16), /^[A-Z]{3}$/)
})

test('an event is called as its organiser calls it, else by its track', () => {
  assert.equal(eventName({ name: 'Finale', track: 10 }), 'Finale')
  assert.equal(eventName({ name: ' ', track: 10 }), 'Spa')
})

test('a session that no event has is not found, and an empty podium has no places', () => {
  assert.equal(findSession({ events: [anEvent(10)] }, 'gone'), null)
  assert.equal(findSession({ events: [] }, null), null)
  assert.deepEqual(finishersOf([]), [])
})
