import { isIP } from 'node:net'
import type { FetchBody } from 'openid-client'

const WITHIN_MS = 6000
const BYTES_MAX = 1024 * 1024

interface Question {
  readonly method?: string
  readonly headers?: Headers | Record<string, string>
  readonly body?: FetchBody
  readonly signal?: AbortSignal
}
export type BoundedFetch = (url: string, question?: Question) => Promise<Response>

/**
 * Asks a provider: within a time, no more than a megabyte, without following redirects, and nowhere
 * that an outside service could only name to look into our network.
 */
export function createBoundedFetch(base: URL): BoundedFetch {
  return async (url, question) => {
    if (!isReachableFrom(base, new URL(url))) throw new Error(`not an address to ask: ${url}`)
    return fetchBounded(url, question)
  }
}

/** Asks an address that the operator has configured; no answer leads anywhere else. */
export async function fetchBounded(
  url: string,
  { body = null, signal, ...question }: Question = {},
  withinMs = WITHIN_MS,
): Promise<Response> {
  const timeout = AbortSignal.timeout(withinMs)
  const response = await fetch(url, {
    ...question,
    body: body instanceof Uint8Array ? new Uint8Array(body) : body,
    redirect: 'manual',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  })
  const { status, statusText, headers } = response
  const bytes = await readBounded(response)
  return new Response(bytes.length === 0 ? null : bytes, { status, statusText, headers })
}

async function readBounded({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > BYTES_MAX) throw new Error('the answer is too large')
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** Returns whether a secret may be sent there: by TLS, or to a program on this machine. */
export function isSafeAddress(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))
}

/** Returns whether what is configured may lead there: to its own host, else to a named one by TLS. */
function isReachableFrom(base: URL, url: URL): boolean {
  if (!isSafeAddress(url)) return false
  if (url.hostname === base.hostname) return true
  return !isLoopback(url) && isIP(bare(url)) === 0
}

function isLoopback(url: URL): boolean {
  const host = bare(url)
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

function bare({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}
