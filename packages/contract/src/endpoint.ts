import type { Static, TObject, TSchema } from 'typebox'

/**
 * Who may call: anyone, a signed-in user (bearer token), whoever shows a recorder key; `optional`:
 * anyone, but who is signed in may see more; `recorder`: a signed-in user, or his recorder with its
 * key as the bearer token.
 */
export type Auth = 'public' | 'optional' | 'user' | 'recorderKey' | 'recorder'

/**
 * The version of the API: the day of its last incompatible change. Every answer names it in
 * `API_VERSION_HEADER`.
 */
export const API_VERSION = '2026-11-22'
export const API_VERSION_HEADER = 'x-api-version'

/** One HTTP call: everything about it that both sides must agree on. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `{name}` for a path parameter, as in the specification. */
  readonly path: string
  readonly summary: string
  /** `public` where it is left out. */
  readonly auth?: Auth
  readonly params?: TObject
  readonly query?: TObject
  readonly body?: TSchema
  /** Where it may be larger than other bodies. */
  readonly bodyBytesMax?: number
  /** The body is a file as it is, and not JSON. */
  readonly rawBody?: true
  /** A WebSocket upgrade instead of an answer. */
  readonly webSocket?: true
  /** The answer is a file of this type and not JSON; a page links to it. */
  readonly file?: string
  /**
   * The answer is a list and names its total in `X-Total-Count`. `pages`: the query has `page` and
   * `pageSize`, and `Link` names the other pages. `uncountedPages`: the same, with the total only
   * where it is known without counting. `whole`: bounded, and sent at once.
   */
  readonly list?: 'pages' | 'uncountedPages' | 'whole'
  /** Left out, and `file` too: the answer is 204 without a body. */
  readonly response?: TSchema
  /** The statuses of a success where it is neither 200 nor 204; the first unless the handler chooses. */
  readonly statuses?: readonly number[]
  /** The statuses that carry a `Problem`; the client gives them as its parsed result. */
  readonly errors: readonly number[]
}

/** Keeps the exact type of every endpoint of a table, so that both sides infer from it. */
export function endpointTable<const T extends Record<string, Endpoint>>(table: T): T {
  return table
}

/** The statuses of a success: an answer without a body is 204. */
export function successStatuses({ webSocket, statuses, response, file }: Endpoint) {
  if (webSocket) return [101]
  return statuses ?? [response !== undefined || file !== undefined ? 200 : 204]
}

type Shape<T> = T extends TSchema ? Static<T> : undefined
export type Params<E extends Endpoint> = Shape<E['params']>
export type Query<E extends Endpoint> = Shape<E['query']>
export type Body<E extends Endpoint> = Shape<E['body']>
export type Answer<E extends Endpoint> = E['response'] extends TSchema
  ? Static<E['response']>
  : null
