import type { Static, TObject, TSchema } from 'typebox'
import type { TokenScope } from './token-scopes.ts'

/**
 * This names who may call an endpoint. `public`: anyone; `optional`: anyone, but a signed-in user may see more; `user`:
 * a signed-in user (bearer token); `recorderKey`: a caller with a recorder key in the query; `recorder`: a signed-in
 * user, or a recorder with its key as the bearer token.
 */
export type Auth = 'public' | 'optional' | 'user' | 'recorderKey' | 'recorder'

/**
 * The version of the API: the day of its last incompatible change. Every answer has it in
 * the header `API_VERSION_HEADER`.
 */
export const API_VERSION = '2026-11-26'
export const API_VERSION_HEADER = 'x-api-version'

/** A call that reads who calls says what a personal access token needs for it. */
type Access =
  | {
      /** Defaults to `public`. */
      readonly auth?: 'public' | 'recorderKey'
      readonly scope?: never
    }
  | {
      readonly auth: 'optional' | 'user' | 'recorder'
      /**
       * `none`: no token can make the call, since it could take the account over, hand its rights on, read what is
       * confidential, or decide what a person decides.
       */
      readonly scope: TokenScope | 'none'
    }

/** One HTTP call: everything about it that both sides must agree on. */
export type Endpoint = Access & EndpointFields

interface EndpointFields {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path with `{name}` for each path parameter. */
  readonly path: string
  readonly summary: string
  readonly params?: TObject
  readonly query?: TObject
  readonly body?: TSchema
  /** Largest body in bytes, if it differs from the general limit. */
  readonly bodyBytesMax?: number
  /** Most members and elements of a JSON body, if they differ from the general limit. */
  readonly bodyValuesMax?: number
  /** The body is a file and not JSON. */
  readonly rawBody?: true
  /** A WebSocket upgrade instead of an answer. */
  readonly webSocket?: true
  /** The answer is a file of this type and not JSON. */
  readonly file?: string
  /**
   * The answer is a list with its total in `X-Total-Count`. `pages`: the query has `page` and
   * `pageSize`, and `Link` has the other pages. `uncountedPages`: the same, but the total is sent
   * only if it is known without counting. `whole`: a bounded list that is sent at once.
   */
  readonly list?: 'pages' | 'uncountedPages' | 'whole'
  /** If this and `file` are left out, the answer is 204. */
  readonly response?: TSchema
  /** Success statuses other than 200 and 204; the handler chooses, by default the first. */
  readonly statuses?: readonly number[]
  /** A change that reads `If-Match`: 412 if what it changes has another version by now. */
  readonly ifMatch?: true
  /** Every value of the path's parameters has an answer; 404 follows from parameters otherwise. */
  readonly alwaysFound?: true
  /** Refusals that do not follow from the rest of the entry (`refusalStatuses`). */
  readonly errors?: readonly number[]
}

/**
 * Preserves the exact type of every endpoint, so that server and client infer from it. The build of the web app
 * removes the schemas of what is marked by this call or by `endpoint`.
 */
export function endpointTable<const T extends Record<string, Endpoint>>(table: T): T {
  return table
}

/** The same for one that several rows of a table share. */
export function endpoint<const E extends Endpoint>(shared: E): E {
  return shared
}

/** Returns the success statuses of an endpoint. */
export function successStatuses({ webSocket, statuses, response, file }: Endpoint) {
  if (webSocket) return [101]
  return statuses ?? [response !== undefined || file !== undefined ? 200 : 204]
}

/** Returns the scope that a personal access token needs; `none`: no token can make the call; null: it needs none. */
export function scopeOf({ auth = 'public', scope = 'none' }: Endpoint): TokenScope | 'none' | null {
  return auth === 'public' ? null : scope
}

/** Returns whether personal access tokens can make a call of signed-in users. */
export function takesTokens(endpoint: Endpoint): boolean {
  const scope = scopeOf(endpoint)
  return scope !== null && scope !== 'none'
}

/** Returns whether a call may have an `Idempotency-Key`, so that it is done once however often it is sent. */
export function isRepeatable({ method, auth, rawBody }: Endpoint): boolean {
  return method === 'POST' && (auth === 'user' || auth === 'recorder') && rawBody !== true
}

type Shape<T> = T extends TSchema ? Static<T> : undefined
export type Params<E extends Endpoint> = Shape<E['params']>
export type Query<E extends Endpoint> = Shape<E['query']>
export type Body<E extends Endpoint> = Shape<E['body']>
export type Answer<E extends Endpoint> = E['response'] extends TSchema
  ? Static<E['response']>
  : null
