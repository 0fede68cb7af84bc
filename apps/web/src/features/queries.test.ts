import assert from 'node:assert/strict'
import { trainingLaps } from './coaching/training-laps.ts'
import { test } from 'node:test'
import { USUAL_CARS } from '@pitboard/contract/records/lap-category'
import { type FetchQueryOptions, hashKey, QueryClient, type QueryKey } from '@tanstack/react-query'
import { aSeason } from '../testing/a-season.ts'
import { answerCalls } from '../testing/answered-calls.ts'
import { leagueReceivers, receiverLog } from './announcements/announcement-queries.ts'
import { attendanceOf, openAttendance } from './attendance/attendance-queries.ts'
import { lapComparison, sessionLaps } from './compare/compare-query.ts'
import { drivenSeasons } from './driver-home/driver-home-query.ts'
import { findDoneSteps, ownRecorderStatus, STEPS } from './first-run/recorder-status-query.ts'
import { leagueDetail, leagueList, leagueSeasons } from './leagues/league-queries.ts'
import { ownMemberships } from './leagues/membership-queries.ts'
import {
  deletedLeagues,
  leagueHistory,
  leaguesToChoose,
  ownLeagues,
} from './leagues/own-league-queries.ts'
import { lastOwnSessions, ownSessionPage, readOwnFilter } from './my-sessions/my-session-queries.ts'
import {
  changeFollow,
  followedItems,
  followState,
  notificationSettings,
} from './notifications/notification-queries.ts'
import { operatedUsers, ownRights, siteOperation } from './operation/operation-queries.ts'
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
  deletedSeasons,
  ownSeasons,
  seasonHistory,
  seasonWork,
} from './season/own-season-queries.ts'
import { publications, published } from './season/publication-queries.ts'
import { explanation, refreshMs, seasonDetail, seasonRaces } from './season/season-queries.ts'
import { latestSessions, seasonsOf, sessionDetail, weekendOf } from './session/session-queries.ts'
import { editedSignUpOf, signUpOf, signUpsOf } from './sign-ups/sign-up-queries.ts'
import { casesOf, decisionsOf, pendingCases, roomOf } from './stewards/steward-queries.ts'
import { userCareer } from './users/career-query.ts'
import { userProfile } from './users/user-query.ts'

function reading<Data, Key extends QueryKey>(
  options: FetchQueryOptions<Data, Error, Data, Key>,
  address: string,
) {
  const key = hashKey(options.queryKey)
  const read = (queries: QueryClient) => queries.fetchQuery(options)
  return { key, parts: options.queryKey, address, read }
}

const CONDITIONS = {
  gameVersion: 2025,
  sessionKind: 'race',
  tyreClass: 'dry',
  weather: 'wet',
  ...USUAL_CARS,
} as const
const CATEGORY = { ...CONDITIONS, trackId: 7 }
const WORDS = new URLSearchParams(
  Object.entries(CONDITIONS).map(([name, value]) => [name, String(value)]),
)

