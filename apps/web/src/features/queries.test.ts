import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryClient, type FetchQueryOptions, type QueryKey } from '@tanstack/react-query'
import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import { answerCalls } from '../testing/answered-calls.ts'
import { leagueReceivers, receiverLog } from './announcements/announcement-queries.ts'
import { lapComparison, sessionLaps } from './compare/compare-query.ts'
import { ownRecorderStatus } from './first-run/recorder-status-query.ts'
import { leagueDetail, leagueList, leagueSeasons } from './leagues/league-queries.ts'
import { ownMemberships } from './leagues/membership-queries.ts'
import {
  deletedLeagues,
  leagueHistory,
  leaguesToChoose,
  ownLeagues,
} from './leagues/own-league-queries.ts'
import { liveList } from './live-list/live-queries.ts'
import { linkableSeasons } from './my-sessions/link-to-season.ts'
import { lastOwnSessions, ownSessionPage } from './my-sessions/my-session-queries.ts'
import {
  followedItems,
  followState,
  notificationSettings,
} from './notifications/notification-queries.ts'
import {
  gameVersions,
  lapStatistics,
  participation,
  personalBests,
  recordsOfTrack,
  trackRecords,
} from './records/record-queries.ts'
import { claimsOf, rosterOf } from './roster/roster-queries.ts'
import { searchPage, searchResults } from './search/search-queries.ts'
import {
  aliasBook,
  allOwnSeasons,
  deletedSeasons,
  newestOwnSeasons,
  ownSeasons,
  seasonHistory,
  seasonWork,
} from './season/own-season-queries.ts'
import { publications, published } from './season/publication-queries.ts'
import { explanation, seasonDetail } from './season/season-queries.ts'
import { latestSessions, seasonsOf, sessionDetail, weekendOf } from './session/session-queries.ts'
import { attendanceOf, openAttendance } from './attendance/attendance-queries.ts'
import { signUpOf, signUpsOf } from './sign-ups/sign-up-queries.ts'
import {
  casesOf,
  decisionsOf,
  pendingCases,
  reportedSession,
  roomOf,
} from './stewards/steward-queries.ts'
import { userProfile } from './users/user-query.ts'

const DRY = {
  gameVersion: 2025,
  sessionKind: 'race',
  tyreClass: 'dry',
  weather: 'dry',
  formula: 'f1',
  performance: 'standard',
} as const
const LAPS = { ...DRY, trackId: 7 }

/** A query, and what it stores under which key. */
function query<Data, Key extends QueryKey>(options: FetchQueryOptions<Data, Error, Data, Key>) {
  const client = new QueryClient()
  return { key: options.queryKey, run: () => client.fetchQuery({ ...options, retry: false }) }
}

