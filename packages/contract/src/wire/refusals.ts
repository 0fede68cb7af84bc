import { type Endpoint, isRepeatable, takesTokens } from './endpoint.ts'

/**
 * Returns every status with a `Problem` that a call may answer with, apart from faults of the network and the
 * server: a body that does not come to its end, a failure, and a disk that is full.
 */
export function refusalStatuses(endpoint: Endpoint): number[] {
  const { errors = [] } = endpoint
  return [...new Set([...ofCaller(endpoint), ...ofRequest(endpoint), ...errors])].toSorted(
    (a, b) => a - b,
  )
}

/** Lists the refusals that depend on the caller and on the rate of calls. Every call checks a token that is sent. */
function ofCaller(endpoint: Endpoint): number[] {
  const { method, auth = 'public' } = endpoint
  const isLimited = takesTokens(endpoint) || (method !== 'GET' && auth !== 'public')
  // Tokens without the scope, sign-ins without their second factor and members without the right are refused.
  const needsRights = auth !== 'public' && auth !== 'recorderKey'
  return [401, ...(needsRights ? [403] : []), ...(isLimited ? [429] : [])]
}

/** Lists the refusals that depend on what the request consists of and names. */
function ofRequest(endpoint: Endpoint): number[] {
  const { path, auth, alwaysFound, ifMatch, webSocket } = endpoint
  const takesBody = endpoint.body !== undefined || endpoint.rawBody === true
  // A recorder key belongs to the user whom the path names; where there is no such user, the key is refused.
  const mayBeMissing = path.includes('{') && auth !== 'recorderKey' && alwaysFound !== true
  return [
    400,
    503,
    ...(mayBeMissing ? [404] : []),
    ...(takesBody ? [413, 415] : []),
    ...(isRepeatable(endpoint) ? [409, 422] : []),
    ...(ifMatch ? [412] : []),
    ...(webSocket ? [426] : []),
  ]
}
