import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BLANK_DRIVER } from '@pitboard/contract/sessions/blank-driver'
import type { SessionEvent } from '@pitboard/contract/sessions/session-events'
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

test('the leader’s laps are marked when they begin, each once', () => {
  let marks: TimelineMarks = { laps: [], events: [] }
  for (const [atMs, leaderLap] of [
    [0, 0],
    [10, 1],
    [20, 1],
    [30, 2],
    [40, 1],
    [50, 4],
  ] as const) {
    const leader = { ...BLANK_DRIVER, position: 1, currentLapNumber: leaderLap }
    const second = { ...BLANK_DRIVER, position: 2, currentLapNumber: 9 }
    marks = extendMarks(marks, atMs, { drivers: [second, leader], events: [] })
  }
  assert.deepEqual(marks.laps, [
    { lapNum: 1, atMs: 10 },
    { lapNum: 2, atMs: 30 },
    { lapNum: 4, atMs: 50 },
  ])
})

test('events are marked when they appear, and a state without anything new changes nothing', () => {
  const [first, second, third] = eventsFrom(1)
  assert.ok(first && second && third)
  const before = extendMarks({ laps: [], events: [] }, 10, { drivers: [], events: [first, second] })
  assert.deepEqual(before.events, [
    { seq: 1, kind: 'overtake', atMs: 10 },
    { seq: 2, kind: 'overtake', atMs: 10 },
  ])
  assert.equal(extendMarks(before, 20, { drivers: [], events: [first, second] }), before)
  const after = extendMarks(before, 30, { drivers: [], events: [second, third] })
  assert.deepEqual(after.events.at(-1), { seq: 3, kind: 'overtake', atMs: 30 })
  assert.equal(after.events.length, 3)
})

function eventsFrom(first: number): SessionEvent[] {
  return Array.from({ length: EVENTS_PER_STATE }, (_, place) => ({
    seq: first + place,
    kind: 'overtake',
    timeMs: 0,
    lapNum: 1,
    driverIdx: 0,
    otherDriverIdx: 1,
    value: null,
    seconds: null,
  }))
}
