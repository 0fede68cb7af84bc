import type { TestContext } from 'node:test'
import { account, recorderKeys } from '@pitboard/contract/accounts/accounts'
import { personalAccessTokens } from '@pitboard/contract/accounts/personal-access-tokens'
import { captureUploads } from '@pitboard/contract/ingest/capture-upload'
import { memberships } from '@pitboard/contract/leagues/memberships'
import { webhooks } from '@pitboard/contract/leagues/webhooks'
import {
  MAILED_BY_DEFAULT,
  notifications,
  ofEachKind,
} from '@pitboard/contract/notifications/notifications'
import { users, type UserProfile } from '@pitboard/contract/accounts/user'
import { careers } from '@pitboard/contract/drivers/career'
import { headToHead } from '@pitboard/contract/drivers/head-to-head'
import { lapComparisons } from '@pitboard/contract/comparison/lap-comparison'
import { writeLapReference } from '@pitboard/contract/comparison/lap-reference'
import { leagueMembers } from '@pitboard/contract/leagues/league-members'
import { newsReactions } from '@pitboard/contract/leagues/news-reactions'
import { leagueRatings } from '@pitboard/contract/leagues/league-ratings'
import { leagues } from '@pitboard/contract/leagues/league'
import { liveSessions, type LiveSummary } from '@pitboard/contract/live/live'
import { type EmbeddedSeason, type EmbeddedSession, embeds } from '@pitboard/contract/site/embeds'
import { recorderStatus } from '@pitboard/contract/ingest/recorder-status'
import type { PagePath } from '@pitboard/contract/site/pages'
import { driverVotes } from '@pitboard/contract/seasons/driver-vote'
import { attendance } from '@pitboard/contract/attendance/attendance'
import { stewards } from '@pitboard/contract/stewards/steward-case'
import { lapSuggestions } from '@pitboard/contract/comparison/suggested-laps'
import { ownLaps, records } from '@pitboard/contract/records/records'
import { pitLosses } from '@pitboard/contract/pit-losses/track-pit-loss'
import { type Replay, replays } from '@pitboard/contract/live/replay'
import { type Roster, rosters } from '@pitboard/contract/roster/roster'
import { DEFAULT_RULES } from '@pitboard/contract/stewards/steward-rules'
import { search } from '@pitboard/contract/search/search'
import { driverHome } from '@pitboard/contract/seasons/driver-home'
import { seasonOffers } from '@pitboard/contract/seasons/season-offer'
import { seasonManagement } from '@pitboard/contract/seasons/season-management'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { site as siteInfo } from '@pitboard/contract/site/site'
import { TRACK_IDS, trackName } from '@pitboard/contract/sessions/track-names'
import type { SeasonWork } from '@pitboard/contract/seasons/season-work'
import { signUps } from '@pitboard/contract/sign-ups/sign-ups'
import { ResultStatus, SessionType } from '@pitboard/contract/wire/enumerations'
import { aLeague } from '../../src/testing/a-league.ts'
import { aListedSession } from '../../src/testing/a-listed-session.ts'
import { aComparedLap } from './driven-laps.ts'
import { aDrivenRace } from './driven-sessions.ts'
import { aPersonalBest, idOf, makeRecords, RECORD, STATISTICS } from './lap-records.ts'
import { aRating } from './league-rating.ts'
import { aCareer, aHeadToHead } from './long-career.ts'
import { aLongSeason, aLongSeasonsRaces } from './long-season.ts'
import { fillOperation } from './operated-site.ts'
import { offerDownloads } from './offer-downloads.ts'
import { MARISOL } from './stub-account.ts'
import { FileAnswer, type StubSite } from './stub-site.ts'

const CARS = 6
const AT = '2026-07-05T14:00:00.000Z'
const LATER = '2199-07-05T14:00:00.000Z'

const RACE = aDrivenRace(CARS, 4, { id: idOf(31), userId: MARISOL.id, receiving: true })
const RECORDED = aListedSession({ id: idOf(32), userId: MARISOL.id })
const LEAGUE = aLeague({
  id: idOf(33),
  name: 'Sunday Cup',
  description: 'For everyone',
  accentColour: '#1e9be0',
  ownerId: MARISOL.id,
  ownerName: 'Marisol',
  seasonIds: [idOf(34)],
})
const SEASON = aLongSeason(
  { rounds: 6, driven: 3, drivers: 8 },
  { id: idOf(34), ownerId: MARISOL.id, ownerName: 'Marisol', leagueIds: [LEAGUE.id] },
)
const LAPS = [
  aComparedLap({ driverIdx: 0, name: 'Moreau' }),
  aComparedLap({ driverIdx: 1, name: 'Castillo' }, { grip: 0.97, braking: 0.9 }),
]
const COMPARED = LAPS.map(({ sessionId, driverIdx, lapNum }) =>
  writeLapReference({ sessionId, driverIdx, lap: lapNum }),
).join()

