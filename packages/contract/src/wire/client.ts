import {
  type Answer,
  type Body,
  type Endpoint,
  isRepeatable,
  type Params,
  type Query,
} from './endpoint.ts'
import type { Problem } from './problem.ts'

/**
 * Every call that fails throws this error. `result` is the problem that the server described; it is null for
 * the answer of a proxy in front of it.
 */
export class ApiException extends Error {
  readonly status: number
  readonly body: string
  readonly headers: Headers
  readonly result: Problem | null

  constructor(
    message: string,
    answer: { status: number; body: string; headers: Headers; result: Problem | null },
  ) {
    super(message)
    this.name = 'ApiException'
    this.status = answer.status
    this.body = answer.body
    this.headers = answer.headers
    this.result = answer.result
  }
}

export interface ClientOptions {
  /** It is empty where a page calls its own server. */
  readonly baseUrl: string
  /** Returns the access token, or null when nobody is signed in. */
  readonly token?: () => string | null
  readonly fetch?: typeof fetch
  /** Every call that may have an idempotency key and has none of its own is sent with this one. */
  readonly idempotencyKey?: string
}

type Part<Name extends string, T> = [T] extends [undefined]
  ? { [K in Name]?: undefined }
  : object extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T }

/** A file is sent as it is, because its size must be known before. */
type FileBody = Blob | ArrayBuffer | Uint8Array<ArrayBuffer>

/** A body is JSON, or a file for the endpoints that take one. */
type SentBody<E extends Endpoint> = E['rawBody'] extends true ? FileBody : Body<E>

export type CallInput<E extends Endpoint> = Part<'params', Params<E>> &
  Part<'query', Query<E>> &
  Part<'body', SentBody<E>> & {
    signal?: AbortSignal
    /** The change is based on this version or ETag; the call answers 412 if that has changed since. */
    ifMatch?: number | string
    /** A POST with this key is done once, however often it is sent within a day. */
    idempotencyKey?: string
    /** Receives the headers of a successful answer. */
    onHeaders?: (headers: Headers) => void
  }

export type Call = <E extends Endpoint>(
  endpoint: E,
  ...input: object extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]
) => Promise<Answer<E>>

/**
 * Creates a function that calls endpoints of the contract. It throws an `Error` for a parameter that
 * is missing or null, and an `ApiException` for every status that is no success of the endpoint (200
 * or 204 unless it names others); 204 returns null. An endpoint that takes a file is given its bytes.
 */
export function createClient({
  baseUrl,
  token,
  fetch: send = fetch,
  idempotencyKey,
}: ClientOptions): Call {
  return async (endpoint, ...[input]) => {
    const url = baseUrl + fillPath(endpoint.path, input?.params) + queryString(input?.query)
    const headers = new Headers({ accept: 'application/json' })
    const bearer = token?.() ?? null
    if (bearer !== null) headers.set('authorization', `Bearer ${bearer}`)
    const body = endpoint.rawBody === true ? fileOf(input?.body) : jsonOf(input?.body)
    if (body !== null && endpoint.rawBody !== true) headers.set('content-type', 'application/json')
    if (input?.ifMatch !== undefined) headers.set('if-match', tagOf(input.ifMatch))
    const key = input?.idempotencyKey ?? (isRepeatable(endpoint) ? idempotencyKey : undefined)
    if (key !== undefined) headers.set('idempotency-key', key)
    const response = await send(url, {
      method: endpoint.method,
      headers,
      ...(body === null ? {} : { body }),
      ...(input?.signal ? { signal: input.signal } : {}),
    })
    if (response.ok) input?.onHeaders?.(response.headers)
    return readAnswer(endpoint, response)
  }
}

function jsonOf(body: unknown): string | null {
  return body === undefined ? null : JSON.stringify(body)
}

/** Throws an `Error` for anything else, which `fetch` would send as text. */
function fileOf(body: unknown): FileBody {
  if (body instanceof Blob || body instanceof ArrayBuffer) return body
  if (body instanceof Uint8Array && body.buffer instanceof ArrayBuffer) {
    return new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
  }
  throw new Error(
    'This call sends a file: its body must be a Blob, an ArrayBuffer or a Uint8Array.',
  )
}

function tagOf(version: number | string): string {
  return typeof version === 'string' ? version : `"${version}"`
}

/**
 * Returns the path of an endpoint for addresses that are not called, such as those of downloads. Throws an
 * `Error` where a parameter is missing.
 */
export function pathOf<E extends Endpoint>(endpoint: E, params: Params<E>): string {
  return fillPath(endpoint.path, params)
}

function fillPath(path: string, params: unknown): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = readField(params, name)
    if (value === undefined || value === null) {
      throw new Error(`The parameter '${name}' must be defined.`)
    }
    return encodeURIComponent(text(value))
  })
}

function queryString(query: unknown): string {
  if (typeof query !== 'object' || query === null) return ''
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === null) throw new Error(`The parameter '${name}' cannot be null.`)
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined) search.append(name, text(item))
    }
  }
  return search.size > 0 ? `?${search.toString()}` : ''
}

/** Throws an `Error` for a value that is no string, number or boolean. */
function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function readField(object: unknown, name: string): unknown {
  return typeof object === 'object' && object !== null ? Reflect.get(object, name) : undefined
}

/** These statuses have the message that is specified for an expected error. */
const SPECIFIED_ERRORS: ReadonlySet<number> = new Set([400, 401, 403, 404])

/* oxlint-disable typescript/no-unsafe-type-assertion --
   the parser: the server's response schema has checked the answer */

async function readAnswer<E extends Endpoint>(endpoint: E, response: Response): Promise<Answer<E>> {
  if (response.status === 204) return null as Answer<E>
  const body = await response.text()
  // The schema of the answer cannot decide this, because the web app does not load it.
  if (response.status === 200 || endpoint.statuses?.includes(response.status)) {
    return (body === '' ? null : JSON.parse(body)) as Answer<E>
  }
  const { status, headers } = response
  const result = parseProblem(body)
  const isExpected = result !== null && SPECIFIED_ERRORS.has(status)
  const message = isExpected
    ? 'A server side error occurred.'
    : 'An unexpected server error occurred.'
  throw new ApiException(message, { status, body, headers, result })
}

/** A proxy before the server may answer with anything. */
function parseProblem(body: string): Problem | null {
  try {
    const value: unknown = JSON.parse(body)
    if (typeof readField(value, 'title') !== 'string') return null
    const type = readField(value, 'type')
    return { ...(value as Problem), type: typeof type === 'string' ? type : 'about:blank' }
  } catch {
    return null
  }
}
