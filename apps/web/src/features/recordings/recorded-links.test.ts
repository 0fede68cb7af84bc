import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SessionType } from '@pitboard/contract/wire/enumerations'
import { aLinkedSession, anEvent } from '../../testing/a-season.ts'
import { proposeRecordings } from './recorded-links.ts'

const START = '2026-03-08T20:00:00Z'
const { Race, ShortQualifying: Qualifying, TimeTrial } = SessionType

const recording = (id: string, startedAt: string, trackId = 10, sessionType: number = Race) =>
  aLinkedSession(id, startedAt, { session: { trackId, sessionType, sessionId: id } }).session

function proposed(
  ...[recordings, ...events]: [ReturnType<typeof recording>[], ...ReturnType<typeof anEvent>[]]
) {
  return proposeRecordings(recordings, { events }).map(
    ({ event, sessions }) => `${event.id}: ${sessions.map(({ id }) => id).join(' ')}`,
  )
}

test('recordings are proposed for the event at their track within its hours, in the order they were driven', () => {
  const event = anEvent(10, { startsAt: START })
  const all = [
    recording('race', '2026-03-08T20:30:00Z'),
    recording('qualifying', '2026-03-08T20:05:00Z', 10, Qualifying),
    recording('elsewhere', '2026-03-08T20:30:00Z', 11),
    recording('alone', '2026-03-08T19:00:00Z', 10, TimeTrial),
    recording('too early', '2026-03-08T13:59:00Z', 10, SessionType.P1),
    recording('too late', '2026-03-09T08:01:00Z', 10, SessionType.P2),
  ]
  assert.deepEqual(proposed(all, event), ['event-10: qualifying race'])
  assert.deepEqual(proposed(all, anEvent(10)), [], 'without a date nothing says which event it is')
})

test('of two events at a track the nearer one is meant', () => {
  const [first, second] = [START, '2026-03-08T23:00:00Z'].map((startsAt, index) => ({
    ...anEvent(10, { startsAt }),
    id: `event ${index}`,
  }))
  assert.ok(first && second)
  const races = [recording('a', '2026-03-08T20:05:00Z'), recording('b', '2026-03-08T23:05:00Z')]
  assert.deepEqual(proposed(races, first, second), ['event 0: a', 'event 1: b'])
})

test('what is linked, in another recording too, and a type that the event has are not proposed', () => {
  const linked = aLinkedSession('linked', START, {
    session: { trackId: 10, sessionType: Race, sessionId: 'game' },
  })
  const event = anEvent(10, { startsAt: START, sessions: [linked] })
  const again = { ...recording('again', START, 10, Qualifying), sessionId: 'game' }
  assert.deepEqual(proposed([linked.session, again, recording('other race', START)], event), [])
  const twice = ['one', 'two'].map((id) => ({
    ...recording(id, START, 10, Qualifying),
    sessionId: 'same',
  }))
  assert.deepEqual(proposed(twice, event), ['event-10: one'])
})
