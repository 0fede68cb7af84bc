import { seasons } from '@pitboard/contract/season-endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

const READ_MAX = 100

/** The reader's seasons with their calendars, the newest first. */
export const linkableSeasons = queryOptions({
  // Below the key of all of the reader's seasons, so that it is read anew after every change.
  queryKey: ['seasons', 'own', 'linkable'],
  queryFn: async ({ signal }) => {
    const { seasons: own } = await call(seasons.mine, { query: { pageSize: READ_MAX }, signal })
    return own
  },
})
