import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anEvent } from '../../testing/an-event.ts'
import { latestMoment } from './race-moment.ts'

test('the moments of a race are lights out, fastest laps and the chequered flag', () => {
  const events = [
    anEvent({ seq: 1, kind: 'lightsOut' }),
    anEvent({ seq: 2, kind: 'fastestLap' }),
    anEvent({ seq: 3, kind: 'overtake' }),
  ]
  assert.equal(latestMoment({ events })?.seq, 2)
  assert.equal(latestMoment({ events: events.slice(0, 1) })?.kind, 'lightsOut')
  assert.equal(latestMoment({ events: events.slice(2) }), null)
  const ended = [...events, anEvent({ seq: 4, kind: 'chequeredFlag' })]
  assert.equal(latestMoment({ events: ended })?.seq, 4)
})
