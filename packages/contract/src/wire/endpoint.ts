import type { Static, TObject, TSchema } from 'typebox'
import type { TokenScope } from './token-scopes.ts'

/**
 * It names who may call an endpoint: `public` is anyone; `optional` is anyone, but a signed-in user may see
 * more; `user` is a signed-in user (bearer token); `recorderKey` is a caller with a recorder key in the
 * query; `recorder` is a signed-in user, or a recorder with its key as the bearer token.
 */
export type Auth = 'public' | 'optional' | 'user' | 'recorderKey' | 'recorder'

/**
 * The version of the API is the day of its last incompatible change. Every answer has it in the header
 * `API_VERSION_HEADER`.
 */
export const API_VERSION = '2026-11-26'
export const API_VERSION_HEADER = 'x-api-version'

/** A call that needs to know its caller says which scope a personal access token must have. */
type Access =
  | {
      /** It is `public` unless it is set. */
      readonly auth?: 'public' | 'recorderKey'
      readonly scope?: never
    }
  | {
      readonly auth: 'optional' | 'user' | 'recorder'
      /**
       * With `none`, no token can make the call, since it could take the account over, hand its rights on,
       * read what is confidential, or decide what a person decides.
       */
      readonly scope: TokenScope | 'none'
    }

/** An entry describes one HTTP call, with everything that both sides must agree on. */
export type Endpoint = Access & EndpointFields

interface EndpointFields {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path has `{name}` for each path parameter. */
  readonly path: string
  readonly summary: string
  readonly params?: TObject
  readonly query?: TObject
  readonly body?: TSchema
  /** It is set where the largest body differs from the general limit. */
  readonly bodyBytesMax?: number
  /** It limits the members and elements of a JSON body, where that differs from the general limit. */
  readonly bodyValuesMax?: number
  /** The body is a file and not JSON. */
  readonly rawBody?: true
  /** The call upgrades to a WebSocket instead of being answered. */
  readonly webSocket?: true
  /** The answer is a file of this type and not JSON. */
  readonly file?: string
  /**
   * The answer is a list with its total in `X-Total-Count`. With `pages`, the query has `page` and
   * `pageSize`, and `Link` has the other pages. `uncountedPages` does the same, but sends the total only if
   * it is known without counting. A list that is `whole` is bounded and sent at once.
   */
  readonly list?: 'pages' | 'uncountedPages' | 'whole'
  /** If this and `file` are left out, the answer is 204. */
  readonly response?: TSchema
  /**
   * The handler chooses among these success statuses, by default the first. It is set where they are not just
   * 200 or 204.
   */
  readonly statuses?: readonly number[]
  /** The change reads `If-Match` and answers 412 if what it changes has another version by now. */
  readonly ifMatch?: true
  /** Every value of the path's parameters has an answer; 404 follows from parameters otherwise. */
  readonly alwaysFound?: true
  /** These refusals do not follow from the rest of the entry (`refusalStatuses`). */
  readonly errors?: readonly number[]
}

/**
 * Preserves the exact type of every endpoint, so that server and client infer from it. The build of the web app
 * removes the schemas of what is marked by this call or by `endpoint`.
 */
export function endpointTable<const T extends Record<string, Endpoint>>(table: T): T {
  return table
}

/** Marks an endpoint that several rows of a table share, as `endpointTable` does for a table. */
export function endpoint<const E extends Endpoint>(shared: E): E {
  return shared
}

/** Returns the success statuses of an endpoint. */
export function successStatuses({ webSocket, statuses, response, file }: Endpoint) {
  if (webSocket) return [101]
  return statuses ?? [response !== undefined || file !== undefined ? 200 : 204]
}

/**
 * Returns the scope that a personal access token needs; `none` if no token can make the call, and null if the
 * call needs no scope.
 */
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
