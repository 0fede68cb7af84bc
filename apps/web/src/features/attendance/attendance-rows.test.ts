import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventDriver } from '@pitboard/contract/attendance/attendance'
import { attendanceRows, countAnswers } from './attendance-rows.ts'

function driver(name: string, known: Partial<EventDriver> = {}): EventDriver {
  return {
    driverId: name,
    userId: null,
    name,
    tier: '',
    isReserve: false,
    isCalledUp: false,
    mayAnswer: true,
    answer: null,
    ...known,
  }
}

const event = (eventId: string, ...drivers: EventDriver[]) => ({
  eventId,
  deadlineAt: '2026-10-04T12:00:00Z',
  isOpen: true,
  drivers,
})

test('the reader is listed first, then drivers, then reserves, in the order of the roster', () => {
  const events = [
    event(
      'spa',
      driver('Rex', { isReserve: true }),
      driver('Ann', { tier: 'Pro' }),
      driver('Mia', { userId: 'U', isReserve: true }),
      driver('Bob'),
    ),
  ]
  const rows = attendanceRows(events, 'U')
  assert.deepEqual(
    rows.map(({ name, isOwn, isReserve, tier }) => [name, isOwn, isReserve, tier]),
    [
      ['Mia', true, true, ''],
      ['Ann', false, false, 'Pro'],
      ['Bob', false, false, ''],
      ['Rex', false, true, ''],
    ],
  )
  assert.deepEqual(
    attendanceRows(events, null).map(({ name, isOwn }) => [name, isOwn]),
    [
      ['Ann', false],
      ['Bob', false],
      ['Rex', false],
      ['Mia', false],
    ],
  )
})

test('a driver has one row for all events, by the user, else by the name', () => {
  const [red, blue] = [
    driver('Ann', { userId: 'A', isReserve: true, tier: 'Am' }),
    driver('Anna', { userId: 'A', driverId: 'second', tier: 'Pro' }),
  ]
  const rows = attendanceRows(
    [event('spa', red, driver('Bob')), event('monza', blue, driver('Bob'))],
    null,
  )
  assert.deepEqual(
    rows.map(({ key, name, tier, isReserve, entries }) => [
      key,
      name,
      tier,
      isReserve,
      [...entries.keys()],
    ]),
    [
      ['A', 'Ann', 'Am', false, ['spa', 'monza']],
      ['Bob', 'Bob', '', false, ['spa', 'monza']],
    ],
  )
  assert.equal(rows[0]?.entries.get('monza'), blue)
})

test('answers are counted of drivers and of reserves who are called up', () => {
  assert.deepEqual(
    countAnswers([
      driver('Ann', { answer: 'accepted' }),
      driver('Bob', { answer: 'declined' }),
      driver('Cas', { answer: 'tentative' }),
      driver('Dan'),
      driver('Rex', { isReserve: true, answer: 'accepted' }),
      driver('Roy', { isReserve: true, isCalledUp: true, answer: 'accepted' }),
    ]),
    { accepted: 2, declined: 1, open: 2 },
  )
})