for (const [request, key, { key: stored, run }] of [
  ['/api/League/L/webhooks', ['receivers', 'L'], query(leagueReceivers('L'))],
  [
    '/api/League/L/webhooks/W/deliveries',
    ['receivers', 'L', 'log', 'W'],
    query(receiverLog('L', 'W')),
  ],
  ['/api/Laps/compare?laps=a:1:2', ['lapComparison', 'a:1:2'], query(lapComparison('a:1:2'))],
  ['/api/Sessions/S/laps', ['sessions', 'S', 'laps'], query(sessionLaps('S'))],
  ['/api/RecorderStatus', ['recorderStatus'], query(ownRecorderStatus)],
  [
    '/api/League?page=2&pageSize=24',
    ['leagues', 'list', 2, ''],
    query(leagueList({ page: 2, search: '' })),
  ],
  [
    '/api/League?page=1&pageSize=24&search=apex',
    ['leagues', 'list', 1, 'apex'],
    query(leagueList({ page: 1, search: 'apex' })),
  ],
  ['/api/League/L', ['leagues', 'one', 'L'], query(leagueDetail('L'))],
  [
    '/api/League/L/seasons?page=1&pageSize=100',
    ['leagues', 'seasons', 'L'],
    query(leagueSeasons('L')),
  ],
  ['/api/League/memberships', ['leagues', 'memberships', 'U'], query(ownMemberships('U'))],
  [
    '/api/League/user/U/page?page=2&pageSize=24',
    ['leagues', 'own', 'U', 2],
    query(ownLeagues('U', 2)),
  ],
  [
    '/api/League/user/U/page?pageSize=100',
    ['leagues', 'own', 'U', 'all'],
    query(leaguesToChoose('U')),
  ],
  ['/api/League/deleted', ['leagues', 'deleted'], query(deletedLeagues)],
  ['/api/League/L/history?pageSize=50', ['leagues', 'history', 'L'], query(leagueHistory('L'))],
  ['/api/LiveSession/all', ['liveSessions'], query(liveList)],
  ['/api/Seasons/user?pageSize=100', ['seasons', 'own', 'linkable'], query(linkableSeasons)],
  [
    '/api/Sessions/currentUser?page=1&pageSize=5',
    ['sessions', 'own', 'last'],
    query(lastOwnSessions),
  ],
  [
    '/api/Sessions/currentUser?page=2&pageSize=20',
    ['sessions', 'own', 2, null, null],
    query(ownSessionPage({ page: 2, trackId: null, sessionType: null })),
  ],
  [
    '/api/Sessions/currentUser?page=1&pageSize=20&TrackIds=7&SessionTypes=10',
    ['sessions', 'own', 1, 7, 10],
    query(ownSessionPage({ page: 1, trackId: 7, sessionType: 10 })),
  ],
  ['/api/Notifications/settings', ['account', 'notifications'], query(notificationSettings)],
  ['/api/Notifications/follows', ['follows', 'list'], query(followedItems)],
  [
    '/api/League/L/follow',
    ['follows', 'league', 'L'],
    query(followState({ kind: 'league', id: 'L' })),
  ],
  [
    '/api/Seasons/S/follow',
    ['follows', 'season', 'S'],
    query(followState({ kind: 'season', id: 'S' })),
  ],
  ['/api/Records/versions', ['records', 'versions'], query(gameVersions)],
  [
    '/api/Records/tracks?gameVersion=2025&sessionKind=race&tyreClass=dry&weather=dry&formula=f1&performance=standard',
    ['records', 'tracks', DRY],
    query(trackRecords(DRY)),
  ],
  [
    '/api/Records?gameVersion=2025&sessionKind=race&tyreClass=dry&weather=dry&formula=f1&performance=standard&trackId=7',
    ['records', 'track', LAPS],
    query(recordsOfTrack(LAPS)),
  ],
  ['/api/OwnLaps', ['sessions', 'own', 'bests'], query(personalBests)],
  [
    '/api/OwnLaps/statistics?gameVersion=2025&sessionKind=race&tyreClass=dry&weather=dry&formula=f1&performance=standard&trackId=7',
    ['sessions', 'own', 'laps', LAPS],
    query(lapStatistics(LAPS)),
  ],
  ['/api/OwnLaps/participation', ['records', 'participation'], query(participation)],
  ['/api/Seasons/S/roster', ['rosters', 'S', 3], query(rosterOf('S', 3))],
  ['/api/Seasons/S/claims', ['rosters', 'S', 'claims'], query(claimsOf('S'))],
  ['/api/Search?q=spa&limit=50', ['search', 'spa'], query(searchResults(' spa '))],
  [
    '/api/Search?q=spa&kind=leagues&page=2&limit=50',
    ['search', 'spa', 'leagues', 2],
    query(searchPage(' spa ', 'leagues', 2)),
  ],
  ['/api/Seasons/user?page=2&pageSize=25', ['seasons', 'own', 2, 25], query(ownSeasons(2))],
  ['/api/Seasons/user?page=1&pageSize=3', ['seasons', 'own', 1, 3], query(newestOwnSeasons)],
  ['/api/Seasons/user?page=1&pageSize=100', ['seasons', 'own', 1, 100], query(allOwnSeasons)],
  ['/api/Seasons/deleted', ['seasons', 'deleted'], query(deletedSeasons)],
  [
    '/api/Seasons/S/history?page=2&pageSize=50',
    ['seasons', 'history', 'S', 2],
    query(seasonHistory('S', 2)),
  ],
  ['/api/Seasons/S/aliases', ['seasons', 'aliases', 'S', 3], query(aliasBook('S', 3))],
  ['/api/Seasons/S/publications', ['seasons', 'publications', 'S', 3], query(publications('S', 3))],
  ['/api/Seasons/S/publications/3', ['seasons', 'published', 'S', 3], query(published('S', 3))],
  ['/api/Seasons/S', ['seasons', 'one', 'S'], query(seasonDetail('S'))],
  [
    '/api/Seasons/S/standings/Ann/explain',
    ['seasons', 'explain', 'S', 'Ann', 3, null],
    query(explanation('S', 'Ann', 3, null)),
  ],
  [
    '/api/Seasons/S/standings/Ann/explain?tier=Pro',
    ['seasons', 'explain', 'S', 'Ann', 3, 'Pro'],
    query(explanation('S', 'Ann', 3, 'Pro')),
  ],
  ['/api/Sessions?page=1&pageSize=6', ['sessions', 'latest'], query(latestSessions)],
  ['/api/Sessions/S', ['sessions', 'S'], query(sessionDetail('S'))],
  ['/api/Sessions/S/weekend', ['sessions', 'S', 'weekend'], query(weekendOf('S'))],
  ['/api/Sessions/S/seasons', ['seasons', 'ofSession', 'S'], query(seasonsOf('S'))],
  ['/api/Seasons/S/attendance', ['attendance', 'S', 3], query(attendanceOf('S', 3))],
  ['/api/Seasons/attendance', ['attendance', 'own'], query(openAttendance)],
  ['/api/Seasons/S/signUp', ['signUps', 'S', 'own', 'U'], query(signUpOf('S', 'U'))],
  [
    '/api/Seasons/S/signUps?pageSize=100',
    ['signUps', 'S', 'list', null, null],
    query(signUpsOf('S', { status: null, tier: null })),
  ],
  [
    '/api/Seasons/S/signUps?pageSize=100&status=waiting&tier=Pro',
    ['signUps', 'S', 'list', 'waiting', 'Pro'],
    query(signUpsOf('S', { status: 'waiting', tier: 'Pro' })),
  ],
  ['/api/Seasons/S/decisions', ['stewards', 'S', 'decisions', 3], query(decisionsOf('S', 3))],
  ['/api/Seasons/S/cases', ['stewards', 'S', 'cases'], query(casesOf('S'))],
  ['/api/Seasons/S/cases/C/room', ['stewards', 'S', 'room', 'C'], query(roomOf('S', 'C'))],
  ['/api/Seasons/work', ['seasons', 'work', null, null], query(seasonWork(null))],
  ['/api/Seasons/work', ['seasons', 'work', 'S', 3], query(seasonWork({ id: 'S', version: 3 }))],
  ['/api/StewardCases/pending', ['stewards', 'pending'], query(pendingCases)],
  ['/api/Sessions/S', ['sessions', 'S'], query(reportedSession('S'))],
  ['/api/Users/U', ['users', 'U'], query(userProfile('U'))],
] as const) {
  test(`what GET ${request} answers is stored as ${JSON.stringify(key)}`, async (t) => {
    const sent = answerCalls(t, (name) => (name.includes('/Seasons/user') ? { seasons: [] } : []))
    await run()
    assert.deepEqual(
      sent.map(({ name }) => name),
      [`GET ${request}`],
    )
    assert.deepEqual(stored, key)
  })
}

