import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_POINTS } from '@pitboard/contract/seasons/points-presets'
import type { SeasonEvent } from '@pitboard/contract/seasons/season'
import { aLinkedSession, anEvent, aStandingsDriver } from '../../../testing/a-season.ts'
import { findTitleFight } from './title-fight.ts'

const NOW = '2026-03-08T20:00:00Z'
const pointsSystem = { ...NO_POINTS, race: [25, 18, 15], sprint: [8, 7], pole: 1 }
const raced = (track: number, known: Partial<SeasonEvent> = {}) =>
  anEvent(track, { sessions: [aLinkedSession(`race-${track}`, NOW)], ...known })

function fight(events: readonly SeasonEvent[], gap: number, second = 2) {
  const drivers = [
    aStandingsDriver('Ann', { points: 60 }),
    aStandingsDriver('Bob', { points: 60 - gap, gapToLeader: gap, position: second }),
  ]
  return findTitleFight(
    { events: [...events], pointsSystem },
    { drivers, teams: [], tracks: [] },
    NOW,
  )
}

test('races to come pay their win and the pole; the title is open while that is enough', () => {
  const open = fight([raced(10), raced(11), anEvent(13), anEvent(7)], 52)
  assert.deepEqual([open?.pointsLeft, open?.isDecided], [52, false])
  assert.equal(fight([raced(10), raced(11), anEvent(13), anEvent(7)], 53)?.isDecided, true)
})

test('a season of sprints is not decided before its last race', () => {
  const sprint = aLinkedSession('sprint', NOW, { role: 'sprint' })
  const weekend = anEvent(10, { sessions: [sprint, aLinkedSession('race', NOW)] })
  const open = fight([weekend, anEvent(13)], 53)
  assert.deepEqual([open?.mayHaveSprints, open?.isDecided], [true, false])
  const over = fight([weekend, raced(13)], 1)
  assert.deepEqual([over?.mayHaveSprints, over?.isDecided], [false, true])
})

test('after the last race the leader is champion, unless two share the position', () => {
  assert.equal(fight([raced(10), raced(11)], 0)?.isDecided, true)
  assert.equal(fight([raced(10), raced(11)], 0, 1)?.isDecided, false)
})

test('an event before the last race without a result is cancelled, unless its date is to come', () => {
  assert.equal(fight([anEvent(13), raced(10), raced(11)], 5)?.isDecided, true)
  const postponed = anEvent(13, { startsAt: '2026-04-01T20:00:00Z' })
  assert.equal(fight([postponed, raced(10), raced(11)], 5)?.pointsLeft, 26)
})

test('neither a live race nor a single event decides a championship', () => {
  const live = aLinkedSession('live', NOW, { session: { sessionEndTime: null } })
  assert.equal(fight([raced(10), anEvent(11, { sessions: [live] })], 40)?.isDecided, false)
  assert.equal(fight([raced(10)], 40)?.isDecided, false)
})

test('a season without results has no title fight', () => {
  const empty = { drivers: [], teams: [], tracks: [] }
  assert.equal(findTitleFight({ events: [anEvent(10)], pointsSystem }, empty, NOW), null)
})
