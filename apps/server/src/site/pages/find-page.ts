import {
  FIXED_PAGES,
  type FramelessPath,
  PAGES,
  type PagePath,
  type SubjectPath,
} from '@pitboard/contract/site/pages'
import { liveSessions } from '@pitboard/contract/live/live'
import { LATEST_SESSIONS, LATEST_SESSIONS_PATH } from '@pitboard/contract/sessions/latest-sessions'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { isUuid } from '@pitboard/contract/wire/uuid'
import type { Language } from '@pitboard/contract/words/languages'
import { findUser, nameOf } from '../../accounts/users/queries.ts'
import { ownedLeagues, presentLeague } from '../../championship/leagues/queries.ts'
import type { SeasonViews } from '../../championship/seasons/view/season-views.ts'
import type { AppContext } from '../../context.ts'
import { TEXTS } from '../../messages/catalogue.ts'
import type { Page } from '../../platform/html/page.ts'
import { createPathPattern } from '../../platform/http/path-pattern.ts'
import type { LiveStates } from '../../racing/live/live-states.ts'
import { findLatestRaceId } from '../../racing/sessions/store/session-lists.ts'
import type { SharedLiveList } from '../../racing/live/shared-live-list.ts'
import { comparisonHead, findComparisonCard } from './comparison-card.ts'
import {
  embedHead,
  generalPicture,
  leagueHead,
  notFoundHead,
  overlayHead,
  profileHead,
  reviewHead,
  searchHead,
  seasonHead,
  waitingHead,
} from './page-heads.ts'
import { cardOfLive, findCardWithoutRoom, type FindCard, type SessionCard } from './session-card.ts'
import { liveHead, recordedHead } from './session-head.ts'

export interface PageSource {
  readonly context: AppContext
  readonly states: LiveStates
  readonly liveList: Pick<SharedLiveList, 'read'>
  readonly findCard: FindCard
  readonly seasons: SeasonViews
}

/** The request is for a page with a subject in its address. */
interface PageRequest {
  readonly path: string
  /** The subject is decoded from the address. */
  readonly subject: string
  readonly language: Language
}

type FindSubject = (source: PageSource, request: PageRequest) => Promise<Page | undefined>

const SUBJECTS: Readonly<Record<SubjectPath, FindSubject>> = {
  // This path stands before the pages without an end, which would take it for a part of the subject.
  '/live/$sessionId/overlay': findOverlay,
  '/liveUser/$userId/overlay': findOverlay,
  '/embed/seasons/$seasonId/drivers': findSeasonEmbed,
  '/embed/seasons/$seasonId/teams': findSeasonEmbed,
  '/embed/seasons/$seasonId/calendar': findSeasonEmbed,
  '/embed/sessions/$sessionId': findSessionEmbed,
  '/embed/live/$sessionId': findLiveEmbed,
  '/embed/liveUser/$userId': findLiveEmbed,
  '/live/$sessionId': findLive,
  '/liveUser/$userId': findLiveUser,
  '/sessions/$sessionId': findRecorded,
  '/user/$userId': findProfile,
  '/leagues/$leagueId/drivers': findLeagueDrivers,
  '/leagues/$leagueId': findPublicLeague,
  '/seasons/$seasonId/sign-up': findSignUp,
  '/seasons/$seasonId/review': findReview,
  '/seasons/$seasonId': findOpenSeason,
  '/search/$searchString': async (_source, request) =>
    createPage('/search/$searchString', request, searchHead(request)),
}

const BY_SUBJECT = Object.entries(SUBJECTS).map(([path, find]) => {
  const [prefix = '', suffix = ''] = path.split(/\$\w+/)
  return { prefix, suffix, find }
})

const FIXED = FIXED_PAGES.map((page) => ({
  page,
  isPath: createPathPattern(page.path),
}))

/** The landing page shows the first of these first, and the second follows a race that is being driven. */
const LANDING_RACE = ['pages/landing/landing-picture.tsx', 'features/track-map/map-canvas.tsx']
const FOLLOWED_RACE = ['features/live/live-socket.ts']
const SAMPLE_RACE = ['pages/landing/sample-picture.tsx']

