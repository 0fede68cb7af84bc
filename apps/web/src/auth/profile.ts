import type { Profile, Supabase } from './supabase.ts'

export const PROFILE_COLUMNS = 'id, username, avatar_url'

/** Null where it could not be read, which counts as a profile without a name (specification §8). */
export async function findProfile({ client }: Supabase, userId: string): Promise<Profile | null> {
  const { data } = await client.from('profiles').select(PROFILE_COLUMNS).eq('id', userId).single()
  return data
}
