import { ApiException, createClient, type Call } from '@pitboard/contract/wire/client'
import { accessToken, freshAccessToken, renewAccessToken } from '../auth/access-token.ts'

const ask: typeof fetch = (...input) => fetch(...input)
const send = createClient({ baseUrl: '', token: accessToken, fetch: ask })
const sendSignedOut = createClient({ baseUrl: '', fetch: ask })

/**
 * Calls the server that sent the page, as the signed-in user. Public calls don't wait for the
 * sign-in: a stored token that has expired meanwhile is refused, and the call is sent without it.
 */
export const call: Call = async (endpoint, ...input) => {
  if ((endpoint.auth ?? 'public') === 'public') {
    const sent = accessToken()
    try {
      return await send(endpoint, ...input)
    } catch (error) {
      if (!isRefused(error) || sent === null) throw error
      return sendSignedOut(endpoint, ...input)
    }
  }
  await freshAccessToken()
  const token = accessToken()
  try {
    return await send(endpoint, ...input)
  } catch (error) {
    if (!isRefused(error) || token === null || !(await renewAccessToken(token))) throw error
    return send(endpoint, ...input)
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof ApiException && error.status === 401
}
