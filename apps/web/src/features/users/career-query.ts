import { careers } from '@pitboard/contract/drivers/career'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export function userCareer(id: string) {
  return queryOptions({
    queryKey: ['users', id, 'career'],
    queryFn: ({ signal }) => call(careers.get, { params: { userId: id }, signal }),
    staleTime: 30_000,
  })
}
