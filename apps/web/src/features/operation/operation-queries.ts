import { account } from '@pitboard/contract/accounts/accounts'
import { operation } from '@pitboard/contract/site/operation'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

const REFRESH_MS = 30_000

export const USERS_PER_PAGE = 20

/** Fetches whether the signed-in user operates the site. */
export const ownRights = queryOptions({
  queryKey: ['account', 'rights'],
  queryFn: ({ signal }) => call(account.get, { signal }),
})

/** Fetches how the site is, again and again while it is looked at. */
export const siteOperation = queryOptions({
  queryKey: ['operation', 'site'],
  queryFn: ({ signal }) => call(operation.get, { signal }),
  refetchInterval: REFRESH_MS,
})

const OPERATED_USERS_KEY = ['operation', 'users'] as const

/** Finds accounts by a part of a name or address. */
export function operatedUsers({ search, page }: { search: string; page: number }) {
  return queryOptions({
    queryKey: [...OPERATED_USERS_KEY, search, page],
    queryFn: ({ signal }) =>
      call(operation.users, {
        query: { page, pageSize: USERS_PER_PAGE, ...(search !== '' && { q: search }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}
