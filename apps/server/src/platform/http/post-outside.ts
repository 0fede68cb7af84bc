import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { ForbiddenAddressError, type ResolveHost, resolveOutside } from './outside-address.ts'

const WITHIN_MS = 10_000
const ANSWER_BYTES_MAX = 4096

export interface OutsidePost {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

export interface OutsideAnswer {
  readonly status: number
  readonly retryAfter: string | null
  /** The text is the beginning of the body. */
  readonly text: string
}

interface OutsideOptions {
  readonly allowedHosts: readonly string[]
  readonly signal?: AbortSignal
  readonly resolve?: ResolveHost
  readonly withinMs?: number
}

type PostFailure = 'timeout' | 'address' | 'connection'

/** No answer was received. */
export class PostError extends Error {
  readonly failure: PostFailure
  constructor(failure: PostFailure, cause: unknown) {
    super(`the receiver could not be reached: ${failure}`, { cause })
    this.name = 'PostError'
    this.failure = failure
  }
}

/**
 * Sends to an address that a user has entered: to public addresses only, within ten seconds in all, without
 * following redirects, and reads no more than 4 kB of the answer. Throws a `PostError` without an answer.
 */
export async function postOutside(
  { url: address, headers, body }: OutsidePost,
  { allowedHosts, signal, resolve, withinMs = WITHIN_MS }: OutsideOptions,
): Promise<OutsideAnswer> {
  // `AbortSignal.timeout` would retain the request until it fires, long after the answer.
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), withinMs)
  const ending = AbortSignal.any([timeout.signal, ...(signal ? [signal] : [])])
  const url = new URL(address)
  try {
    const found = await untilAborted(ending, resolveOutside(url, allowedHosts, resolve))
    const [first] = found
    if (!first) throw new ForbiddenAddressError(url.hostname)
    const request = url.protocol === 'https:' ? requestHttps : requestHttp
    const { promise, resolve: end, reject } = Promise.withResolvers<OutsideAnswer>()
    const call = request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        // The request connects to what was checked. It has no pool, since a connection of before may lead elsewhere.
        agent: false,
        lookup: (_host, { all }, done) =>
          all ? done(null, [...found]) : done(null, first.address, first.family),
        signal: ending,
      },
      (response) => {
        const chunks: Buffer[] = []
        let bytes = 0
        const finish = () => {
          const text = Buffer.concat(chunks).subarray(0, ANSWER_BYTES_MAX).toString()
          const retryAfter = response.headers['retry-after'] ?? null
          end({ status: response.statusCode ?? 0, retryAfter, text })
          call.destroy()
        }
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          bytes += chunk.length
          if (bytes >= ANSWER_BYTES_MAX) finish()
        })
        response.once('end', finish)
        response.once('error', reject)
      },
    )
    call.once('error', reject)
    call.end(body)
    return await promise
  } catch (error) {
    throw new PostError(failureOf(error, timeout.signal), error)
  } finally {
    clearTimeout(timer)
  }
}

async function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

function failureOf(error: unknown, timeout: AbortSignal): PostFailure {
  if (timeout.aborted) return 'timeout'
  if (error instanceof ForbiddenAddressError) return 'address'
  return isUnknownHost(error) ? 'address' : 'connection'
}

function isUnknownHost(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'getaddrinfo'
}