/** Each page has an address, of a subject that `fillSite` knows. */
export const ADDRESSES: Readonly<Record<PagePath, string>> = {
  '/': '/',
  '/home': '/home',
  '/live': '/live',
  '/records': '/records?track=10',
  '/streamOverlay': '/streamOverlay',
  '/compare': `/compare?laps=${COMPARED}`,
  '/headToHead': `/headToHead?season=${SEASON.id}&first=Moreau&second=Petrenko`,
  '/leagues': '/leagues',
  '/leagues/invitations/$code': '/leagues/invitations/Ab3dEf6hIj9kLm2n',
  '/faq': '/faq',
  '/guides': '/guides',
  '/guides/game': '/guides/game',
  '/guides/league': '/guides/league',
  '/guides/stewarding': '/guides/stewarding',
  '/guides/broadcasting': '/guides/broadcasting',
  '/tos': '/tos',
  '/privacy': '/privacy',
  '/impressum': '/impressum',
  '/downloadInfo': '/downloadInfo',
  '/login': '/login',
  '/signup': '/signup',
  '/resetPassword': '/resetPassword',
  '/resetPasswordConfirm': '/resetPasswordConfirm',
  '/dashboard': '/dashboard',
  '/dashboard/pair': '/dashboard/pair',
  '/dashboard/profileInit': '/dashboard/profileInit',
  '/dashboard/settings': '/dashboard/settings',
  '/dashboard/operation': '/dashboard/operation',
  '/dashboard/laps': '/dashboard/laps',
  '/dashboard/sessions': '/dashboard/sessions',
  '/dashboard/sessions/typed': '/dashboard/sessions/typed',
  '/dashboard/leagues': '/dashboard/leagues',
  '/dashboard/leagues/create': '/dashboard/leagues/create',
  '/dashboard/leagues/$leagueId/edit': `/dashboard/leagues/${LEAGUE.id}/edit`,
  '/dashboard/seasons': '/dashboard/seasons',
  '/dashboard/seasons/create': '/dashboard/seasons/create',
  '/dashboard/seasons/$seasonId/edit': `/dashboard/seasons/${SEASON.id}/edit`,
  '/live/$sessionId': `/live/${RACE.id}`,
  '/liveUser/$userId': `/liveUser/${MARISOL.id}`,
  '/live/$sessionId/overlay': `/live/${RACE.id}/overlay`,
  '/liveUser/$userId/overlay': `/liveUser/${MARISOL.id}/overlay`,
  '/embed/seasons/$seasonId/drivers': `/embed/seasons/${SEASON.id}/drivers`,
  '/embed/seasons/$seasonId/teams': `/embed/seasons/${SEASON.id}/teams`,
  '/embed/seasons/$seasonId/calendar': `/embed/seasons/${SEASON.id}/calendar`,
  '/embed/sessions/$sessionId': `/embed/sessions/${RECORDED.id}`,
  '/embed/live/$sessionId': `/embed/live/${RACE.id}`,
  '/embed/liveUser/$userId': `/embed/liveUser/${MARISOL.id}`,
  '/sessions/$sessionId': `/sessions/${RECORDED.id}`,
  '/user/$userId': `/user/${MARISOL.id}`,
  '/leagues/$leagueId/drivers': `/leagues/${LEAGUE.id}/drivers`,
  '/leagues/$leagueId': `/leagues/${LEAGUE.id}`,
  '/seasons/$seasonId/sign-up': `/seasons/${SEASON.id}/sign-up`,
  '/seasons/$seasonId/review': `/seasons/${SEASON.id}/review`,
  '/seasons/$seasonId': `/seasons/${SEASON.id}`,
  '/search/$searchString': '/search/sunday',
}

