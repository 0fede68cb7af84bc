import { isIP } from 'node:net'

/** Whether a secret may be sent there: by TLS, or to a program on this machine. */
export function isSafeAddress(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))
}

/** Whether what is configured may lead there: to its own host, else to a named one by TLS. */
export function isReachableFrom(base: URL, url: URL): boolean {
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
