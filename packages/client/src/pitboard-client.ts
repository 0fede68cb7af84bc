import { type Call, type ClientOptions, createClient } from '@pitboard/contract/wire/client'
import { isRepeatable } from '@pitboard/contract/wire/endpoint'
import { followLive, type LiveFollower, type LiveHandlers } from './follow-live.ts'
import { retryCall } from './retry-call.ts'

export interface PitboardOptions {
  /** Names the server by its address, such as `https://pitboard.example`. */
  readonly baseUrl: string
  /**
   * It is a personal access token, or a function that returns the current token of a sign-in; null stands for
   * a visitor.
   */
  readonly token?: string | (() => string | null) | null
  /** A call is sent at most this many times, 4 by default. */
  readonly attempts?: number
  readonly fetch?: typeof fetch
}

export interface PitboardClient {
  /** Calls an endpoint of the contract. Throws a `PitboardError` for every refusal. */
  readonly call: Call
  /** Follows one live session until it ends or `close` is called. */
  followSession(sessionId: string, handlers: LiveHandlers): LiveFollower
  /** Follows a user from session to session until `close` is called. */
  followUser(userId: string, handlers: LiveHandlers): LiveFollower
}

/**
 * Creates a client of one server, which repeats calls where that is safe and follows live sessions
 * (docs/api.md).
 */
export function createPitboardClient(options: PitboardOptions): PitboardClient {
  const baseUrl = options.baseUrl.replace(/\/$/, '')
  const { token = null } = options
  const sending: ClientOptions = {
    baseUrl,
    token: typeof token === 'function' ? token : () => token,
    ...(options.fetch && { fetch: options.fetch }),
  }
  const call: Call = (endpoint, ...input) => {
    // The answer may get lost: since all attempts have one key, what they create is created once.
    const send = createClient({ ...sending, idempotencyKey: crypto.randomUUID() })
    return retryCall(() => send(endpoint, ...input), {
      isIdempotent: endpoint.method === 'GET' || isRepeatable(endpoint),
      attempts: options.attempts ?? 4,
      signal: input[0]?.signal,
    })
  }
  const socketUrl = `${baseUrl.replace(/^http/, 'ws')}/api/LiveSession/ws`
  return {
    call,
    followSession: (id, handlers) => followLive(`${socketUrl}/${encodeURIComponent(id)}`, handlers),
    followUser: (id, handlers) =>
      followLive(`${socketUrl}/user/${encodeURIComponent(id)}`, handlers),
  }
}
