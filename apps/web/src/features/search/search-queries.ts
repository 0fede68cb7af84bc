import { search } from '@pitboard/contract/search'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../call.ts'

/** Of each kind; the server finds no more at once. */
export const FOUND_MAX = 50
const CHARS_MAX = 100

export function searchResults(typed: string) {
  const q = typed.slice(0, CHARS_MAX).toWellFormed()
  return queryOptions({
    queryKey: ['search', q],
    queryFn: ({ signal }) => call(search.all, { query: { q, limit: FOUND_MAX }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}
