import { ApiException, createClient, type Call } from '@pitboard/contract/client'
import { accessToken, freshAccessToken, renewAccessToken } from './auth/access-token.ts'

const send = createClient({
  baseUrl: '',
  token: accessToken,
  fetch: (...input) => fetch(...input),
})

/**
 * Calls the server that sent the page, in the name of whoever is signed in. What everybody gets
 * the same answer to does not wait until that is known.
 */
export const call: Call = async (endpoint, ...input) => {
  if ((endpoint.auth ?? 'public') === 'public') return send(endpoint, ...input)
  await freshAccessToken()
  const token = accessToken()
  try {
    return await send(endpoint, ...input)
  } catch (error) {
    const isRefused = error instanceof ApiException && error.status === 401
    if (!isRefused || token === null || !(await renewAccessToken(token))) throw error
    return send(endpoint, ...input)
  }
}