/** What a query shows until it has its own answer, after another query had one. */
function placeholderOf(options: { placeholderData?: unknown }, former: QueryKey): unknown {
  assert.ok(typeof options.placeholderData === 'function')
  return Reflect.apply(options.placeholderData, null, ['former', { queryKey: former }])
}

test('a page of found items stays until the next of the same words and kind has arrived', () => {
  const next = searchPage('spa', 'leagues', 2)
  assert.equal(placeholderOf(next, ['search', 'spa', 'leagues', 1]), 'former')
  assert.equal(placeholderOf(next, ['search', 'monza', 'leagues', 1]), undefined)
  assert.equal(placeholderOf(next, ['search', 'spa', 'seasons', 1]), undefined)
  assert.ok(typeof next.placeholderData === 'function')
  assert.equal(Reflect.apply(next.placeholderData, null, ['former', undefined]), undefined)
})

test('answers of drivers stay until those of a newer version of the same season have arrived', () => {
  const next = attendanceOf('S', 4)
  assert.equal(placeholderOf(next, ['attendance', 'S', 3]), 'former')
  assert.equal(placeholderOf(next, ['attendance', 'T', 3]), undefined)
})

test('words are searched without space around them, as far as the server takes them', () => {
  assert.deepEqual(searchResults('  spa  ').queryKey, ['search', 'spa'])
  const long = 'x'.repeat(TEXT_MAX.search)
  assert.deepEqual(searchResults(`${long}y`).queryKey, ['search', long])
  // Half of a sign is not sent.
  assert.deepEqual(searchResults('a\ud83d').queryKey, ['search', 'a\ufffd'])
})

