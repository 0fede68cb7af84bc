import type { Profile, Supabase } from './supabase.ts'

/**
 * Null where it could not be read, which counts as a profile without a name (specification §8).
 * Then it is asked whether the user himself is still there: `gone` where he is not.
 */
export async function findProfile(
  { client, data: source }: Supabase,
  userId: string,
): Promise<Profile | 'gone' | null> {
  const { data } = await source
    .from('profiles')
    .select('id, username, avatar_url')
    .eq('id', userId)
    .single()
  if (data) return data
  const { error } = await client.auth.getUser()
  return error?.status === 401 || error?.status === 403 ? 'gone' : null
}
