import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { createClient as createNewestClient } from 'supabase-js-newest'
import type { AppContext } from '../context.ts'

/** The official clients that have to work: the one our pages carry, and the newest one. */
export const CLIENT_VERSIONS = ['2.48.1', 'newest'] as const
export type ClientVersion = (typeof CLIENT_VERSIONS)[number]

/** A client of the running server; without a token it is a visitor's. */
export function openClient(
  version: ClientVersion,
  { url, context }: { readonly url: string; readonly context: AppContext },
  accessToken: string | (() => string) | null = null,
): SupabaseClient {
  const { anonKey } = context.keys
  const token = () => (typeof accessToken === 'function' ? accessToken() : (accessToken ?? anonKey))
  const options = { accessToken: async () => token() }
  if (version === '2.48.1') return createClient(url, anonKey, options)
  const client: unknown = createNewestClient(url, anonKey, options)
  // What the tests call is the same in both.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return client as SupabaseClient
}