const PROFILE: UserProfile = {
  id: MARISOL.id,
  username: 'Marisol',
  avatarUrl: null,
  createdAt: '2026-01-02T12:00:00Z',
  counts: { sessions: 2, races: 9, wins: 1, podiums: 4, poles: 2, fastestLaps: 3, leagues: 1 },
  recentRaces: [1, 3, 12, null].map((position, index) => ({
    sessionId: idOf(40 + index),
    trackId: 10,
    trackName: 'Spa',
    raceKind: null,
    sessionType: SessionType.Race,
    drivenAt: '2026-11-20T19:00:00Z',
    position,
    points: position === 12 ? 0 : 15,
    resultStatus: position === null ? ResultStatus.Retired : ResultStatus.Finished,
  })),
  teams: [{ name: 'Aston Martin', teamColour: '#229971', races: 9, wins: 1 }],
  tracks: [{ trackId: 10, trackName: 'Spa', sessions: 2 }],
  bests: [
    {
      trackId: 10,
      trackName: 'Spa',
      lapTimeMs: 105_123,
      sessionId: RECORDED.id,
      sessionType: SessionType.Race,
      raceKind: null,
      drivenAt: '2026-11-20T19:00:00Z',
    },
  ],
  recentSessions: [RECORDED],
  leagues: [
    {
      id: LEAGUE.id,
      name: LEAGUE.name,
      description: 'For everyone',
      thumbnailId: null,
      accentColour: null,
    },
  ],
  seasons: [{ id: SEASON.id, name: SEASON.name, leagueName: LEAGUE.name }],
}

const TIMELINE: Replay = {
  version: '1',
  durationMs: 100_000,
  fromMs: 0,
  chunkMs: 20_000,
  chunks: 6,
  laps: [{ lapNum: 4, atMs: 10_000 }],
  events: [{ seq: 2, kind: 'lightsOut', atMs: 20_000 }],
}

const RECORDER = { isPaired: true, report: null, liveSessionId: RACE.id, hasRecorded: true }

const NAMED = { by: 'name', value: 'Spa', isSimilar: false } as const

const EMBEDDED_SEASON: EmbeddedSeason = {
  id: SEASON.id,
  name: SEASON.name,
  leagueName: LEAGUE.name,
  accentColour: null,
  tier: null,
  isLive: false,
  drivers: SEASON.standings.drivers,
  teams: SEASON.standings.teams,
  events: [
    {
      id: '1',
      name: 'Opening night',
      trackName: 'Spa',
      startsAt: '2026-10-04T19:00:00.000Z',
      sessionId: RECORDED.id,
      isLive: false,
      podium: ['Moreau', 'Castillo', 'Haugen'],
    },
    {
      id: '2',
      name: 'Monza',
      trackName: 'Monza',
      startsAt: null,
      sessionId: null,
      isLive: false,
      podium: [],
    },
  ],
}

const EMBEDDED_SESSION: EmbeddedSession = {
  id: RECORDED.id,
  trackName: 'Spa',
  sessionType: SessionType.Race,
  raceKind: null,
  classification: 'final',
  sessionStartTime: '2026-10-04T19:00:00.000Z',
  drivers: RACE.drivers.map((driver) => ({
    ...driver,
    finishingPosition: driver.position,
    resultStatus: ResultStatus.Finished,
  })),
}

const MESSAGE_EVERY_MS = 1000

/** The race is driven until the end: a page marks the values of one without messages as old. */
export function driveRace(t: TestContext, { live }: StubSite): void {
  const startMs = performance.now()
  const show = () => live.show(RACE, Math.round(performance.now() - startMs))
  show()
  const timer = setInterval(show, MESSAGE_EVERY_MS)
  t.after(() => clearInterval(timer))
}

const WORK: SeasonWork = {
  seasonId: SEASON.id,
  seasonName: SEASON.name,
  signUps: 2,
  claims: 1,
  unlinkedEvents: 1,
  hiddenDrivers: 0,
  unpublishedSessions: 0,
  missedAnnouncements: 0,
  announcingLeagueId: null,
}

