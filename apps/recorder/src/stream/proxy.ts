import { createClient, type Call } from '@pitboard/contract/wire/client'
import { HttpsProxyAgent } from 'https-proxy-agent'
import { getProxyForUrl } from 'proxy-from-env'
import type { ProxyAgent } from 'undici'
import { errorCode, errorText, Failure } from '../failure.ts'

/** The proxy is on the way to a server. */
export interface Proxy {
  /** The address has no credentials, so that messages and logs may show it. */
  readonly address: string
  /** It is the value of `Proxy-Authorization`; null for a proxy that wants none. */
  readonly authorization: string | null
}

/** The server may be on this machine, which no proxy can see. */
const LOOPBACK = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/**
 * Finds the proxy that `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY` name for the server; returns null where
 * none is between. Throws a `Failure` for one that cannot be used.
 */
export function findProxy(server: string): Proxy | null {
  if (LOOPBACK.test(new URL(server).hostname)) return null
  const named = getProxyForUrl(server)
  if (named === '') return null
  const proxy = readProxy(named)
  if (proxy !== null) return proxy
  throw new Failure(
    'The proxy in HTTPS_PROXY, HTTP_PROXY or ALL_PROXY cannot be used',
    'Its address is such as http://proxy.example:3128; NO_PROXY names servers that are reached without it.',
  )
}

function readProxy(named: string): Proxy | null {
  try {
    const { protocol, origin, username, password } = new URL(named)
    if (!/^https?:$/.test(protocol)) return null
    if (username === '' && password === '') return { address: origin, authorization: null }
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
    return {
      address: origin,
      authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
    }
  } catch {
    // The error would name the credentials.
    return null
  }
}

/** Calls the server, through the proxy where one is on the way. */
export function createServerClient(server: string, token?: () => string | null): Call {
  return createClient({
    baseUrl: server,
    ...(token && { token }),
    fetch: createServerFetch(server),
  })
}

/** Creates a `fetch` for addresses of the server, through the proxy where one is on the way. */
export function createServerFetch(server: string): typeof fetch {
  return async (input, init) => {
    const proxy = findProxy(server)
    if (proxy === null) return fetch(input, init)
    // No type has this option of Node's fetch.
    const through = { ...init, dispatcher: await openDispatcher(proxy) }
    return fetch(input, through)
  }
}

/**
 * Creates an agent for a WebSocket. It opens a tunnel even to a site without TLS, because proxies pass no upgrade
 * otherwise.
 */
export function createTunnelAgent({ address, authorization }: Proxy): HttpsProxyAgent<string> {
  const headers = authorization === null ? {} : { 'Proxy-Authorization': authorization }
  return new HttpsProxyAgent(address, { headers })
}

/** Returns " through the proxy …" for messages, or nothing. */
export function describeProxy(server: string): string {
  const proxy = findProxy(server)
  return proxy === null ? '' : ` through the proxy ${proxy.address}`
}

/** Returns a message of a call that had no answer. */
export function describeNoAnswer(server: string, error: unknown): string {
  const proxy = describeProxy(server)
  const code = errorCode(error)
  // What a proxy has answered is in the message: its code is that of any interrupted request. OpenSSL's message is for its developers.
  const reason = proxy === '' || code?.startsWith('ERR_SSL_') ? code : null
  return `${server} cannot be reached${proxy} (${reason ?? errorText(findCause(error))})`
}

function findCause(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? findCause(error.cause) : error
}

let opened: { readonly proxy: Proxy; readonly dispatcher: ProxyAgent } | null = null

/** One dispatcher serves all calls, which share its connections. It is loaded here, since few recorders need it. */
async function openDispatcher(proxy: Proxy): Promise<ProxyAgent> {
  const { address: uri, authorization } = proxy
  if (opened?.proxy.address === uri && opened.proxy.authorization === authorization) {
    return opened.dispatcher
  }
  const { ProxyAgent: Agent } = await import('undici')
  const dispatcher = new Agent({ uri, ...(authorization !== null && { token: authorization }) })
  opened = { proxy, dispatcher }
  return dispatcher
}
