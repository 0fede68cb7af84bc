import { search, type SearchKind } from '@pitboard/contract/search/search'
import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** A search for all kinds returns this many results of each; a page of one kind has as many. */
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
  return typed.trim().slice(0, TEXT_MAX.search).toWellFormed()
}
