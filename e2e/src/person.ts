import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { type Call, createClient } from '@pitboard/contract/wire/client'
import { site } from '@pitboard/contract/site/site'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { logIn } from './account-pages.ts'
import { openPage } from './browser.ts'
import type { Pitboard } from './pitboard.ts'

const PASSWORD = 'parc ferme until monday'

/** Somebody with an account, in a browser or by calls. */
export interface Person {
  readonly email: string
  readonly password: string
  readonly username: string
  readonly userId: string
  readonly call: Call
}

const SignedUp = Type.Object({
  access_token: Type.String(),
  user: Type.Object({ id: Type.String() }),
})

/** Needs a server that confirms addresses itself (`AUTH_AUTOCONFIRM`). */
export async function createPerson({ url, call }: Pitboard, username: string): Promise<Person> {
  const email = `${username.toLowerCase().replaceAll(' ', '-')}@racer.example`
  const { authAnonKey: apikey } = await call(site.get)
  assert.ok(apikey)
  const send = async (path: string, method: string, token: string, body: object) => {
    const response = await fetch(url + path, {
      ...{ method, body: JSON.stringify(body) },
      headers: { apikey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })
    const text = await response.text()
    assert.ok(response.ok, `${path}: ${response.status} ${text}`)
    return text
  }
  const answer = await send('/auth/v1/signup', 'POST', apikey, { email, password: PASSWORD })
  const { access_token: token, user } = Value.Parse(SignedUp, JSON.parse(answer))
  await send(`/rest/v1/profiles?id=eq.${user.id}`, 'PATCH', token, { username })
  return {
    ...{ email, password: PASSWORD, username, userId: user.id },
    call: createClient({ baseUrl: url, token: () => token }),
  }
}

/** A browser of their own, signed in. */
export async function openSignedIn(
  t: TestContext,
  { browser, site: address }: { readonly browser: Browser; readonly site: string },
  person: Person,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await openPage(t, browser, options)
  await logIn(page, address, person)
  await page.waitForURL(/\/dashboard/)
  return page
}
