import type { account } from './en/account.ts'
import type { announcements } from './en/announcements.ts'
import type { answers } from './en/answers.ts'
import type { catalogue as english } from './en/catalogue.ts'
import type { charts } from './en/charts.ts'
import type { compare } from './en/compare.ts'
import type { dashboard } from './en/dashboard.ts'
import type { download } from './en/download.ts'
import type { drivers } from './en/drivers.ts'
import type { embed } from './en/embed.ts'
import type { embedding } from './en/embedding.ts'
import type { engineer } from './en/engineer.ts'
import type { faq } from './en/faq.ts'
import type { feed } from './en/feed.ts'
import type { guides } from './en/guides.ts'
import type { home } from './en/home.ts'
import type { landing } from './en/landing.ts'
import type { leagues } from './en/leagues.ts'
import type { legal } from './en/legal.ts'
import type { live } from './en/live.ts'
import type { importing } from './en/importing.ts'
import type { screen } from './en/screen.ts'
import type { notifications } from './en/notifications.ts'
import type { operation } from './en/operation.ts'
import type { organiser } from './en/organiser.ts'
import type { palette } from './en/palette.ts'
import type { panels } from './en/panels.ts'
import type { points } from './en/points.ts'
import type { overlay } from './en/overlay.ts'
import type { penalties } from './en/penalties.ts'
import type { rating } from './en/rating.ts'
import type { recordings } from './en/recordings.ts'
import type { records } from './en/records.ts'
import type { replay } from './en/replay.ts'
import type { result } from './en/result.ts'
import type { review } from './en/review.ts'
import type { roster } from './en/roster.ts'
import type { search } from './en/search.ts'
import type { season } from './en/season.ts'
import type { participation } from './en/participation.ts'
import type { stewards } from './en/stewards.ts'
import type { story } from './en/story.ts'
import type { timed } from './en/timed.ts'
import type { tour } from './en/tour.ts'
import type { user } from './en/user.ts'
import type { vote } from './en/vote.ts'
import type { waiting } from './en/waiting.ts'
import type { Language } from '@pitboard/contract/words/languages'
import type { Translation } from '@pitboard/contract/words/message'

interface LazyNamespaces {
  readonly account: typeof account
  readonly announcements: typeof announcements
  readonly answers: typeof answers
  readonly charts: typeof charts
  readonly compare: typeof compare
  readonly dashboard: typeof dashboard
  readonly download: typeof download
  readonly drivers: typeof drivers
  readonly embed: typeof embed
  readonly embedding: typeof embedding
  readonly engineer: typeof engineer
  readonly faq: typeof faq
  readonly feed: typeof feed
  readonly guides: typeof guides
  readonly home: typeof home
  readonly importing: typeof importing
  readonly landing: typeof landing
  readonly leagues: typeof leagues
  readonly legal: typeof legal
  readonly live: typeof live
  readonly screen: typeof screen
  readonly user: typeof user
  readonly notifications: typeof notifications
  readonly operation: typeof operation
  readonly organiser: typeof organiser
  readonly palette: typeof palette
  readonly panels: typeof panels
  readonly overlay: typeof overlay
  readonly penalties: typeof penalties
  readonly points: typeof points
  readonly rating: typeof rating
  readonly recordings: typeof recordings
  readonly records: typeof records
  readonly replay: typeof replay
  readonly result: typeof result
  readonly review: typeof review
  readonly roster: typeof roster
  readonly search: typeof search
  readonly season: typeof season
  readonly participation: typeof participation
  readonly stewards: typeof stewards
  readonly story: typeof story
  readonly timed: typeof timed
  readonly tour: typeof tour
  readonly vote: typeof vote
  readonly waiting: typeof waiting
}

/** Texts of some pages are fetched with the page that shows them. */
export type LazyNamespace = keyof LazyNamespaces

/** English is the original: its messages say which values they need. */
export type English = typeof english & LazyNamespaces

/** This much is loaded of one language: everything except the long texts, and those that were asked for. */
export type Catalogue = { readonly [Area in keyof typeof english]: Translation<English[Area]> } & {
  readonly [Area in LazyNamespace]?: Translation<English[Area]>
}

const CATALOGUES = {
  en: async () => (await import('./en/catalogue.ts')).catalogue,
  de: async () => (await import('./de/catalogue.ts')).catalogue,
}

