import type { account } from './en/account.ts'
import type { catalogue as english } from './en/catalogue.ts'
import type { charts } from './en/charts.ts'
import type { dashboard } from './en/dashboard.ts'
import type { download } from './en/download.ts'
import type { faq } from './en/faq.ts'
import type { landing } from './en/landing.ts'
import type { leagues } from './en/leagues.ts'
import type { legal } from './en/legal.ts'
import type { live } from './en/live.ts'
import type { screen } from './en/screen.ts'
import type { organiser } from './en/organiser.ts'
import type { panels } from './en/panels.ts'
import type { penalties } from './en/penalties.ts'
import type { recordings } from './en/recordings.ts'
import type { replay } from './en/replay.ts'
import type { search } from './en/search.ts'
import type { season } from './en/season.ts'
import type { user } from './en/user.ts'
import type { Translation } from './en/message.ts'

export const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

interface LazyNamespaces {
  readonly account: typeof account
  readonly charts: typeof charts
  readonly dashboard: typeof dashboard
  readonly download: typeof download
  readonly faq: typeof faq
  readonly landing: typeof landing
  readonly leagues: typeof leagues
  readonly legal: typeof legal
  readonly live: typeof live
  readonly screen: typeof screen
  readonly user: typeof user
  readonly organiser: typeof organiser
  readonly panels: typeof panels
  readonly penalties: typeof penalties
  readonly recordings: typeof recordings
  readonly replay: typeof replay
  readonly search: typeof search
  readonly season: typeof season
}

/** Texts of some pages, fetched with the page that shows them. */
export type LazyNamespace = keyof LazyNamespaces

export type English = typeof english & LazyNamespaces

/** What is loaded of one language: everything but the long texts, and those that were asked for. */
export type Catalogue = { readonly [Area in keyof typeof english]: Translation<English[Area]> } & {
  readonly [Area in LazyNamespace]?: Translation<English[Area]>
}

/** `<area>.<name>`, as in `live.waiting`. */
export type MessageKey = {
  [Area in keyof English]: `${Area}.${Extract<keyof English[Area], string>}`
}[keyof English]

export type MessageOf<Key extends MessageKey> = Key extends `${infer Area}.${infer Name}`
  ? Area extends keyof English
    ? English[Area][Name & keyof English[Area]]
    : never
  : never

const CATALOGUES = {
  en: async () => (await import('./en/catalogue.ts')).catalogue,
  de: async () => (await import('./de/catalogue.ts')).catalogue,
}

const LATER = {
  en: {
    account: async () => ({ account: (await import('./en/account.ts')).account }),
    charts: async () => ({ charts: (await import('./en/charts.ts')).charts }),
    dashboard: async () => ({ dashboard: (await import('./en/dashboard.ts')).dashboard }),
    download: async () => ({ download: (await import('./en/download.ts')).download }),
    faq: async () => ({ faq: (await import('./en/faq.ts')).faq }),
    landing: async () => ({ landing: (await import('./en/landing.ts')).landing }),
    leagues: async () => ({ leagues: (await import('./en/leagues.ts')).leagues }),
    legal: async () => ({ legal: (await import('./en/legal.ts')).legal }),
    live: async () => ({ live: (await import('./en/live.ts')).live }),
    screen: async () => ({ screen: (await import('./en/screen.ts')).screen }),
    user: async () => ({ user: (await import('./en/user.ts')).user }),
    organiser: async () => ({ organiser: (await import('./en/organiser.ts')).organiser }),
    panels: async () => ({ panels: (await import('./en/panels.ts')).panels }),
    penalties: async () => ({ penalties: (await import('./en/penalties.ts')).penalties }),
    recordings: async () => ({ recordings: (await import('./en/recordings.ts')).recordings }),
    replay: async () => ({ replay: (await import('./en/replay.ts')).replay }),
    search: async () => ({ search: (await import('./en/search.ts')).search }),
    season: async () => ({ season: (await import('./en/season.ts')).season }),
  },
  de: {
    account: async () => ({ account: (await import('./de/account.ts')).account }),
    charts: async () => ({ charts: (await import('./de/charts.ts')).charts }),
    dashboard: async () => ({ dashboard: (await import('./de/dashboard.ts')).dashboard }),
    download: async () => ({ download: (await import('./de/download.ts')).download }),
    faq: async () => ({ faq: (await import('./de/faq.ts')).faq }),
    landing: async () => ({ landing: (await import('./de/landing.ts')).landing }),
    leagues: async () => ({ leagues: (await import('./de/leagues.ts')).leagues }),
    legal: async () => ({ legal: (await import('./de/legal.ts')).legal }),
    live: async () => ({ live: (await import('./de/live.ts')).live }),
    screen: async () => ({ screen: (await import('./de/screen.ts')).screen }),
    user: async () => ({ user: (await import('./de/user.ts')).user }),
    organiser: async () => ({ organiser: (await import('./de/organiser.ts')).organiser }),
    panels: async () => ({ panels: (await import('./de/panels.ts')).panels }),
    penalties: async () => ({ penalties: (await import('./de/penalties.ts')).penalties }),
    recordings: async () => ({ recordings: (await import('./de/recordings.ts')).recordings }),
    replay: async () => ({ replay: (await import('./de/replay.ts')).replay }),
    search: async () => ({ search: (await import('./de/search.ts')).search }),
    season: async () => ({ season: (await import('./de/season.ts')).season }),
  },
}

/** One language, with those long texts. */
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