const QUERIES = [
  reading(leagueReceivers('L'), 'League/L/webhooks'),
  reading(receiverLog('L', 'W'), 'League/L/webhooks/W/deliveries'),
  reading(attendanceOf('S', 3), 'Seasons/S/attendance'),
  reading(openAttendance, 'Seasons/attendance'),
  reading(lapComparison('a.0.1'), 'Laps/compare?laps=a.0.1'),
  reading(sessionLaps('X'), 'Sessions/X/laps'),
  reading(drivenSeasons, 'Seasons/driven'),
  reading(ownRecorderStatus, 'RecorderStatus'),
  reading(leagueList({ page: 2, search: '' }), 'League?page=2&pageSize=24'),
  reading(leagueList({ page: 1, search: 'spa' }), 'League?page=1&pageSize=24&search=spa'),
  reading(leagueDetail('L'), 'League/L'),
  reading(ownMemberships('U'), 'League/memberships'),
  reading(ownLeagues('U', 2), 'League/user/U/page?page=2&pageSize=24'),
  reading(leaguesToChoose('U'), 'League/user/U/page?pageSize=100'),
  reading(deletedLeagues, 'League/deleted'),
  reading(leagueHistory('L'), 'League/L/history?pageSize=50'),
  reading(lastOwnSessions, 'Sessions/currentUser?page=1&pageSize=5'),
  reading(
    ownSessionPage({ page: 2, trackId: null, sessionType: null }),
    'Sessions/currentUser?page=2&pageSize=20',
  ),
  reading(
    ownSessionPage({ page: 1, trackId: 0, sessionType: 10 }),
    'Sessions/currentUser?page=1&pageSize=20&TrackIds=0&SessionTypes=10',
  ),
  reading(notificationSettings, 'Notifications/settings'),
  reading(followedItems, 'Notifications/follows'),
  reading(followState({ kind: 'league', id: 'L' }), 'League/L/follow'),
  reading(followState({ kind: 'season', id: 'S' }), 'Seasons/S/follow'),
  reading(ownRights, 'Account'),
  reading(siteOperation, 'Operation'),
  reading(operatedUsers({ search: '', page: 1 }), 'Operation/users?page=1&pageSize=20'),
  reading(operatedUsers({ search: 'mia', page: 2 }), 'Operation/users?page=2&pageSize=20&q=mia'),
  reading(gameVersions, 'Records/versions'),
  reading(personalBests, 'OwnLaps'),
  reading(trackRecords(CONDITIONS), `Records/tracks?${WORDS}`),
  reading(recordsOfTrack(CATEGORY), `Records?${WORDS}&trackId=7`),
  reading(lapStatistics(CATEGORY), `OwnLaps/statistics?${WORDS}&trackId=7`),
  reading(trainingLaps(CATEGORY, null), `OwnLaps/training?${WORDS}&trackId=7`),
  reading(trainingLaps(CATEGORY, 'U'), `OwnLaps/training?${WORDS}&trackId=7&against=U`),
  reading(participation, 'OwnLaps/participation'),
  reading(rosterOf('S', 3), 'Seasons/S/roster'),
  reading(claimsOf('S'), 'Seasons/S/claims'),
  reading(searchResults(' spa '), 'Search?q=spa&limit=50'),
  reading(searchPage('spa', 'users', 2), 'Search?q=spa&kind=users&page=2&limit=50'),
  reading(ownSeasons(2), 'Seasons/user?page=2&pageSize=25'),
  reading(seasonWork(null), 'Seasons/work'),
  reading(seasonWork({ id: 'S', version: 3 }), 'Seasons/work'),
  reading(seasonWork({ id: 'S', version: 4 }), 'Seasons/work'),
  reading(deletedSeasons, 'Seasons/deleted'),
  reading(seasonHistory('S', 2), 'Seasons/S/history?page=2&pageSize=50'),
  reading(aliasBook('S', 3), 'Seasons/S/aliases'),
  reading(publications({ id: 'S', publication: null }), 'Seasons/S/publications'),
  reading(published('S', 3), 'Seasons/S/publications/3'),
  reading(seasonDetail('S'), 'Seasons/S'),
  reading(seasonRaces({ id: 'S', version: 3, isLive: false }), 'Seasons/S/races'),
  reading(seasonRaces({ id: 'S', version: 3, isLive: true }), 'Seasons/S/races'),
  reading(seasonRaces({ id: 'S', version: 4, isLive: true }), 'Seasons/S/races'),
  reading(explanation('S', 'mia', 3, null), 'Seasons/S/standings/mia/explain'),
  reading(explanation('S', 'mia', 3, 'Pro'), 'Seasons/S/standings/mia/explain?tier=Pro'),
  reading(latestSessions, 'Sessions?page=1&pageSize=6'),
  reading(sessionDetail('X'), 'Sessions/X'),
  reading(weekendOf('X'), 'Sessions/X/weekend'),
  reading(seasonsOf('X'), 'Sessions/X/seasons'),
  reading(signUpOf('S', 'U'), 'Seasons/S/signUp'),
  reading(editedSignUpOf('S', 3), 'Seasons/S/signUp'),
  reading(signUpsOf('S', { status: null, tier: null }), 'Seasons/S/signUps?pageSize=100'),
  reading(
    signUpsOf('S', { status: 'pending', tier: 'Pro' }),
    'Seasons/S/signUps?pageSize=100&status=pending&tier=Pro',
  ),
  reading(decisionsOf('S', 3), 'Seasons/S/decisions'),
  reading(casesOf('S'), 'Seasons/S/cases'),
  reading(roomOf('S', 'C'), 'Seasons/S/cases/C/room'),
  reading(pendingCases, 'StewardCases/pending'),
  reading(userProfile('U'), 'Users/U'),
  reading(userCareer('U'), 'Users/U/career'),
]

