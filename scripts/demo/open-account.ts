import { type Call, createClient } from '@pitboard/contract/wire/client'
import type { KeySet } from '@pitboard/server/accounts/auth/keys/key-set'
import { createClient as createAccountClient } from '@supabase/supabase-js'

/** The user of the demo signs in with a password. */
export interface DemoAccount {
  readonly userId: string
  readonly username: string
  readonly email: string
  readonly password: string
  /** Calls the API as this user; renews the access token. */
  readonly call: Call
  /** Calls the same as a plain request. */
  readonly fetch: typeof fetch
}

export const ORGANISER: Person = {
  email: 'organiser@demo.example',
  username: 'Nora Feld',
  role: 'organiser',
}

interface Person {
  readonly email: string
  readonly username: string
  /** Its password follows from the installation's secret and from this. */
  readonly role: string
}

/** Signs in as this person; the first time it creates the account. */
export async function openAccount(
  url: string,
  { keys }: { readonly keys: Pick<KeySet, 'anonKey' | 'serviceKey' | 'derive'> },
  { email, username, role }: Person,
): Promise<DemoAccount> {
  // The secret of the installation decides the password, so that it need not be stored.
  const password = keys.derive(`password of the demo ${role}`).toString('base64url').slice(0, 20)
  const credentials = { email, password }
  const auth = { autoRefreshToken: false, persistSession: false }
  const own = createAccountClient(url, keys.anonKey, { auth })
  const known = await own.auth.signInWithPassword(credentials)
  if (known.error) {
    const operator = createAccountClient(url, keys.serviceKey, { auth })
    const created = await operator.auth.admin.createUser({ ...credentials, email_confirm: true })
    if (created.error) throw created.error
    const { error } = await own.auth.signInWithPassword(credentials)
    if (error) throw error
  }
  const openSession = async () => {
    const { data, error } = await own.auth.getSession()
    if (error) throw error
    if (!data.session) throw new Error(`${email} is signed out`)
    return data.session
  }
  const { id: userId } = (await openSession()).user
  const profiles = own.from('profiles')
  const { error } = await profiles.update({ username }).eq('id', userId).is('username', null)
  if (error) throw new Error(error.message)
  const fetchSignedIn: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('authorization', `Bearer ${(await openSession()).access_token}`)
    return fetch(input, { ...init, headers })
  }
  const call = createClient({ baseUrl: url, fetch: fetchSignedIn })
  return { userId, username, ...credentials, call, fetch: fetchSignedIn }
}
