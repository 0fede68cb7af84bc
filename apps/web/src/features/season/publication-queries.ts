import type { Season } from '@pitboard/contract/seasons/season'
import { seasonManagement } from '@pitboard/contract/seasons/season-management'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { SEASONS_KEY } from './season-queries.ts'

export function publications({ id, publication }: Pick<Season, 'id' | 'publication'>) {
  return queryOptions({
    queryKey: [...SEASONS_KEY, 'publications', id, publication?.version],
    queryFn: ({ signal }) =>
      call(seasonManagement.publications, { params: { seasonId: id }, signal }),
  })
}

/** This stands in place of a version for the present standings. */
export const NEWEST = 'newest'

export function published(id: string, version: number) {
  return queryOptions({
    queryKey: [...SEASONS_KEY, 'published', id, version],
    queryFn: ({ signal }) =>
      call(seasonManagement.publication, { params: { seasonId: id, version }, signal }),
    staleTime: Infinity,
  })
}
