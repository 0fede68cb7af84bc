import { createClient } from '@pitboard/contract/client'
import { site } from '@pitboard/contract/site'

/** Where signing in happens. */
export interface AuthServer {
  /** What `/auth/v1` is appended to. */
  readonly url: string
  readonly anonKey: string
}

// Not the app's own `call`: that one waits until it is known who is signed in.
const ask = createClient({ baseUrl: '', fetch: (...input) => fetch(...input) })
let known: AuthServer | undefined

/** Null where this site has no accounts. */
export async function findAuthServer(): Promise<AuthServer | null> {
  if (known) return known
  const { authUrl, authAnonKey } = await ask(site.get)
  if (authAnonKey === null) return null
  const url = (authUrl ?? location.origin).replace(/(?<!\/)\/+$/, '').replace(/\/auth\/v1$/, '')
  known = { url, anonKey: authAnonKey }
  return known
}