/** Has content for every page, as a visitor sees it, and as Marisol does, who owns all of it. */
export function fillSite(site: StubSite): void {
  offerDownloads(site, ['windows-x64', 'linux-x64', 'portable'])
  site.answer(siteInfo.figures, () => ({ races: 1_240, laps: 61_310, drivers: 310, leagues: 24 }))
  site.answer(liveSessions.all, () => [aSummary()])
  site.answer(sessions.list, () => ({ totalPages: 1, sessions: [RECORDED] }))
  site.answer(sessions.currentUser, () => ({ totalElements: 1, sessions: [RECORDED] }))
  site.answer(sessions.get, () => ({ ...RACE, id: RECORDED.id, siblings: [], filled: [] }))
  site.answer(sessions.weekendOf, () => [RECORDED])
  site.answer(users.get, () => PROFILE)
  site.answer(leagueRatings.get, () => aRating(12))
  site.answer(newsReactions.list, () => [])
  site.answer(careers.get, () => aCareer(12))
  site.answer(headToHead.ofSeason, () => aHeadToHead(12))
  site.answer(headToHead.ofUser, () => aHeadToHead(12))
  site.answer(search.all, () => ({
    users: [],
    leagues: [],
    seasons: [],
    sessions: [RECORDED],
    tracks: [{ trackId: 10, name: 'Spa', match: NAMED }],
  }))
  site.answer(replays.live, () => TIMELINE)
  site.answer(replays.get, () => ({ status: 'preparing' as const, progress: 0.4, replay: null }))
  site.answer(pitLosses.get, () => ({ virtualSafetyCar: null, safetyCar: null, racing: null }))
  site.answerPath('GET', '/api/Tracks/{trackId}/outline.svg', () => new FileAnswer('outline.svg'))
  site.answerPath('GET', '/auth/v1/settings', () => ({ external: { email: true } }))
  fillLeagues(site)
  fillLaps(site)
  fillSettings(site)
  fillOperation(site)
  site.answer(embeds.season, () => EMBEDDED_SEASON)
  site.answer(embeds.session, () => EMBEDDED_SESSION)
}

const QUESTION = {
  id: idOf(51),
  label: 'Where do you live?',
  kind: 'text' as const,
  choices: [],
  isRequired: true,
}

const TEAMS = ['Ferrari', 'Alpine'].map((name, index) => ({
  id: idOf(70 + index),
  name,
  colour: index === 0 ? '#e80020' : '#0093cc',
  pictureId: null,
}))

const ROSTER: Roster = {
  version: 1,
  teams: TEAMS,
  drivers: ['Moreau', 'Castillo', 'Haugen', 'Marisol', 'Brandt'].map((name, index) => ({
    id: idOf(80 + index),
    name,
    carNumber: 11 * (index + 1),
    teamId: TEAMS[index % 2]?.id ?? null,
    fromEventId: null,
    toEventId: null,
    isReserve: index === 4,
    tier: 'Pro',
    platformId: null,
    userId: name === 'Marisol' ? MARISOL.id : null,
  })),
}

function fillLeagues(site: StubSite): void {
  site.answer(leagues.list, () => ({ count: 1, leagues: [LEAGUE] }))
  site.answer(leagues.get, () => LEAGUE)
  site.answer(leagues.history, () => [])
  site.answer(leagues.deleted, () => [])
  site.answer(leagues.pageOfUser, () => ({ count: 1, leagues: [LEAGUE] }))
  site.answer(leagueMembers.ownInvitations, () => [])
  site.answer(seasonOffers.own, () => [])
  site.answer(leagueMembers.readLink, () => ({
    leagueId: LEAGUE.id,
    leagueName: LEAGUE.name,
    role: 'steward' as const,
    seasonIds: null,
    isMember: false,
    invitedByName: 'Giancarlo',
    createdAt: AT,
    expiresAt: LATER,
  }))
  site.answer(seasons.list, () => ({ totalElements: 1, seasons: [SEASON] }))
  site.answer(seasons.mine, () => ({ totalElements: 1, seasons: [SEASON] }))
  site.answer(seasons.ofLeague, () => [SEASON])
  site.answer(seasons.get, () => SEASON)
  site.answer(seasons.races, () => aLongSeasonsRaces(SEASON))
  site.answer(seasonManagement.deleted, () => [])
  site.answer(seasonOffers.get, () => ({ offer: null }))
  site.answer(seasonManagement.work, () => [WORK])
  site.answer(driverVotes.season, () => [])
  site.answer(driverHome.get, () => ({ seasons: [], races: [] }))
  site.answer(attendance.own, () => [])
  site.answer(stewards.pending, () => [])
  site.answer(stewards.decisions, () => ({ rules: DEFAULT_RULES, decisions: [], licences: [] }))
  site.answer(rosters.get, () => ROSTER)
  site.answer(recorderStatus.get, () => RECORDER)
  site.answer(signUps.season, () => ({
    form: {
      opensAt: null,
      closesAt: '2199-03-01T20:00:00.000Z',
      needsApproval: true,
      capacity: 20,
      tiers: [{ name: 'Pro', capacity: 10 }],
      questions: [QUESTION],
      note: 'Races are on Sunday evenings.',
    },
    isOpen: true,
    accepted: 3,
    waiting: 1,
    own: null,
    ownTag: 'none',
    tiers: [{ tier: 'Pro', accepted: 3 }],
  }))
}

