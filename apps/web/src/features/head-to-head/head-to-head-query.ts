import { headToHead } from '@pitboard/contract/drivers/head-to-head'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export function seasonHeadToHead(seasonId: string, first: string, second: string) {
  return queryOptions({
    queryKey: ['seasons', 'headToHead', seasonId, first, second],
    queryFn: ({ signal }) =>
      call(headToHead.ofSeason, { params: { seasonId }, query: { first, second }, signal }),
  })
}

export function userHeadToHead(id: string, against: string) {
  return queryOptions({
    queryKey: ['users', id, 'headToHead', against],
    queryFn: ({ signal }) =>
      call(headToHead.ofUser, { params: { userId: id }, query: { against }, signal }),
  })
}