interface PageAddress {
  readonly path: string
  readonly query: URLSearchParams
}

/** Finds the page of an address, which is the 404 page for an unknown one. */
export async function findPage(
  source: PageSource,
  { path, query }: PageAddress,
  language: Language,
): Promise<Page> {
  const trimmed = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  const fixed = FIXED.find(({ isPath }) => isPath(trimmed))?.page
  if (fixed) {
    const { indexed, canonicalPath = trimmed } = fixed
    const [title, description, heading] = fixed[language]
    const head = { title, description, canonicalPath, picturePath: generalPicture, indexed }
    const modules = modulesOf(fixed, language)
    if (fixed.path === '/compare') {
      const card = await findComparisonCard(source.context.db, query.get('laps') ?? '')
      if (card) return { status: 200, modules, head: comparisonHead(card, language) }
    }
    const ownHead = heading === undefined ? head : { ...head, heading }
    const page: Page = { status: 200, modules, head: ownHead }
    return fixed.module === PAGES['/'].module ? createLandingPage(page, source) : page
  }
  for (const { prefix, suffix, find } of BY_SUBJECT) {
    const hasSubject = path.startsWith(prefix) && trimmed.endsWith(suffix)
    const end = suffix === '' ? path.length : trimmed.length - suffix.length
    const text = hasSubject ? decode(path.slice(prefix.length, end)) : ''
    const subject = isUuid(text) ? text.toLowerCase() : text
    const page = subject && (await find(source, { path: trimmed, subject, language }))
    if (page) return page
  }
  return { status: 404, modules: [], head: notFoundHead(path, language) }
}

/**
 * Its first screen is a race: what shows it is fetched beside the page, not one after another. While nobody drives, that is
 * the last recorded race, or the sample.
 */
async function createLandingPage(page: Page, { liveList, context }: PageSource): Promise<Page> {
  const modules = [...page.modules, ...LANDING_RACE]
  const live = liveSessions.all.path
  if (liveList.read().size > 0) {
    return { ...page, modules: [...modules, ...FOLLOWED_RACE], reads: [live] }
  }
  const raceId = await findLatestRaceId(context.db, LATEST_SESSIONS.pageSize)
  const reads = [live, LATEST_SESSIONS_PATH]
  if (raceId === undefined) return { ...page, modules: [...modules, ...SAMPLE_RACE], reads }
  return { ...page, modules, reads: [...reads, sessions.get.path.replace('{id}', raceId)] }
}

async function findLive(source: PageSource, request: PageRequest): Promise<Page | undefined> {
  if (!isUuid(request.subject)) return undefined
  const state = await source.states.read(request.subject)
  if (state) return createLivePage(cardOfLive(state), request)
  const card = await findCardWithoutRoom(source.context.db, request.subject)
  if (card) return createLivePage(card, request)
  // After the race the link leads to the recorded session, which has the same id.
  return findRecorded(source, request)
}

async function findLiveUser(source: PageSource, request: PageRequest): Promise<Page | undefined> {
  if (!isUuid(request.subject)) return undefined
  const state = await source.states.readOfUser(request.subject)
  if (state) return createLivePage(cardOfLive(state), request)
  const user = await findPageUser(source, request)
  return user && createPage('/liveUser/$userId', request, waitingHead(nameOf(user), request))
}

async function findProfile(source: PageSource, request: PageRequest): Promise<Page | undefined> {
  const user = await findPageUser(source, request)
  return user && createPage('/user/$userId', request, profileHead(nameOf(user), request))
}

function createLivePage(card: SessionCard, request: PageRequest): Page {
  return createPage('/live/$sessionId', request, liveHead(card, request.language, request.path))
}

async function findRecorded(source: PageSource, request: PageRequest): Promise<Page | undefined> {
  const card = await source.findCard(request.subject)
  return card && createPage('/sessions/$sessionId', request, recordedHead(card, request.language))
}

