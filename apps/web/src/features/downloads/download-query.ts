import { ApiException } from '@pitboard/contract/client'
import { downloads, type Download } from '@pitboard/contract/downloads'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../call.ts'

/** The recorder's files; none where this server has not built them. */
export const recorderFiles = queryOptions({
  queryKey: ['downloads'],
  queryFn: async ({ signal }): Promise<{ version: string; platforms: readonly Download[] }> => {
    try {
      return await call(downloads.list, { signal })
    } catch (error) {
      if (error instanceof ApiException && error.status === 404)
        return { version: '', platforms: [] }
      throw error
    }
  },
  staleTime: 60_000,
})