function fillSettings(site: StubSite): void {
  const known = { id: idOf(61), createdAt: AT }
  const owner = { userId: MARISOL.id, username: 'Marisol' }
  const ute = {
    userId: idOf(62),
    username: 'Ute',
    role: 'steward' as const,
    seasonIds: null,
    since: AT,
  }
  site.answer(recorderKeys.list, () => [{ ...known, name: 'Rig', lastUsedAt: AT, key: null }])
  site.answer(personalAccessTokens.list, () => [
    {
      ...known,
      name: 'Discord bot',
      scopes: ['data:read' as const],
      expiresAt: LATER,
      lastUsedAt: null,
      token: null,
    },
  ])
  site.answer(account.previewDeletion, () => ({
    leagues: [{ name: 'Sunday League', heirName: 'Ada' }],
    resultCount: 3,
  }))
  site.answer(account.signIns, () => [
    {
      ...known,
      lastSeenAt: AT,
      ipAddress: '203.0.113.7',
      hasSecondFactor: false,
      userAgent: 'Mozilla/5.0 (X11; Linux) Chrome/140.0',
      isCurrent: true,
    },
  ])
  site.answer(notifications.settings, () => ({
    isMailOn: true,
    mailAddress: MARISOL.email,
    devices: [],
    pushKey: 'BNPUSHKEY',
    kinds: ofEachKind((kind) => ({
      mail: MAILED_BY_DEFAULT.some((mailed) => mailed === kind),
      browser: true,
    })),
  }))
  site.answer(notifications.follows, () => [
    { leagueId: LEAGUE.id, seasonId: null, name: LEAGUE.name, isAutomatic: false },
  ])
  site.answer(notifications.leagueFollow, () => ({ isFollowing: true, isAutomatic: true }))
  site.answer(notifications.seasonFollow, () => ({ isFollowing: false, isAutomatic: false }))
  site.answer(memberships.list, () => [])
  site.answer(leagueMembers.team, () => ({ owner, members: [ute], invitations: [], links: [] }))
  site.answer(webhooks.list, () => [
    {
      ...known,
      kind: 'discord' as const,
      name: 'Results channel',
      maskedUrl: 'discord.com/…x7Qa',
      language: 'en' as const,
      types: ['officialResult' as const],
      state: 'active' as const,
      failingSince: null,
      secret: null,
    },
  ])
  site.answer(captureUploads.usage, () => ({
    count: 3,
    usedBytes: 41_000_000,
    allowedBytes: 500_000_000,
    daysMax: 90,
    next: [],
  }))
}

function fillLaps(site: StubSite): void {
  site.answer(lapComparisons.compare, () => ({ trackId: 10, laps: LAPS }))
  site.answer(lapSuggestions.find, () => ({ ownBest: null, sessionFastest: null, record: null }))
  site.answer(records.versions, () => [2025, 2024])
  site.answer(records.tracks, () =>
    TRACK_IDS.slice(0, 4).map((trackId) => ({
      trackId,
      trackName: trackName(trackId),
      record: RECORD,
    })),
  )
  site.answer(records.track, () => makeRecords(5))
  site.answer(ownLaps.bests, () => [aPersonalBest({})])
  site.answer(ownLaps.statistics, () => STATISTICS)
  site.answer(ownLaps.training, () => ({ laps: [], references: [], reference: null }))
  site.answer(ownLaps.participation, () => ({ isInRecords: true }))
}

function aSummary(): LiveSummary {
  const { completeness: _completeness, drivers, ...session } = RACE
  const leaderName = drivers[0]?.name ?? null
  const leaders = drivers.slice(0, 3).map(({ name, teamColour }, index) => ({
    name,
    teamColour,
    gapMs: index === 0 ? null : index * 1_700,
  }))
  const entry = { flag: null, currentLapNumber: 5, leaderName, leaders, numberOfDrivers: CARS }
  return { ...session, ...entry, seasons: [{ id: SEASON.id, name: SEASON.name }] }
}