/** How often a query reads again once it has this answer. */
function intervalOf(options: { refetchInterval?: unknown }, data: unknown): unknown {
  assert.ok(typeof options.refetchInterval === 'function')
  return Reflect.apply(options.refetchInterval, null, [{ state: { data } }])
}

test('the steps of a new user are read until the first session is recorded and over', () => {
  assert.equal(intervalOf(ownRecorderStatus, undefined), 3_000)
  assert.equal(intervalOf(ownRecorderStatus, { hasRecorded: false }), 3_000)
  assert.equal(intervalOf(ownRecorderStatus, { hasRecorded: true, liveSessionId: 'L' }), 3_000)
  assert.equal(intervalOf(ownRecorderStatus, { hasRecorded: true, liveSessionId: null }), false)
})

test('a log is read often while something waits for its first attempt', () => {
  const log = receiverLog('L', 'W')
  const waiting = { state: 'waiting', statusCode: null, failure: null }
  assert.equal(intervalOf(log, undefined), 30_000)
  assert.equal(intervalOf(log, []), 30_000)
  assert.equal(intervalOf(log, [{ ...waiting, state: 'sent' }, waiting]), 2_000)
  assert.equal(intervalOf(log, [{ ...waiting, state: 'sent' }]), 30_000)
  assert.equal(intervalOf(log, [{ ...waiting, statusCode: 500 }]), 30_000)
  assert.equal(intervalOf(log, [{ ...waiting, failure: 'timeout' }]), 30_000)
})

test('traces are read again while one of them is being made', () => {
  const comparison = lapComparison('a:1:2')
  assert.equal(intervalOf(comparison, undefined), false)
  assert.equal(intervalOf(comparison, { laps: [{ state: 'ready' }] }), false)
  assert.equal(intervalOf(comparison, { laps: [{ state: 'ready' }, { state: 'pending' }] }), 4_000)
})

test('a season is read often while one of its sessions is driven', () => {
  const season = seasonDetail('S')
  assert.equal(intervalOf(season, undefined), 60_000)
  assert.equal(intervalOf(season, { isLive: false }), 60_000)
  assert.equal(intervalOf(season, { isLive: true }), 10_000)
})

const readLeagueSeasons = () => new QueryClient().fetchQuery(leagueSeasons('L'))

const aPage = (count: number) => Array.from({ length: count }, (_, at) => ({ id: String(at) }))

test('of a league with more than a hundred seasons the second page is read too', async (t) => {
  let first = 100
  const sent = answerCalls(t, (name) => aPage(name.includes('page=2') ? 20 : first))
  assert.equal((await readLeagueSeasons()).length, 120)
  assert.deepEqual(
    sent.map(({ name }) => name),
    [
      'GET /api/League/L/seasons?page=1&pageSize=100',
      'GET /api/League/L/seasons?page=2&pageSize=100',
    ],
  )
  first = 99
  assert.equal((await readLeagueSeasons()).length, 99)
})
