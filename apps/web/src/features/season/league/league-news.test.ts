import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Season } from '@pitboard/contract/seasons/season'
import {
  aLinkedSession,
  anEvent,
  aResult,
  aSeason,
  aStandingsDriver,
} from '../../../testing/a-season.ts'
import { summariseSeasons } from './league-digest.ts'
import { findLeagueNews } from './league-news.ts'

const NOW = '2026-12-31T00:00:00Z'
const at = (day: number) => `2026-01-${String(day).padStart(2, '0')}T20:00:00Z`

/** The list has the winners of its races, one a day from the first of January. */
function aRacedSeason(id: string, winners: readonly string[], known: Partial<Season> = {}): Season {
  const races = winners.map((_, index) => aLinkedSession(`${id} ${index}`, at(index + 1)))
  return aSeason({
    id,
    events: [
      ...races.map((linked, index) => ({
        ...anEvent(index, { sessions: [linked] }),
        id: `${id} ${index}`,
      })),
      anEvent(30, { startsAt: '2027-03-01T20:00:00Z' }),
    ],
    standings: {
      teams: [],
      tracks: [],
      drivers: [...new Set(winners)].map((name) =>
        aStandingsDriver(name, {
          results: winners.flatMap((winner, index) =>
            winner === name ? [aResult(`${id} ${index}`, 1)] : [],
          ),
        }),
      ),
    },
    ...known,
  })
}

function newsOf(...seasons: Season[]) {
  const { races, champions } = summariseSeasons(seasons, NOW)
  return findLeagueNews(seasons, races, champions)
}

const notesOf = (...seasons: Season[]) =>
  newsOf(...seasons)
    .toReversed()
    .map((item) => (item.kind === 'race' ? item.notes.map(({ kind }) => kind).join() : item.kind))

test('a win is a streak from the third in a row of a season, and the first of a driver is told', () => {
  assert.deepEqual(notesOf(aRacedSeason('a', ['Ann', 'Ann', 'Ann', 'Ann', 'Bob', 'Ann'])), [
    '',
    '',
    'streak',
    'streak',
    'firstWin',
    '',
  ])
})

test('round numbers of wins are counted over the seasons of a league', () => {
  const nine = aRacedSeason(
    'a',
    Array.from({ length: 18 }, (_, day) => (day % 2 ? 'Bob' : 'Ann')),
  )
  const later = aRacedSeason('b', ['Ann'])
  const [event, ...rest] = later.events
  assert.ok(event)
  const [linked] = event.sessions
  assert.ok(linked)
  const session = { ...linked.session, sessionStartTime: at(28), sessionEndTime: at(28) }
  const moved = { ...later, events: [{ ...event, sessions: [{ ...linked, session }] }, ...rest] }
  assert.equal(notesOf(nine, moved).at(-1), 'wins')
})

test('a title is told with the race that decided it', () => {
  const season = aRacedSeason('a', ['Ann', 'Ann'])
  const over = { ...season, events: season.events.slice(0, 2) }
  assert.deepEqual(notesOf(over), ['', 'title'])
})

test('published standings and decisions stand between the races by their time, revoked ones do not', () => {
  const publication = { version: 2, status: 'official', publishedAt: at(2), note: '' } as const
  const decision = {
    id: 'one',
    kind: 'points',
    sessionId: null,
    driverIdx: null,
    name: 'Ann',
    seconds: null,
    places: null,
    points: -1,
    reason: 'late',
    authorId: null,
    authorName: 'Ute',
    createdAt: '2026-01-01T21:00:00Z',
    revokedAt: null,
    revokedReason: null,
    decision: null,
  } as const
  const revoked = { ...decision, id: 'two', revokedAt: at(3) }
  const season = aRacedSeason('a', ['Ann', 'Bob'])
  const news = newsOf({ ...season, publication, adjustments: [decision, revoked] })
  assert.deepEqual(
    news.map(({ kind }) => kind),
    ['race', 'published', 'decision', 'race'],
  )
})
