import { downloads } from '@pitboard/contract/downloads'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../call.ts'

/** The recorder's files; none where this server has not built them. */
export const recorderFiles = queryOptions({
  queryKey: ['downloads'],
  queryFn: ({ signal }) => call(downloads.list, { signal }),
  staleTime: 60_000,
})
