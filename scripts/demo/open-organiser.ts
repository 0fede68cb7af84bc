import { type Call, createClient } from '@pitboard/contract/wire/client'
import type { KeySet } from '@pitboard/server/accounts/auth/keys/key-set'
import { createClient as createAccountClient } from '@supabase/supabase-js'

export interface Organiser {
  readonly userId: string
  readonly email: string
  readonly password: string
  /** Calls the API as the organiser; renews the access token. */
  readonly call: Call
  /** The same as a plain request. */
  readonly fetch: typeof fetch
}

const EMAIL = 'organiser@demo.example'
const USERNAME = 'Nora Feld'

/** Signs in as the organiser of the demo's league; the first time it creates the account. */
export async function openOrganiser(
  url: string,
  { keys }: { readonly keys: Pick<KeySet, 'anonKey' | 'serviceKey' | 'derive'> },
): Promise<Organiser> {
  // The secret of the installation decides the password, so that it need not be stored.
  const password = keys.derive('password of the demo organiser').toString('base64url').slice(0, 20)
  const credentials = { email: EMAIL, password }
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
    if (!data.session) throw new Error(`${EMAIL} is signed out`)
    return data.session
  }
  const { id: userId } = (await openSession()).user
  const profiles = own.from('profiles')
  const { error } = await profiles
    .update({ username: USERNAME })
    .eq('id', userId)
    .is('username', null)
  if (error) throw new Error(error.message)
  const fetchSignedIn: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('authorization', `Bearer ${(await openSession()).access_token}`)
    return fetch(input, { ...init, headers })
  }
  const call = createClient({ baseUrl: url, fetch: fetchSignedIn })
  return { userId, ...credentials, call, fetch: fetchSignedIn }
}
