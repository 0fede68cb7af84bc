import type { SupabaseClient } from '@supabase/supabase-js'
import { STORAGE_KEY } from './stored-session.ts'
import { tabLock } from './tab-lock.ts'
import { createClient } from '@pitboard/contract/wire/client'
import { site } from '@pitboard/contract/site/site'

/** Signing in happens there. */
export interface AuthServer {
  /** `/auth/v1` is appended to this. */
  readonly url: string
  readonly anonKey: string
}

// The app's own `call` cannot be used: it waits until it is known who is signed in.
const ask = createClient({ baseUrl: '', fetch: (...input) => fetch(...input) })
let known: AuthServer | undefined

/** Returns null where this site has no accounts. */
export async function findAuthServer(): Promise<AuthServer | null> {
  if (known) return known
  const { authUrl, authAnonKey } = await ask(site.get)
  if (authAnonKey === null) return null
  const url = (authUrl ?? location.origin).replace(/(?<!\/)\/+$/, '').replace(/\/auth\/v1$/, '')
  known = { url, anonKey: authAnonKey }
  return known
}

export interface Profile {
  readonly id: string
  readonly username: string | null
  readonly avatar_url: string | null
}

interface Database {
  public: {
    Tables: {
      profiles: {
        Row: { id: string; username: string | null; avatar_url: string | null }
        Insert: { id: string; username?: string; avatar_url?: string | null }
        Update: { username?: string; avatar_url?: string | null }
        Relationships: []
      }
    }
    Views: Record<string, never>
    Functions: Record<string, never>
  }
}

export interface Supabase {
  readonly server: AuthServer
  /** This client calls the sign-in service. */
  readonly client: SupabaseClient<Database>
  /** This client reads profiles and files, which this server stores whichever service signs users in. */
  readonly data: SupabaseClient<Database>
}

/** This site has no accounts. */
export class NoAccounts extends Error {
  override readonly name = 'NoAccounts'
}

let opening: Promise<Supabase> | undefined

/**
 * Returns the one client of the sign-in service, which is fetched when it is first needed: most visitors never sign in.
 * Throws `NoAccounts` if the site has no accounts, else the network's error.
 */
export function openSupabase(): Promise<Supabase> {
  opening ??= open().catch((error: unknown) => {
    opening = undefined
    throw error
  })
  return opening
}

async function open(): Promise<Supabase> {
  const [server, { createClient }] = await Promise.all([
    findAuthServer(),
    import('@supabase/supabase-js'),
  ])
  if (server === null) throw new NoAccounts()
  const client = createClient<Database>(server.url, server.anonKey, {
    auth: {
      storageKey: STORAGE_KEY,
      // A link from a mail is opened wherever the mail is read: no secret of this browser in it.
      flowType: 'implicit',
      // The address is read and cleared before anything else sees it (see callback.ts).
      detectSessionInUrl: false,
      lock: tabLock,
    },
  })
  if (server.url === location.origin) return { server, client, data: client }
  const data = createClient<Database>(location.origin, server.anonKey, {
    accessToken: async () => (await client.auth.getSession()).data.session?.access_token ?? null,
  })
  return { server, client, data }
}
