import type { AppContext } from '../../../context.ts'
import { createBoundedFetch } from '../../../platform/http/bounded-fetch.ts'
import {
  wrapExchangeErrors,
  type Provider,
  providerRefusal,
  type ProviderRequest,
  type RoundTrip,
  userOfClaims,
} from './provider.ts'
import type { ProviderSettings } from './provider.ts'

const OPENID = 'http://specs.openid.net/auth/2.0'
const ANY_USER = `${OPENID}/identifier_select`
const ANSWER_GOOD_FOR_MS = 300_000
/** These fields must be signed (OpenID Authentication 2.0, 10.1). */
const SIGNED = [
  'op_endpoint',
  'return_to',
  'response_nonce',
  'assoc_handle',
  'claimed_id',
  'identity',
]

/** Steam speaks OpenID 2.0: it names a user by a number, without tokens or an e-mail address. */
export function createSteam(
  context: Pick<AppContext, 'log' | 'now'>,
  settings: ProviderSettings,
): Provider {
  const { issuer } = settings
  const endpoint = new URL('/openid/login', issuer).href
  const fetch = createBoundedFetch(issuer)

  const ask = async ({ redirectUri, state }: ProviderRequest) => {
    const url = new URL(endpoint)
    url.search = new URLSearchParams({
      'openid.ns': OPENID,
      'openid.mode': 'checkid_setup',
      'openid.return_to': withState(redirectUri, state),
      'openid.realm': new URL(redirectUri).origin,
      'openid.identity': ANY_USER,
      'openid.claimed_id': ANY_USER,
    }).toString()
    return url
  }

  /** Only Steam itself can say that its signature is good. */
  const isConfirmed = async (answer: URLSearchParams) => {
    const body = new URLSearchParams([...answer].filter(([name]) => name.startsWith('openid.')))
    body.set('openid.mode', 'check_authentication')
    const response = await fetch(endpoint, { method: 'POST', body })
    return response.ok && /^is_valid:true$/m.test(await response.text())
  }

  const readAnswer = async (callbackUrl: URL, { state }: RoundTrip) => {
    const answer = callbackUrl.searchParams
    const of = (name: string) => answer.get(`openid.${name}`) ?? ''
    if (of('mode') === 'cancel') throw providerRefusal('access_denied', 'The sign-in was cancelled')
    const steamId = steamIdOf(of('claimed_id'), issuer)
    const signed = of('signed').split(',')
    const atMs = Date.parse(of('response_nonce').slice(0, 20))
    const isOurs =
      of('ns') === OPENID &&
      of('mode') === 'id_res' &&
      of('op_endpoint') === endpoint &&
      of('return_to') === withState(callbackUrl.origin + callbackUrl.pathname, state) &&
      of('identity') === of('claimed_id') &&
      SIGNED.every((name) => signed.includes(name)) &&
      new Set(answer.keys()).size === [...answer.keys()].length &&
      Math.abs(context.now().getTime() - atMs) <= ANSWER_GOOD_FOR_MS
    if (!isOurs || steamId === null) throw new Error('the answer is not one to this request')
    if (!(await isConfirmed(answer))) throw new Error('Steam does not confirm the answer')
    const profile = { iss: issuer.origin }
    return { user: userOfClaims(settings, steamId, profile), accessToken: null, refreshToken: null }
  }

  return {
    name: settings.name,
    issuer: null,
    isEmailOptional: settings.isEmailOptional,
    authorizationUrl: ask,
    readAnswer: (callbackUrl, trip) =>
      wrapExchangeErrors(context, () => readAnswer(callbackUrl, trip)),
    readIdToken: null,
  }
}

function withState(redirectUri: string, state: string): string {
  return `${redirectUri}?state=${state}`
}

function steamIdOf(claimedId: string, issuer: URL): string | null {
  const start = `${issuer.origin}/openid/id/`
  const id = claimedId.startsWith(start) ? claimedId.slice(start.length) : ''
  return /^\d{17}$/.test(id) ? id : null
}
