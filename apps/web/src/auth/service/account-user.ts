import type { User } from '@supabase/supabase-js'
import { queryOptions } from '@tanstack/react-query'
import { signInService } from '../start-session.ts'

/** All that is asked about one's own account has this key: a change of one part may change another. */
export const ACCOUNT = { queryKey: ['account'] }

/** Fetches the signed-in user of the service, with factors and identities. */
export const accountUser = queryOptions({
  queryKey: [...ACCOUNT.queryKey, 'user'],
  queryFn: async (): Promise<User> => {
    const { client } = await signInService()
    const { data, error } = await client.auth.getUser()
    if (error) throw error
    return data.user
  },
})
