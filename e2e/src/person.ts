import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { type Call, createClient } from '@pitboard/contract/wire/client'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { openPage } from '@pitboard/web/testing/browser'
import type { SiteInProcess } from './site-in-process.ts'

const PASSWORD = 'parc ferme until monday'

/** A user with a confirmed address and a name, who has signed in by password once. */
export interface Person {
  readonly email: string
  readonly password: string
  readonly username: string
  readonly userId: string
  readonly call: Call
  /** The session has the form in which the sign-in service sends it and browsers store it. */
  readonly session: string
}

const User = Type.Object({ id: Type.String() })
const Session = Type.Object({ access_token: Type.String() })

export async function createPerson({ server }: SiteInProcess, username: string): Promise<Person> {
  const { url, context } = server
  const { anonKey, serviceKey } = context.keys
  const credentials = {
    email: `${username.toLowerCase().replaceAll(' ', '-')}@racer.example`,
    password: PASSWORD,
  }
  const send = async (
    method: string,
    path: string,
    apikey: string,
    token: string,
    body: object,
  ) => {
    const headers = { apikey, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
    const text = await response.text()
    assert.ok(response.ok, `${path}: ${response.status} ${text}`)
    return text
  }
  const users = '/auth/v1/admin/users'
  const confirmed = { ...credentials, email_confirm: true }
  const created = await send('POST', users, serviceKey, serviceKey, confirmed)
  const { id: userId } = Value.Parse(User, JSON.parse(created))
  const byPassword = '/auth/v1/token?grant_type=password'
  const session = await send('POST', byPassword, anonKey, anonKey, credentials)
  const { access_token: token } = Value.Parse(Session, JSON.parse(session))
  await send('PATCH', `/rest/v1/profiles?id=eq.${userId}`, anonKey, token, { username })
  return {
    ...credentials,
    username,
    userId,
    call: createClient({ baseUrl: url, token: () => token }),
    session,
  }
}

/** Returns what a browser stores in which this person has signed in. */
export function signedInState(site: SiteInProcess, person: Person) {
  const localStorage = [{ name: 'pitboard.auth', value: person.session }]
  return { cookies: [], origins: [{ origin: site.url, localStorage }] }
}

/** A browser of their own, signed in from its first page on. */
export async function openSignedIn(
  t: TestContext,
  { browser, site }: { readonly browser: Browser; readonly site: SiteInProcess },
  person: Person,
  options: BrowserContextOptions = {},
): Promise<Page> {
  return openPage(t, browser, { storageState: signedInState(site, person), ...options })
}
