import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_POINTS } from '@pitboard/contract/seasons/points-presets'
import type { SeasonEvent } from '@pitboard/contract/seasons/season'
import { aLinkedSession, anEvent, aStandingsDriver } from '../../../testing/a-season.ts'
import { findTitleFight } from '@pitboard/analysis/season/title-fight'

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

const qualified = aLinkedSession('quali', NOW, { role: 'qualifying' })

for (const [rule, system, sessions, pointsLeft] of [
  ['its win', { race: [25, 18] }, [], 25],
  ['the most of its places', { race: [10, 12, 8] }, [], 12],
  ['a qualifying', { race: [25], qualifying: [3, 2] }, [], 28],
  ['no qualifying that is over', { race: [25], qualifying: [3] }, [qualified], 25],
  ['the pole', { race: [25], pole: 2 }, [], 27],
  ['no pole that costs points', { race: [25], pole: -2 }, [], 25],
  ['the fastest lap', { race: [25], fastestLap: 1 }, [], 26],
  ['no fastest lap that costs points', { race: [25], fastestLap: -1 }, [], 25],
  ['the bonuses', { race: [25], cleanRace: 2, placesGained: 3, participation: 1 }, [], 31],
  ['no bonus that costs points', { race: [25], participation: -1 }, [], 25],
  ['nothing', { race: [] }, [], 0],
] as const) {
  test(`an event to come pays ${rule}`, () => {
    const { fastestLap, ...known } = { fastestLap: null, ...system }
    const lap = {
      withinPosition: null,
      shared: 'all' as const,
      inSprints: false,
      minimumDistanceShare: 0,
    }
    const rules = {
      ...NO_POINTS,
      ...known,
      race: [...known.race],
      qualifying: 'qualifying' in known ? [...known.qualifying] : [],
      fastestLap: fastestLap === null ? null : { ...lap, points: fastestLap },
    }
    const drivers = [aStandingsDriver('Ann')]
    const found = findTitleFight(
      { events: [raced(10), anEvent(13, { sessions: [...sessions] })], pointsSystem: rules },
      { drivers, teams: [], tracks: [] },
      NOW,
    )
    assert.equal(found?.pointsLeft, pointsLeft)
  })
}

const fightAlone = (events: readonly SeasonEvent[]) =>
  findTitleFight(
    { events: [...events], pointsSystem },
    { drivers: [aStandingsDriver('Ann')], teams: [], tracks: [] },
    NOW,
  )

test('the fight is between the first two; the only driver is champion after the last race alone', () => {
  const found = fight([raced(10), raced(11)], 5)
  assert.deepEqual([found?.leader.name, found?.second?.name], ['Ann', 'Bob'])
  assert.deepEqual([fightAlone([raced(10), raced(11)])?.second], [null])
  assert.equal(fightAlone([raced(10), raced(11)])?.isDecided, true)
  assert.equal(fightAlone([raced(10), anEvent(11)])?.isDecided, false)
})

test('sprints that pay nothing and races of other kinds leave nothing open', () => {
  const sprint = aLinkedSession('sprint', NOW, { role: 'sprint' })
  const events = [raced(10, { sessions: [sprint, aLinkedSession('race', NOW)] }), anEvent(13)]
  const unpaid = findTitleFight(
    { events, pointsSystem: { ...pointsSystem, sprint: [] } },
    {
      drivers: [aStandingsDriver('Ann'), aStandingsDriver('Bob', { position: 2, gapToLeader: 27 })],
      teams: [],
      tracks: [],
    },
    NOW,
  )
  assert.deepEqual([unpaid?.mayHaveSprints, unpaid?.isDecided], [false, true])
  assert.equal(fight([raced(10), anEvent(13)], 5)?.mayHaveSprints, false)
})

const fightOfDated = (startsAt: string | null) => fight([anEvent(13, { startsAt }), raced(10)], 5)

test('an event of today that was not raced before others is over', () => {
  assert.equal(fightOfDated(NOW)?.pointsLeft, 0)
  assert.equal(fightOfDated('2026-03-08T20:00:01Z')?.pointsLeft, 26)
  assert.equal(fightOfDated(null)?.pointsLeft, 0)
})

test('an event of which only another session was driven is still to be raced', () => {
  assert.equal(fight([raced(10), anEvent(13, { sessions: [qualified] })], 5)?.pointsLeft, 26)
})

test('who stands below for want of starts is no rival, with whatever points', () => {
  const drivers = [
    aStandingsDriver('Ann', { points: 60 }),
    aStandingsDriver('Bob', { points: 80, position: 2, missingStarts: 1 }),
  ]
  const standings = { drivers, teams: [], tracks: [] }
  const season = { events: [raced(10), raced(11)], pointsSystem }
  const found = findTitleFight(season, standings, NOW)
  assert.deepEqual([found?.leader.name, found?.second, found?.isDecided], ['Ann', null, true])
})

const leftBy = (points: SeasonEvent['points']) =>
  fight([raced(10), raced(11), anEvent(13, { points })], 5)?.pointsLeft

test('an event to come is worth what it pays itself', () => {
  const left = [null, { factor: 2 }, { factor: 0.5, race: [40] }].map(leftBy)
  assert.deepEqual(left, [26, 52, 20.5])
})
