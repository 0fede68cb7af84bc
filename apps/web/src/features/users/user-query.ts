import { users } from '@pitboard/contract/accounts/user'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export function userProfile(id: string) {
  return queryOptions({
    queryKey: ['users', id],
    queryFn: ({ signal }) => call(users.get, { params: { id }, signal }),
    staleTime: 30_000,
  })
}