async function findPublicLeague(source: PageSource, request: PageRequest) {
  const league = await readPublicLeague(source, request)
  return league && createPage('/leagues/$leagueId', request, leagueHead(league, request.language))
}

async function findLeagueDrivers(source: PageSource, request: PageRequest) {
  const league = await readPublicLeague(source, request)
  if (!league) return undefined
  const { language, path: canonicalPath } = request
  const title = `${TEXTS[language]('heads.leagueDrivers', { league: league.name })} · Pitboard`
  const head = { ...leagueHead(league, language), title, canonicalPath, indexed: false }
  return createPage('/leagues/$leagueId/drivers', request, head)
}

/** A private league has no public page: its owner's browser loads it with a token. */
async function readPublicLeague({ context }: PageSource, { subject }: PageRequest) {
  const league = isUuid(subject) ? await ownedLeagues.find(context.db, subject) : undefined
  return league?.is_public === true ? presentLeague(league) : undefined
}

async function findOpenSeason({ seasons }: PageSource, request: PageRequest) {
  const { subject, language } = request
  const view = isUuid(subject) ? await seasons.find(subject, null) : undefined
  return view && createPage('/seasons/$seasonId', request, seasonHead(view.season, language))
}

async function findSignUp({ seasons }: PageSource, { subject, ...request }: PageRequest) {
  const view = isUuid(subject) ? await seasons.find(subject, null) : undefined
  if (!view) return undefined
  const { description, picturePath } = seasonHead(view.season, request.language)
  const heading = TEXTS[request.language]('heads.signUp', { season: view.season.name })
  const title = `${heading} · Pitboard`
  const head = { title, description, picturePath, canonicalPath: request.path, indexed: false }
  return createPage('/seasons/$seasonId/sign-up', { subject, ...request }, head)
}

async function findReview({ seasons }: PageSource, { subject, ...request }: PageRequest) {
  const view = isUuid(subject) ? await seasons.find(subject, null) : undefined
  if (!view) return undefined
  const head = reviewHead(view.season, request)
  return createPage('/seasons/$seasonId/review', { subject, ...request }, head)
}

async function findPageUser({ context }: PageSource, { subject }: PageRequest) {
  return isUuid(subject) ? findUser(context.db, subject) : undefined
}

async function findSeasonEmbed({ seasons }: PageSource, { subject, ...request }: PageRequest) {
  const view = isUuid(subject) ? await seasons.find(subject, null) : undefined
  return createEmbedPage(request, view?.season.name)
}

async function findSessionEmbed({ findCard }: PageSource, { subject, ...request }: PageRequest) {
  const card = await findCard(subject)
  return createEmbedPage(request, card && recordedHead(card, request.language).title)
}

/** It waits for the session, as the overlay does. */
async function findLiveEmbed(_source: PageSource, { subject, ...request }: PageRequest) {
  return isUuid(subject) ? createEmbedPage(request, 'Live') : undefined
}

/** Creates the page of an embed. If it has no title, there is nothing to show, and the embed says so in its frame. */
function createEmbedPage({ path, language }: Omit<PageRequest, 'subject'>, title = ''): Page {
  const head = embedHead(title, path, language)
  return { status: title === '' ? 404 : 200, modules: [], shell: 'embed', head }
}

/** It waits for the session, so that it can be set up before. */
async function findOverlay(
  _source: PageSource,
  { subject, path, language }: PageRequest,
): Promise<Page | undefined> {
  if (!isUuid(subject)) return undefined
  return { status: 200, modules: [], shell: 'overlay', head: overlayHead(path, language) }
}

function createPage(
  path: Exclude<PagePath, FramelessPath>,
  { language }: PageRequest,
  head: Page['head'],
): Page {
  return { status: 200, modules: modulesOf(PAGES[path], language), head }
}

function modulesOf(
  { module, texts }: { readonly module: string; readonly texts: readonly string[] },
  language: Language,
): string[] {
  return [`pages/${module}.tsx`, ...texts.map((area) => `messages/${language}/${area}.ts`)]
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