test('each query reads its own address, under a key that no other has', async (t) => {
  const sent = answerCalls(t)
  const queries = new QueryClient()
  for (const { read } of QUERIES) await read(queries)
  assert.deepEqual(
    sent.map(({ name }) => name),
    QUERIES.map(({ address }) => `GET /api/${address}`),
  )
  const keys = QUERIES.map(({ key }) => key)
  assert.deepEqual(
    keys.filter((key, index) => keys.indexOf(key) !== index),
    [],
  )
})

test('a key begins with what it is of, by a name', () => {
  for (const { parts, address } of QUERIES) {
    assert.ok(typeof parts[0] === 'string', address)
    assert.ok(
      parts.slice(0, 2).every((part) => part !== ''),
      address,
    )
  }
})

test('a season is read again often while a session is driven', () => {
  assert.equal(refreshMs({ ...aSeason({}), isLive: true }), 10_000)
  assert.equal(refreshMs(aSeason({})), 60_000)
  assert.equal(refreshMs(undefined), 60_000)
})

test('a league has its seasons of both pages that it can have', async (t) => {
  const full = Array.from({ length: 100 }, (_, index) => ({ id: String(index) }))
  const sent = answerCalls(t, (name) => (name.includes('page=1') ? full : [{ id: 'last' }]))
  const all = await new QueryClient().fetchQuery(leagueSeasons('L'))
  assert.deepEqual([all.length, all.at(-1)?.id], [101, 'last'])
  const address = 'GET /api/League/L/seasons'
  assert.deepEqual(
    sent.map(({ name }) => name),
    [`${address}?page=1&pageSize=100`, `${address}?page=2&pageSize=100`],
  )
})

test('a league with fewer seasons than a page is read once', async (t) => {
  const sent = answerCalls(t, () => [])
  assert.deepEqual(await new QueryClient().fetchQuery(leagueSeasons('L')), [])
  assert.equal(sent.length, 1)
})

test('a follow is changed where it is', async (t) => {
  const sent = answerCalls(t)
  await changeFollow({ kind: 'league', id: 'L' }, true)
  await changeFollow({ kind: 'season', id: 'S' }, false)
  assert.deepEqual(
    sent.map(({ name, body }) => [name, body]),
    [
      ['PUT /api/League/L/follow', { isFollowing: true }],
      ['PUT /api/Seasons/S/follow', { isFollowing: false }],
    ],
  )
})

test('own sessions are filtered by numbers of the address', () => {
  const all = { page: 1, trackId: null, sessionType: null }
  assert.deepEqual(readOwnFilter({ page: '', track: '', type: '' }), all)
  assert.deepEqual(readOwnFilter({ page: '-1', track: 'x7', type: '1234567' }), all)
  const own = { page: 3, trackId: 0, sessionType: 10 }
  assert.deepEqual(readOwnFilter({ page: '3', track: '0', type: '10' }), own)
})

const REPORT = {
  problem: null,
  listenPort: 20_777,
  foundPort: null,
  format: null,
  packetsPerSecond: 0,
}
const DONE: readonly (readonly [Partial<Parameters<typeof findDoneSteps>[0]>, number])[] = [
  [{}, 0],
  [{ isPaired: true }, 2],
  [{ isPaired: true, report: REPORT }, 2],
  [{ report: { ...REPORT, packetsPerSecond: 1 } }, 3],
  [{ liveSessionId: 'X' }, 4],
  [{ hasRecorded: true }, 5],
]
for (const [status, done] of DONE) {
  test(`the first ${done} steps are done with ${JSON.stringify(status)}`, () => {
    const blank = { isPaired: false, report: null, liveSessionId: null, hasRecorded: false }
    assert.deepEqual([...findDoneSteps({ ...blank, ...status })], STEPS.slice(0, done))
  })
}
