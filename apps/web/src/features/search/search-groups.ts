import {
  SEARCH_FOUND_MAX,
  type SearchKind,
  type SearchResults,
} from '@pitboard/contract/search/search'
import type { PlainKey } from '../../messages/create-text.ts'
import { FOUND_MAX } from './search-queries.ts'

/** The page shows the groups in this order. */
export const SEARCH_GROUPS = ['sessions', 'seasons', 'leagues', 'users', 'tracks'] as const

export const GROUP_NAMES = {
  sessions: 'search.sessions',
  seasons: 'search.seasons',
  leagues: 'search.leagues',
  users: 'search.users',
  tracks: 'search.tracks',
} as const satisfies Record<SearchKind, PlainKey>

export function readGroup(text: string): SearchKind | null {
  return SEARCH_GROUPS.find((group) => group === text) ?? null
}

/** The server may have more than it sends at once. */
export function countWords(count: number): string {
  return count === FOUND_MAX || count === SEARCH_FOUND_MAX ? `${count}+` : String(count)
}

/** Returns whether nothing that was found has the words themselves: typos have been put right. */
export function isAlikeOnly(
  typed: string,
  { users, leagues, seasons, sessions, tracks }: SearchResults,
  sessionWords: (sessionType: number) => readonly string[],
): boolean {
  const found = [
    ...users.map(({ username }) => [username]),
    ...leagues.map(({ name }) => [name]),
    ...seasons.map(({ name, leagueName }) => [name, leagueName]),
    ...sessions.map(({ trackName, sessionType, userName, gameVersion }) => [
      trackName,
      userName,
      String(gameVersion ?? ''),
      ...sessionWords(sessionType),
    ]),
  ]
  const isNamed =
    tracks.some(({ match }) => !match.isSimilar) || found.some((facts) => matches(typed, facts))
  return found.length + tracks.length > 0 && !isNamed
}

/** Returns whether every word of the search stands in the facts, at any place, in either case. */
export function matches(search: string, facts: readonly (string | null)[]): boolean {
  const text = fold(facts.join(' '))
  return fold(search)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** São Paulo is found by "sao". */
export function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
