import { site, type Site } from '@pitboard/contract/site/site'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: ({ signal }) => call(site.get, { signal }),
  // The operator changes it with a restart of the server.
  staleTime: Infinity,
})

/** Returns undefined until the server has answered. */
export function useSite(): Site | undefined {
  return useQuery(siteQuery).data
}
