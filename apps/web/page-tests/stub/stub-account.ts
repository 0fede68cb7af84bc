import { Buffer } from 'node:buffer'
import type { Page } from 'playwright-core'
import { Refusal, type StubSite } from './stub-site.ts'

const HOUR_SECONDS = 3600

export interface StubUser {
  readonly id: string
  readonly email: string
  /** It is null for a name that is not chosen yet. */
  readonly username: string | null
  /** The sign-in service describes the factors in this form. */
  readonly factors?: readonly object[]
  /** It says whether the session has shown a second factor. */
  readonly aal?: 'aal1' | 'aal2'
}

export const MARISOL: StubUser = {
  id: '01900000-0000-7000-8000-0000000000aa',
  email: 'marisol@racer.example',
  username: 'Marisol',
}

/** Serves the sign-in service with these users, who have any password. */
export function answerAccounts(site: StubSite, users: readonly StubUser[]): void {
  site.answerPath('POST', '/auth/v1/token', ({ query, body }) => {
    const isRefresh = query.get('grant_type') === 'refresh_token'
    const wanted: unknown = Reflect.get(Object(body), isRefresh ? 'refresh_token' : 'email')
    const user = users.find(({ id, email }) => wanted === (isRefresh ? `refresh ${id}` : email))
    if (!user) throw new Refusal(400)
    return authSession(user)
  })
  site.answerPath('GET', '/auth/v1/user', ({ headers }) => {
    const user = users.find((each) => headers.authorization === `Bearer ${accessTokenOf(each)}`)
    if (!user) throw new Refusal(403)
    return authUser(user)
  })
  site.answerPath('POST', '/auth/v1/logout', () => null)
  site.answerPath('GET', '/rest/v1/profiles', ({ query }) => {
    const user = users.find(({ id }) => query.get('id') === `eq.${id}`)
    if (!user) throw new Refusal(406)
    return { id: user.id, username: user.username, avatar_url: null }
  })
}

/** Every page of the context is signed in from its first load on. */
export async function signIn(page: Page, site: StubSite, user: StubUser): Promise<void> {
  answerAccounts(site, [user])
  const stored = JSON.stringify(JSON.stringify(authSession(user)))
  await page.context().addInitScript(`localStorage.setItem('pitboard.auth', ${stored})`)
}

/** Returns what the sign-in service puts behind an address. */
export function tokensOf(user: StubUser): string {
  const { access_token, refresh_token, expires_in, expires_at, token_type } = authSession(user)
  return new URLSearchParams({
    access_token,
    refresh_token,
    token_type,
    expires_in: String(expires_in),
    expires_at: String(expires_at),
  }).toString()
}

function authSession(user: StubUser) {
  return {
    access_token: accessTokenOf(user),
    refresh_token: `refresh ${user.id}`,
    token_type: 'bearer',
    expires_in: HOUR_SECONDS,
    expires_at: ISSUED_SECONDS + HOUR_SECONDS,
    user: authUser(user),
  }
}

const ISSUED_SECONDS = Math.floor(Date.now() / 1000)

function accessTokenOf({ id, email, aal = 'aal1' }: StubUser): string {
  const payload = {
    sub: id,
    email,
    role: 'authenticated',
    aal,
    session_id: `sign-in of ${id}`,
    iat: ISSUED_SECONDS,
    exp: ISSUED_SECONDS + HOUR_SECONDS,
    amr: [{ method: 'password', timestamp: ISSUED_SECONDS }],
  }
  const parts = [{ alg: 'HS256', typ: 'JWT' }, payload].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  return [...parts, 'c2lnbmF0dXJl'].join('.')
}

function authUser({ id, email, factors = [] }: StubUser) {
  const at = new Date(ISSUED_SECONDS * 1000).toISOString()
  return {
    id,
    email,
    aud: 'authenticated',
    role: 'authenticated',
    phone: '',
    app_metadata: { provider: 'email' },
    user_metadata: {},
    identities: [],
    factors,
    created_at: at,
    updated_at: at,
    confirmed_at: at,
  }
}
