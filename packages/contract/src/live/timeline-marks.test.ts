import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionEvent } from '../sessions/session-events.ts'
import { extendMarks, MARKED_EVENTS_MAX, type TimelineMarks } from './timeline-marks.ts'

const EVENTS_PER_STATE = 200

test('a stream of events without end marks the newest ones alone', () => {
  let marks: TimelineMarks = { laps: [], events: [] }
  for (let first = 1; first <= 2 * MARKED_EVENTS_MAX; first += EVENTS_PER_STATE) {
    marks = extendMarks(marks, first, { drivers: [], events: eventsFrom(first) })
  }
  assert.equal(marks.events.length, MARKED_EVENTS_MAX)
  assert.equal(marks.events.at(-1)?.seq, 2 * MARKED_EVENTS_MAX)
})

function eventsFrom(first: number): SessionEvent[] {
  return Array.from({ length: EVENTS_PER_STATE }, (_, place) => ({
    ...{ seq: first + place, kind: 'overtake', timeMs: 0, lapNum: 1 },
    ...{ driverIdx: 0, otherDriverIdx: 1, value: null, seconds: null },
  }))
}
