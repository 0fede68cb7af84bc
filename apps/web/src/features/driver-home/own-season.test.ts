import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Season } from '@pitboard/contract/seasons/season'
import {
  aLinkedSession,
  anEvent,
  aResult,
  aSeason,
  aStandingsDriver,
} from '../../testing/a-season.ts'
import { de, en } from '../../testing/text.ts'
import { lastResultText } from './last-result-text.ts'
import { findOwnSeason, trendOf } from './own-season.ts'

const ME = 'user-me'

const results = (...places: readonly number[]) =>
  places.map((place, index) => aResult(index === 0 ? 'one' : 'two', place, place))

/** Ann leads Me and Cid; Me was third in the first race and second in the second, Cid drove the first alone. */
function aDrivenSeason(): Season {
  const races = ['one', 'two'].map((id, index) =>
    aLinkedSession(id, `2026-0${index + 1}-01T19:00:00Z`),
  )
  return aSeason({
    events: [
      ...races.map((linked, index) => anEvent(index, { sessions: [linked] })),
      anEvent(9, { startsAt: '2026-05-01T19:00:00Z' }),
    ],
    standings: {
      tracks: [],
      teams: [],
      drivers: [
        aStandingsDriver('Ann', { points: 50, progression: [25, 50, 50], results: results(1, 1) }),
        aStandingsDriver('Me', {
          userId: ME,
          position: 2,
          points: 33,
          progression: [15, 33, 33],
          results: results(3, 2),
        }),
        aStandingsDriver('Cid', {
          position: 3,
          points: 18,
          progression: [18],
          results: results(2),
        }),
      ],
    },
  })
}

test('without a chosen rival a driver is compared with the one ahead, the leader with the one behind', () => {
  const season = aDrivenSeason()
  const rivalOf = (userId: string, rivals: readonly string[] = []) =>
    findOwnSeason(season, userId, rivals, [])?.rival?.name
  assert.equal(rivalOf(ME), 'Ann')
  assert.equal(rivalOf(ME, ['Nobody', 'Cid']), 'Cid')
  assert.equal(rivalOf(ME, ['Me']), 'Ann', 'nobody is their own rival')
  const [ann, ...others] = season.standings.drivers
  assert.ok(ann)
  const drivers = [{ ...ann, userId: 'user-ann' }, ...others]
  const led = { ...season, standings: { ...season.standings, drivers } }
  assert.equal(findOwnSeason(led, 'user-ann', [], [])?.rival?.name, 'Me')
  const alone = { ...led, standings: { ...led.standings, drivers: drivers.slice(0, 1) } }
  assert.equal(findOwnSeason(alone, 'user-ann', [], [])?.rival, null)
  assert.equal(findOwnSeason(season, 'somebody', [], []), null)
})

test('the last race is the latest that is over and in which the driver took part', () => {
  const season = aDrivenSeason()
  const last = findOwnSeason(season, ME, [], [])?.last
  assert.deepEqual(
    [last?.linked.session.id, last?.own.position, last?.rival?.position],
    ['two', 2, 1],
  )
  assert.equal(findOwnSeason(season, ME, ['Cid'], [])?.last?.rival, null, 'Cid was not there')
  const [first, second, ...rest] = season.events
  assert.ok(first && second)
  const [linked] = second.sessions
  assert.ok(linked)
  const live = { ...linked, session: { ...linked.session, sessionEndTime: null } }
  const events = [first, { ...second, sessions: [live] }, ...rest]
  assert.equal(findOwnSeason({ ...season, events }, ME, [], [])?.last?.linked.session.id, 'one')
})

test('the last result is a sentence with the distance to the rival, if both were placed', () => {
  const season = aDrivenSeason()
  const found = findOwnSeason(season, ME, [], [])
  assert.ok(found?.last)
  const { last, rival } = found
  assert.equal(lastResultText({ last, rival }, en), 'Paul Ricard: P2, 1 place behind Ann.')
  assert.equal(lastResultText({ last, rival }, de), 'Paul Ricard: P2, 1 Platz hinter Ann.')
  const alone = { ...last, rival: null }
  assert.equal(lastResultText({ last: alone, rival }, en), 'Paul Ricard: P2.')
  const won = { ...last, own: last.rival ?? last.own, rival: last.own }
  assert.equal(lastResultText({ last: won, rival }, en), 'Paul Ricard: P1, 1 place ahead of Ann.')
  const retired = { ...last, own: { ...last.own, position: null } }
  assert.equal(lastResultText({ last: retired, rival }, en), 'Paul Ricard: not classified.')
})

test('points are compared after each event that was raced, best laps where both have one', () => {
  const paces = [
    {
      sessionId: 'one',
      bestLaps: [
        { driverIdx: 1, lapTimeMs: 90_000 },
        { driverIdx: 3, lapTimeMs: 90_400 },
      ],
    },
    { sessionId: 'two', bestLaps: [{ driverIdx: 2, lapTimeMs: 89_000 }] },
  ]
  const found = findOwnSeason(aDrivenSeason(), ME, [], paces)
  assert.deepEqual(found?.pointsAhead, [-10, -17])
  assert.deepEqual(found?.paceGapsMs, [400])
})

test('a trend needs three values, and what is below the noise is steady', () => {
  for (const [values, trend] of [
    [[1, 9], null],
    [[-20, -15, -10], 'closing'],
    [[5, 0, -5, -9], 'dropping'],
    [[10, 20, 11], 'steady'],
  ] as const) {
    assert.equal(trendOf(values, 2), trend, values.join())
  }
})

test('where tiers compete, a driver has the place, the rival and the table of their own tier', () => {
  const season = aDrivenSeason()
  const [ann, me, cid] = season.standings.drivers
  assert.ok(ann && me && cid)
  const own = { ...me, position: 1, points: 50 }
  const tiered: Season = {
    ...season,
    tiers: ['Gold', 'Silver'],
    standings: {
      ...season.standings,
      tiers: [
        { tier: 'Gold', drivers: [ann] },
        { tier: 'Silver', drivers: [own, { ...cid, position: 2 }] },
      ],
    },
  }
  const found = findOwnSeason(tiered, ME, [], [])
  assert.deepEqual(
    [found?.own.position, found?.own.points, found?.drivers, found?.rival?.name],
    [1, 50, 2, 'Cid'],
  )
})
