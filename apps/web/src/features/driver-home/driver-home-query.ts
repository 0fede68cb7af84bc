import { driverHome } from '@pitboard/contract/seasons/driver-home'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { SEASONS_KEY } from '../season/season-queries.ts'

const REFETCH_MS = 60_000

/** Fetches the seasons that the signed-in user drives in. */
export const drivenSeasons = queryOptions({
  queryKey: [...SEASONS_KEY, 'driven'],
  queryFn: ({ signal }) => call(driverHome.get, { signal }),
  refetchInterval: REFETCH_MS,
})
