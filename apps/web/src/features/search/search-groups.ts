import {
  search,
  SEARCH_FOUND_MAX,
  type SearchKind,
  type SearchResults,
} from '@pitboard/contract/search/search'
import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import type { PlainKey } from '../../messages/create-text.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Of each kind at once, and of one kind a page. */
export const FOUND_MAX = 50

export function searchResults(typed: string) {
  const q = wordsOf(typed)
  return queryOptions({
    queryKey: ['search', q],
    queryFn: ({ signal }) => call(search.all, { query: { q, limit: FOUND_MAX }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

export function searchPage(typed: string, kind: SearchKind, page: number) {
  const q = wordsOf(typed)
  return queryOptions({
    queryKey: ['search', q, kind, page],
    queryFn: ({ signal }) =>
      call(search.all, { query: { q, kind, page, limit: FOUND_MAX }, signal }),
    placeholderData: (last, query) =>
      query?.queryKey[1] === q && query.queryKey[2] === kind ? last : undefined,
    staleTime: 10_000,
  })
}

function wordsOf(typed: string): string {
  return typed.slice(0, TEXT_MAX.search).toWellFormed()
}

/** In the order of the page. */
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

/** Whether nothing that was found has the words themselves: typos have been put right. */
export function isAlikeOnly(
  typed: string,
  { users, leagues, seasons, sessions, tracks }: SearchResults,
  sessionWords: (sessionType: number) => readonly string[],
): boolean {
  const found = [
    ...users.map(({ username }) => [username]),
    ...leagues.map(({ name }) => [name]),
    ...seasons.map(({ name, leagueName }) => [name, leagueName]),
    ...tracks.map(({ name }) => [name]),
    ...sessions.map(({ trackName, sessionType, userName, gameVersion }) => [
      ...[trackName, userName, String(gameVersion ?? '')],
      ...sessionWords(sessionType),
    ]),
  ]
  return found.length > 0 && !found.some((facts) => matches(typed, facts))
}

/** Whether every word of the search stands in the facts, at any place, in either case. */
export function matches(search: string, facts: readonly (string | null)[]): boolean {
  const text = fold(facts.join(' '))
  return fold(search)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** São Paulo is found by "sao". */
function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
