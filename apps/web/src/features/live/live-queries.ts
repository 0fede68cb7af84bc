import { liveSessions } from '@pitboard/contract/live'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../call.ts'

const LIST_REFRESH_MS = 3000

/** The sessions that are being driven, asked again every few seconds while someone looks. */
export const liveList = queryOptions({
  queryKey: ['liveSessions'],
  queryFn: ({ signal }) => call(liveSessions.all, { signal }),
  refetchInterval: LIST_REFRESH_MS,
})
