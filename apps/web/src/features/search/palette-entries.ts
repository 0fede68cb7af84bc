import type { SearchKind, SearchResults } from '@pitboard/contract/search/search'
import type { PlainKey, Text } from '../../messages/create-text.ts'
import { sessionName } from '../../timing/names.ts'
import { writeSearchString } from '../../ui/shell/search-string.ts'
import { reasonOf } from './match-reason.ts'
import { GROUP_NAMES, matches, SEARCH_GROUPS } from './search-groups.ts'

export interface PaletteEntry {
  /** The id is unique in the list: an address can be that of a page and of a result. */
  readonly id: string
  readonly label: string
  /** It tells the entry from others of the same name; empty where nothing needs to. */
  readonly detail: string
  readonly href: string
}

export interface PaletteGroup {
  readonly title: string
  readonly items: readonly PaletteEntry[]
}

interface PalettePage {
  readonly href: string
  readonly label: PlainKey
  /** People look for it by these other words. */
  readonly also: PlainKey
}

/** The palette shows this many results of each kind; the page of results has the rest. */
const FOUND_SHOWN = 5

const PUBLIC_PAGES: readonly PalettePage[] = [
  { href: '/live', label: 'palette.live', also: 'palette.liveAlso' },
  { href: '/leagues', label: 'palette.leagues', also: 'palette.leaguesAlso' },
  { href: '/records', label: 'palette.records', also: 'palette.recordsAlso' },
  { href: '/compare', label: 'palette.compare', also: 'palette.compareAlso' },
  { href: '/downloadInfo', label: 'palette.recorder', also: 'palette.recorderAlso' },
  { href: '/streamOverlay', label: 'palette.overlay', also: 'palette.overlayAlso' },
  { href: '/guides/game', label: 'palette.gameGuide', also: 'palette.gameGuideAlso' },
  { href: '/guides/league', label: 'palette.leagueGuide', also: 'palette.leagueGuideAlso' },
  {
    href: '/guides/stewarding',
    label: 'palette.stewardingGuide',
    also: 'palette.stewardingGuideAlso',
  },
  {
    href: '/guides/broadcasting',
    label: 'palette.broadcastingGuide',
    also: 'palette.broadcastingGuideAlso',
  },
  { href: '/guides', label: 'palette.guides', also: 'palette.guidesAlso' },
  { href: '/headToHead', label: 'palette.headToHead', also: 'palette.headToHeadAlso' },
  { href: '/faq', label: 'palette.faq', also: 'palette.faqAlso' },
]

const VISITORS_PAGES: readonly PalettePage[] = [
  { href: '/login', label: 'palette.login', also: 'palette.loginAlso' },
  { href: '/signup', label: 'palette.signUp', also: 'palette.signUpAlso' },
]

const USERS_PAGES: readonly PalettePage[] = [
  { href: '/dashboard', label: 'palette.dashboard', also: 'palette.dashboardAlso' },
  { href: '/dashboard/sessions', label: 'palette.sessions', also: 'palette.sessionsAlso' },
  { href: '/dashboard/laps', label: 'palette.laps', also: 'palette.lapsAlso' },
  { href: '/dashboard/seasons', label: 'palette.seasons', also: 'palette.seasonsAlso' },
  { href: '/dashboard/leagues', label: 'palette.ownLeagues', also: 'palette.ownLeaguesAlso' },
  { href: '/dashboard/settings', label: 'palette.settings', also: 'palette.settingsAlso' },
]

const ACTIONS: readonly PalettePage[] = [
  { href: '/dashboard/seasons/create', label: 'palette.newSeason', also: 'palette.newSeasonAlso' },
  { href: '/dashboard/leagues/create', label: 'palette.newLeague', also: 'palette.newLeagueAlso' },
  {
    href: '/dashboard/sessions/typed',
    label: 'palette.typeResult',
    also: 'palette.typeResultAlso',
  },
  { href: '/dashboard/pair', label: 'palette.pair', also: 'palette.pairAlso' },
]

/** Lists pages and actions whose words have all that was typed; all of them while nothing is. */
export function listPlaces(t: Text, typed: string, userId: string | null): readonly PaletteGroup[] {
  const entriesOf = (pages: readonly PalettePage[]) =>
    pages
      .filter(({ label, also }) => matches(typed, [t(label), t(also)]))
      .map(({ href, label }) => ({ id: `page ${href}`, label: t(label), detail: '', href }))
  const profile = {
    href: `/user/${userId}`,
    label: 'palette.profile',
    also: 'palette.profileAlso',
  } as const
  const pages = userId === null ? VISITORS_PAGES : [...USERS_PAGES, profile]
  return withoutEmpty([
    { title: t('palette.actions'), items: userId === null ? [] : entriesOf(ACTIONS) },
    { title: t('palette.pages'), items: entriesOf([...pages, ...PUBLIC_PAGES]) },
  ])
}

/** Returns what the server has found, some of each kind, and the way to all of it. */
export function listFound(t: Text, typed: string, results: SearchResults): readonly PaletteGroup[] {
  const groups = SEARCH_GROUPS.map((kind) => ({
    title: t(GROUP_NAMES[kind]),
    items: entriesOfKind(t, kind, results).slice(0, FOUND_SHOWN),
  }))
  const found = withoutEmpty(groups)
  const searchString = writeSearchString(typed)
  if (found.length === 0 || searchString === null) return []
  const all = {
    id: 'all',
    label: t('palette.showAll', { search: searchString.trim() }),
    detail: '',
    href: `/search/${encodeURIComponent(searchString)}`,
  }
  return [...found, { title: t('palette.more'), items: [all] }]
}

function entriesOfKind(t: Text, kind: SearchKind, results: SearchResults): PaletteEntry[] {
  switch (kind) {
    case 'sessions':
      return results.sessions.map(
        ({ id, trackName, sessionType, highlights, userName, sessionStartTime }) => ({
          id,
          label: `${trackName} · ${sessionName({ sessionType, raceKind: highlights?.raceKind ?? null }, t)}`,
          detail: `${userName} · ${new Intl.DateTimeFormat(t.locale, { dateStyle: 'medium' }).format(new Date(sessionStartTime))}`,
          href: `/sessions/${id}`,
        }),
      )
    case 'seasons':
      return results.seasons.map(({ id, name, leagueName, ownerName }) => ({
        id,
        label: name,
        detail: leagueName ?? t('search.by', { name: ownerName }),
        href: `/seasons/${id}`,
      }))
    case 'leagues':
      return results.leagues.map(({ id, name, ownerName }) => ({
        id,
        label: name,
        detail: t('search.by', { name: ownerName }),
        href: `/leagues/${id}`,
      }))
    case 'users':
      return results.users.map(({ id, username }) => ({
        id,
        label: username,
        detail: '',
        href: `/user/${id}`,
      }))
    case 'tracks':
      return results.tracks.map(({ trackId, name, match }) => ({
        id: `track ${trackId}`,
        label: name,
        detail: reasonOf(match, t) || t('search.drivenThere'),
        href: `/search/${encodeURIComponent(name)}?in=sessions`,
      }))
  }
}

function withoutEmpty(groups: readonly PaletteGroup[]): readonly PaletteGroup[] {
  return groups.filter(({ items }) => items.length > 0)
}
