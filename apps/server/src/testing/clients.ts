import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { createClient as createNewestClient } from 'supabase-js-newest'
import { sampleOf } from '@pitboard/contract/testing/sample'
import type { AppContext } from '../context.ts'

/** Our pages carry the first, and the other is the newest one. */
const VERSIONS = ['2.48.1', 'newest'] as const
export type ClientVersion = (typeof VERSIONS)[number]

/**
 * These official clients have to work. `npm test` tries each call by the newest one; the pages and many tests of
 * refusals use the other.
 */
export const CLIENT_VERSIONS: readonly ClientVersion[] = sampleOf(VERSIONS, 1, 1)

/** Opens a client of the running server; without a token it is a visitor's. */
export function openClient(
  version: ClientVersion,
  { url, context }: { readonly url: string; readonly context: AppContext },
  accessToken: string | (() => string) | null = null,
): SupabaseClient {
  const { anonKey } = context.keys
  const token = () => (typeof accessToken === 'function' ? accessToken() : (accessToken ?? anonKey))
  return create(version, url, anonKey, { accessToken: async () => token() })
}

/** Opens a client that signs in and out as a page does; its session is in memory. */
export function openSigningClient(
  version: ClientVersion,
  { url, context }: { readonly url: string; readonly context: AppContext },
): SupabaseClient {
  const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }
  return create(version, url, context.keys.anonKey, { auth })
}

interface Options {
  accessToken?: () => Promise<string>
  auth?: { persistSession: boolean; autoRefreshToken: boolean; detectSessionInUrl: boolean }
}

function create(
  version: ClientVersion,
  url: string,
  key: string,
  options: Options,
): SupabaseClient {
  if (version === '2.48.1') return createClient(url, key, options)
  const client: unknown = createNewestClient(url, key, options)
  // What the tests call is the same in both.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return client as SupabaseClient
}
