import { STORAGE_KEY } from '../auth/stored-session.ts'
import type { Answer, BrowserWorld } from './browser-world.ts'

export const USER_ID = '01900000-0000-7000-8000-0000000000aa'

interface Claims {
  readonly aal?: 'aal1' | 'aal2'
  readonly expiresAt?: number
}

/** The token has no valid signature, because browsers do not check it. */
export function aToken(name: string, { aal = 'aal1', expiresAt }: Claims = {}): string {
  const claims = { sub: USER_ID, session_id: name, aal, exp: expiresAt ?? inSeconds(3600), amr: [] }
  return [{ alg: 'HS256', typ: 'JWT' }, claims, name]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
}

function inSeconds(seconds: number): number {
  return Math.floor(Date.now() / 1000) + seconds
}

export function aUser(more: object = {}): object {
  return { id: USER_ID, aud: 'authenticated', email: 'mia@racer.example', ...more }
}

/** Builds a session as the sign-in service sends it and the library stores it. */
export function aSession(token: string, expiresInSeconds = 3600, user = aUser()): object {
  return {
    access_token: token,
    refresh_token: 'refresh',
    expires_in: expiresInSeconds,
    expires_at: inSeconds(expiresInSeconds),
    token_type: 'bearer',
    user,
  }
}

export function storeSession(world: BrowserWorld, session: object): void {
  world.localStorage.setItem(STORAGE_KEY, JSON.stringify(session))
}

/** The service of the site knows the user, and renews a session with the given token. */
export function serveSignIn(world: BrowserWorld, renewed = aToken('renewed')): void {
  const site = { authUrl: null, authAnonKey: 'anon' }
  world.answer('GET /api/Site', { status: 200, body: site })
  world.answer('POST /auth/v1/token', { status: 200, body: aSession(renewed) })
  world.answer('GET /auth/v1/user', { status: 200, body: aUser() })
  world.answer('GET /rest/v1/profiles', {
    status: 200,
    body: { id: USER_ID, username: 'Mia', avatar_url: null },
  })
}

/** The service refuses an ended session with this answer. */
export const ENDED: Answer = {
  status: 400,
  body: { code: 'refresh_token_not_found', error_code: 'refresh_token_not_found', msg: 'ended' },
}
