import { isUuid } from '@pitboard/contract/uuid'
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

/** A request for a page whose address holds an id or what somebody typed. */
interface Asked {
  readonly path: string
  /** What the address holds, decoded. */
  readonly subject: string
  readonly language: Language
}

type FindSubject = (source: PageSource, asked: Asked) => Promise<Page | undefined>

/** Each noun whose pages have a subject; users join when they have pages. */
const SUBJECTS: readonly (readonly [prefix: string, find: FindSubject])[] = [
  ['/live/', findLive],
  ['/liveUser/', findLiveUser],
  ['/sessions/', findRecorded],
  ['/user/', findProfile],
  ['/leagues/', findPublicLeague],
  ['/seasons/', findOpenSeason],
  ['/search/', async (_source, asked) => found('search/search-page', searchHead(asked))],
]

/** What is at a path of the site, for a query or two. An unknown path gets the 404 page. */
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
    const page = found(module, heading === undefined ? head : { ...head, heading })
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

async function findLive(source: PageSource, asked: Asked): Promise<Page | undefined> {
  const room = source.hub.room(asked.subject)
  // A link to a race outlives it: what was recorded has the same id.
  return room ? livePage(source, room, asked) : findRecorded(source, asked)
}

async function findLiveUser(source: PageSource, asked: Asked): Promise<Page | undefined> {
  const room = source.hub.roomOfUser(asked.subject)
  if (room) return livePage(source, room, asked)
  const user = await userOf(source, asked)
  return user && found('live/live-page', waitingHead(nameOf(user), asked))
}

async function findProfile(source: PageSource, asked: Asked): Promise<Page | undefined> {
  const user = await userOf(source, asked)
  return user && found('user-page', profileHead(nameOf(user), asked))
}

function livePage({ context }: PageSource, room: LiveRoom, { language, path }: Asked): Page {
  const nowMs = context.now().getTime()
  return found('live/live-page', liveHead(cardOfLive(room.state(nowMs)), language, path))
}

async function findRecorded(source: PageSource, asked: Asked): Promise<Page | undefined> {
  const card = await source.findCard(asked.subject)
  return card && found('session/session-page', recordedHead(card, asked.language))
}

/** A private league has no page for others: its owner's browser asks for it with his token. */
async function findPublicLeague({ context }: PageSource, { subject, language }: Asked) {
  const league = isUuid(subject) ? await findLeague(context.db, subject) : undefined
  if (!league?.is_public) return undefined
  return found('leagues/league-page', leagueHead(presentLeague(league), language))
}

async function findOpenSeason({ seasons }: PageSource, { subject, language }: Asked) {
  const view = isUuid(subject) ? await seasons.find(subject, null) : undefined
  return view && found('seasons/season-page', seasonHead(view.season, language))
}

async function userOf({ context }: PageSource, { subject }: Asked) {
  return isUuid(subject) ? findUser(context.db, subject) : undefined
}

function found(module: string, head: Page['head']): Page {
  return { status: 200, modules: [`pages/${module}.tsx`], head }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
