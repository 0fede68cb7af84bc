import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_POINTS } from '@pitboard/contract/seasons/points-presets'
import type { Season } from '@pitboard/contract/seasons/season'
import {
  aLinkedSession,
  anEvent,
  aResult,
  aSeason,
  aStandingsDriver,
} from '../../../testing/a-season.ts'
import { summariseSeasons } from './league-digest.ts'

const NOW = '2026-06-01T12:00:00Z'

interface Calendar {
  /** Its races were driven then; Ann has won each. */
  readonly raced?: readonly string[]
  readonly ahead?: readonly string[]
}

function aDrivenSeason(id: string, { raced = [], ahead = [] }: Calendar): Season {
  const races = raced.map((at, index) => aLinkedSession(`${id} ${index}`, at))
  const results = (position: number) =>
    races.map(({ session }) => aResult(session.id, position, position))
  return aSeason({
    id,
    pointsSystem: { ...NO_POINTS, race: [25, 18] },
    events: [
      ...races.map((linked, index) => anEvent(index, { sessions: [linked] })),
      ...ahead.map((startsAt, index) => anEvent(20 + index, { startsAt })),
    ],
    standings: {
      drivers: [
        aStandingsDriver('Ann', { points: 50, results: results(1) }),
        aStandingsDriver('Bob', { position: 2, points: 30, gapToLeader: 20, results: results(2) }),
      ],
      teams: [],
      tracks: [],
    },
  })
}

const ids = (list: readonly { readonly season: Season }[]) => list.map(({ season }) => season.id)

const OVER = aDrivenSeason('over', { raced: ['2026-02-01T19:00:00Z', '2026-02-08T19:00:00Z'] })
const EARLIER = aDrivenSeason('earlier', {
  raced: ['2025-02-01T19:00:00Z', '2025-03-01T19:00:00Z'],
})
const FAR = aDrivenSeason('far', { ahead: ['2026-09-01T19:00:00Z'] })
const NEAR = aDrivenSeason('near', {
  raced: ['2026-01-04T19:00:00Z'],
  ahead: ['2026-06-07T19:00:00Z', '2026-06-14T19:00:00Z'],
})

test('the current season is live, else the one that races next, else the one that raced last', () => {
  const live = { ...OVER, id: 'live', isLive: true }
  for (const [seasons, current] of [
    [[OVER, NEAR, live, FAR], 'live'],
    [[OVER, FAR, NEAR], 'near'],
    [[EARLIER, OVER], 'over'],
    [[aSeason({ id: 'new' })], 'new'],
    [[], undefined],
  ] as const) {
    assert.equal(summariseSeasons(seasons, NOW).current?.id, current)
  }
})

test('the next event is the earliest of all seasons', () => {
  const { next } = summariseSeasons([FAR, OVER, NEAR], NOW)
  assert.deepEqual([next?.season.id, next?.startsAt], ['near', '2026-06-07T19:00:00Z'])
  assert.equal(summariseSeasons([OVER], NOW).next, null)
})

test('races of all seasons are listed newest first, with those who stood on the podium', () => {
  const { races } = summariseSeasons([EARLIER, NEAR, OVER], NOW)
  assert.deepEqual(ids(races), ['over', 'over', 'near', 'earlier', 'earlier'])
  assert.deepEqual(
    races[0]?.podium.map(({ name }) => name),
    ['Ann', 'Bob'],
  )
})

test('champions are those whom nobody can overtake any more, newest first', () => {
  const { champions } = summariseSeasons([EARLIER, NEAR, OVER], NOW)
  assert.deepEqual(ids(champions), ['over', 'earlier'])
  assert.deepEqual(champions[0]?.wonAt, '2026-02-08T19:00:00Z')
})

test('without races to come or gone the first season is the current one', () => {
  const seasons = [aSeason({ id: 'first' }), aSeason({ id: 'second' })]
  assert.equal(summariseSeasons(seasons, NOW).current?.id, 'first')
  assert.equal(summariseSeasons([...seasons, EARLIER], NOW).current?.id, 'earlier')
})

test('a race counts once it is over and has a winner', () => {
  const [event] = OVER.events
  assert.ok(event)
  const [linked] = event.sessions
  assert.ok(linked)
  const racesOf = (sessions: (typeof linked)[], season: Season = OVER) =>
    summariseSeasons([{ ...season, events: [{ ...event, sessions }] }], NOW).races.length
  assert.equal(racesOf([linked]), 1)
  assert.equal(racesOf([{ ...linked, session: { ...linked.session, sessionEndTime: null } }]), 0)
  assert.equal(racesOf([{ ...linked, role: 'sprint' }]), 0)
  assert.equal(racesOf([linked], { ...OVER, standings: { drivers: [], teams: [], tracks: [] } }), 0)
  assert.equal(racesOf([]), 0)
})

test('of two races of an event the last one is listed', () => {
  const [first] = OVER.events
  assert.ok(first)
  const sessions = OVER.events.flatMap((event) => event.sessions)
  const { races } = summariseSeasons([{ ...OVER, events: [{ ...first, sessions }] }], NOW)
  assert.deepEqual(
    races.map(({ linked }) => linked.session.id),
    ['over 1'],
  )
})

test('a season is won once, and only where the fight is decided', () => {
  const { champions } = summariseSeasons([OVER, NEAR], NOW)
  assert.deepEqual(
    champions.map(({ season, driver, wonAt }) => [season.id, driver.name, wonAt]),
    [['over', 'Ann', '2026-02-08T19:00:00Z']],
  )
})

test('where tiers compete each has its races, its podium and its champion', () => {
  const [ann, bob] = OVER.standings.drivers
  assert.ok(ann && bob)
  const best = (driver: typeof ann) => [
    {
      ...driver,
      position: 1,
      results: driver.results.map((result) => ({ ...result, position: 1 })),
    },
  ]
  const season: Season = {
    ...OVER,
    tiers: ['Pro', 'Club'],
    standings: {
      ...OVER.standings,
      tiers: [
        { tier: 'Pro', drivers: best(ann) },
        { tier: 'Club', drivers: best(bob) },
      ],
    },
  }
  const { races, champions, current } = summariseSeasons([season], NOW)
  assert.equal(current, season)
  assert.deepEqual(
    races.map(({ tier, podium }) => [tier, podium.map(({ name }) => name)]),
    [
      ['Pro', ['Ann']],
      ['Club', ['Bob']],
      ['Pro', ['Ann']],
      ['Club', ['Bob']],
    ],
  )
  assert.deepEqual(
    champions.map(({ tier, driver }) => [tier, driver.name]),
    [
      ['Pro', 'Ann'],
      ['Club', 'Bob'],
    ],
  )
})