/** Each module has one export, named like its area. */
const LATER = {
  en: {
    account: () => import('./en/account.ts'),
    announcements: () => import('./en/announcements.ts'),
    answers: () => import('./en/answers.ts'),
    charts: () => import('./en/charts.ts'),
    compare: () => import('./en/compare.ts'),
    dashboard: () => import('./en/dashboard.ts'),
    download: () => import('./en/download.ts'),
    drivers: () => import('./en/drivers.ts'),
    embed: () => import('./en/embed.ts'),
    embedding: () => import('./en/embedding.ts'),
    engineer: () => import('./en/engineer.ts'),
    faq: () => import('./en/faq.ts'),
    feed: () => import('./en/feed.ts'),
    guides: () => import('./en/guides.ts'),
    home: () => import('./en/home.ts'),
    importing: () => import('./en/importing.ts'),
    landing: () => import('./en/landing.ts'),
    leagues: () => import('./en/leagues.ts'),
    legal: () => import('./en/legal.ts'),
    live: () => import('./en/live.ts'),
    screen: () => import('./en/screen.ts'),
    user: () => import('./en/user.ts'),
    notifications: () => import('./en/notifications.ts'),
    operation: () => import('./en/operation.ts'),
    organiser: () => import('./en/organiser.ts'),
    palette: () => import('./en/palette.ts'),
    panels: () => import('./en/panels.ts'),
    overlay: () => import('./en/overlay.ts'),
    penalties: () => import('./en/penalties.ts'),
    points: () => import('./en/points.ts'),
    rating: () => import('./en/rating.ts'),
    recordings: () => import('./en/recordings.ts'),
    records: () => import('./en/records.ts'),
    replay: () => import('./en/replay.ts'),
    result: () => import('./en/result.ts'),
    review: () => import('./en/review.ts'),
    roster: () => import('./en/roster.ts'),
    search: () => import('./en/search.ts'),
    season: () => import('./en/season.ts'),
    participation: () => import('./en/participation.ts'),
    stewards: () => import('./en/stewards.ts'),
    story: () => import('./en/story.ts'),
    timed: () => import('./en/timed.ts'),
    tour: () => import('./en/tour.ts'),
    vote: () => import('./en/vote.ts'),
    waiting: () => import('./en/waiting.ts'),
  },
  de: {
    account: () => import('./de/account.ts'),
    announcements: () => import('./de/announcements.ts'),
    answers: () => import('./de/answers.ts'),
    charts: () => import('./de/charts.ts'),
    compare: () => import('./de/compare.ts'),
    dashboard: () => import('./de/dashboard.ts'),
    download: () => import('./de/download.ts'),
    drivers: () => import('./de/drivers.ts'),
    embed: () => import('./de/embed.ts'),
    embedding: () => import('./de/embedding.ts'),
    engineer: () => import('./de/engineer.ts'),
    faq: () => import('./de/faq.ts'),
    feed: () => import('./de/feed.ts'),
    guides: () => import('./de/guides.ts'),
    home: () => import('./de/home.ts'),
    importing: () => import('./de/importing.ts'),
    landing: () => import('./de/landing.ts'),
    leagues: () => import('./de/leagues.ts'),
    legal: () => import('./de/legal.ts'),
    live: () => import('./de/live.ts'),
    screen: () => import('./de/screen.ts'),
    user: () => import('./de/user.ts'),
    notifications: () => import('./de/notifications.ts'),
    operation: () => import('./de/operation.ts'),
    organiser: () => import('./de/organiser.ts'),
    palette: () => import('./de/palette.ts'),
    panels: () => import('./de/panels.ts'),
    overlay: () => import('./de/overlay.ts'),
    penalties: () => import('./de/penalties.ts'),
    points: () => import('./de/points.ts'),
    rating: () => import('./de/rating.ts'),
    recordings: () => import('./de/recordings.ts'),
    records: () => import('./de/records.ts'),
    replay: () => import('./de/replay.ts'),
    result: () => import('./de/result.ts'),
    review: () => import('./de/review.ts'),
    roster: () => import('./de/roster.ts'),
    search: () => import('./de/search.ts'),
    season: () => import('./de/season.ts'),
    participation: () => import('./de/participation.ts'),
    stewards: () => import('./de/stewards.ts'),
    story: () => import('./de/story.ts'),
    timed: () => import('./de/timed.ts'),
    tour: () => import('./de/tour.ts'),
    vote: () => import('./de/vote.ts'),
    waiting: () => import('./de/waiting.ts'),
  },
}

/** Returns every area that is fetched later. */
export function lazyNamespaces(): LazyNamespace[] {
  return Object.keys(LATER.en).filter((name): name is LazyNamespace => name in LATER.en)
}

/** Loads one language, with those long texts. */
export async function loadCatalogue(
  language: Language,
  areas: readonly LazyNamespace[],
): Promise<Catalogue> {
  const [catalogue, ...later] = await Promise.all([
    CATALOGUES[language](),
    ...areas.map((area) => LATER[language][area]()),
  ])
  return Object.assign({}, catalogue, ...later)
}
