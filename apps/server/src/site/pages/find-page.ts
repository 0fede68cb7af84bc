import { isUuid } from '@pitboard/contract/wire/uuid'
import { findUser, nameOf } from '../../accounts/users/queries.ts'
import { findLeague, presentLeague } from '../../championship/leagues/queries.ts'
import type { SeasonViews } from '../../championship/seasons/view/season-views.ts'
import type { AppContext } from '../../context.ts'
import type { Language, Page } from '../../platform/html/page.ts'
import type { RoomDirectory, LiveRoom } from '../../racing/live/room-directory.ts'
import { EDIT_PAGE, FIXED_PAGES, type FixedPage } from './fixed-heads.ts'
import {
  generalPicture,
  leagueHead,
  notFoundHead,
  profileHead,
  searchHead,
  seasonHead,
  waitingHead,
} from './page-heads.ts'
import { cardOfLive, type FindCard } from './session-card.ts'
import { liveHead, recordedHead } from './session-head.ts'

export interface PageSource {
  readonly context: AppContext
  readonly hub: RoomDirectory
  readonly findCard: FindCard
  readonly seasons: SeasonViews
}

/** A request for a page with a subject in its address. */
interface PageRequest {
  readonly path: string
  /** Decoded from the address. */
  readonly subject: string
  readonly language: Language
}

type FindSubject = (source: PageSource, request: PageRequest) => Promise<Page | undefined>

const SUBJECTS: readonly (readonly [prefix: string, find: FindSubject])[] = [
  ['/live/', findLive],
  ['/liveUser/', findLiveUser],
  ['/sessions/', findRecorded],
  ['/user/', findProfile],
  ['/leagues/', findPublicLeague],
  ['/seasons/', findOpenSeason],
  ['/search/', async (_source, request) => createPage('search/search-page', searchHead(request))],
]

/** The page of a path; the 404 page for an unknown one. */
export async function findPage(
  source: PageSource,
  path: string,
  language: Language,
): Promise<Page> {
  const trimmed = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  const fixed = fixedPage(trimmed)
  if (fixed) {
    const { module, texts, indexed, canonicalPath = trimmed } = fixed
    const [title, description, heading] = fixed[language]
    const head = { title, description, canonicalPath, picturePath: generalPicture, indexed }
    const page = createPage(module, heading === undefined ? head : { ...head, heading })
    return texts
      ? { ...page, modules: [...page.modules, `messages/${language}/${texts}.ts`] }
      : page
  }
  for (const [prefix, find] of SUBJECTS) {
    const text = path.startsWith(prefix) ? decode(path.slice(prefix.length)) : ''
    const subject = isUuid(text) ? text.toLowerCase() : text
    const page = subject && (await find(source, { path: trimmed, subject, language }))
    if (page) return page
  }
  return { status: 404, modules: [], head: notFoundHead(path, language) }
}

function fixedPage(path: string): FixedPage | undefined {
  if (EDIT_PAGE.path.test(path)) return EDIT_PAGE.page
  return Object.hasOwn(FIXED_PAGES, path) ? FIXED_PAGES[path] : undefined
}

async function findLive(source: PageSource, request: PageRequest): Promise<Page | undefined> {
  const room = source.hub.room(request.subject)
  // After the race the link leads to the recorded session, which has the same id.
  return room ? livePage(source, room, request) : findRecorded(source, request)
}

async function findLiveUser(source: PageSource, request: PageRequest): Promise<Page | undefined> {
  const room = source.hub.roomOfUser(request.subject)
  if (room) return livePage(source, room, request)
  const user = await findPageUser(source, request)
  return user && createPage('live/live-page', waitingHead(nameOf(user), request))
}

async function findProfile(source: PageSource, request: PageRequest): Promise<Page | undefined> {
  const user = await findPageUser(source, request)
  return user && createPage('user-page', profileHead(nameOf(user), request))
}

function livePage({ context }: PageSource, room: LiveRoom, { language, path }: PageRequest): Page {
  const nowMs = context.now().getTime()
  return createPage('live/live-page', liveHead(cardOfLive(room.state(nowMs)), language, path))
}

async function findRecorded(source: PageSource, request: PageRequest): Promise<Page | undefined> {
  const card = await source.findCard(request.subject)
  return card && createPage('session/session-page', recordedHead(card, request.language))
}

/** A private league has no public page: its owner's browser loads it with a token. */
async function findPublicLeague({ context }: PageSource, { subject, language }: PageRequest) {
  const league = isUuid(subject) ? await findLeague(context.db, subject) : undefined
  if (!league?.is_public) return undefined
  return createPage('leagues/league-page', leagueHead(presentLeague(league), language))
}

async function findOpenSeason({ seasons }: PageSource, { subject, language }: PageRequest) {
  const view = isUuid(subject) ? await seasons.find(subject, null) : undefined
  return view && createPage('seasons/season-page', seasonHead(view.season, language))
}

async function findPageUser({ context }: PageSource, { subject }: PageRequest) {
  return isUuid(subject) ? findUser(context.db, subject) : undefined
}

function createPage(module: string, head: Page['head']): Page {
  return { status: 200, modules: [`pages/${module}.tsx`], head }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
