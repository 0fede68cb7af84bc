import { recorderKeys } from '@pitboard/contract/accounts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const recorderKeyList = queryOptions({
  queryKey: ['recorderKeys'],
  queryFn: ({ signal }) => call(recorderKeys.list, { signal }),
})
