import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { type Call, createClient } from '@pitboard/contract/wire/client'
import type { KeySet } from '@pitboard/server/accounts/auth/keys/key-set'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { openPage } from '@pitboard/web/testing/browser'
import type { SiteInProcess } from './site-in-process.ts'

const PASSWORD = 'parc ferme until monday'

/** The user has a confirmed address and a name, and has signed in by password once. */
export interface Person {
  readonly email: string
  readonly password: string
  readonly username: string
  readonly userId: string
  /** It is an access token of that session. */
  readonly token: string
  readonly call: Call
  /** The session has the form in which the sign-in service sends it and browsers store it. */
  readonly session: string
}

export interface Installation {
  readonly server: {
    readonly url: string
    readonly context: { readonly keys: Pick<KeySet, 'anonKey' | 'serviceKey'> }
  }
}

const User = Type.Object({ id: Type.String() })
const Session = Type.Object({ access_token: Type.String(), user: User })

export async function createPerson({ server }: Installation, username: string): Promise<Person> {
  const { keys } = server.context
  const credentials = {
    email: `${username.toLowerCase().replaceAll(' ', '-')}@racer.example`,
    password: PASSWORD,
  }
  const operator = { apikey: keys.serviceKey, token: keys.serviceKey }
  const confirmed = { ...credentials, email_confirm: true }
  const created = await send(server, 'POST', '/auth/v1/admin/users', operator, confirmed)
  const { id: userId } = Value.Parse(User, JSON.parse(created))
  const { session, token } = await signIn({ server }, credentials)
  const profile = `/rest/v1/profiles?id=eq.${userId}`
  await send(server, 'PATCH', profile, { apikey: keys.anonKey, token }, { username })
  return {
    ...credentials,
    username,
    userId,
    token,
    call: createClient({ baseUrl: server.url, token: () => token }),
    session,
  }
}

/** Signs in by password. Fails if that is refused. */
export async function signIn(
  { server }: Installation,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<Pick<Person, 'session' | 'token' | 'userId'>> {
  const { anonKey } = server.context.keys
  const caller = { apikey: anonKey, token: anonKey }
  const path = '/auth/v1/token?grant_type=password'
  const session = await send(server, 'POST', path, caller, { email, password })
  const { access_token: token, user } = Value.Parse(Session, JSON.parse(session))
  return { session, token, userId: user.id }
}

async function send(
  { url }: Installation['server'],
  method: string,
  path: string,
  { apikey, token }: { readonly apikey: string; readonly token: string },
  body: object,
): Promise<string> {
  const headers = { apikey, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
  const text = await response.text()
  assert.ok(response.ok, `${path}: ${response.status} ${text}`)
  return text
}

/** Returns what a browser stores in which this person has signed in. */
export function signedInState(site: SiteInProcess, person: Person) {
  const localStorage = [{ name: 'pitboard.auth', value: person.session }]
  return { cookies: [], origins: [{ origin: site.url, localStorage }] }
}

/** Opens a browser of their own, signed in from its first page on. */
export async function openSignedIn(
  t: TestContext,
  { browser, site }: { readonly browser: Browser; readonly site: SiteInProcess },
  person: Person,
  options: BrowserContextOptions = {},
): Promise<Page> {
  return openPage(t, browser, { storageState: signedInState(site, person), ...options })
}
