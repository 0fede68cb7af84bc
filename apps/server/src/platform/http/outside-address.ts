import { lookup as lookupHost } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

interface ResolvedAddress {
  readonly address: string
  readonly family: 4 | 6
}

/** Finds all addresses of a host name. */
export type ResolveHost = (host: string) => Promise<ResolvedAddress[]>

/** Users may not make the server call this address. */
export class ForbiddenAddressError extends Error {
  constructor(host: string) {
    super(`${host} is not a public address`)
    this.name = 'ForbiddenAddressError'
  }
}

const HTTPS_PORT = 443
const UNPRIVILEGED_PORT = 1024

/** Returns whether a user may enter it: https on a usual port, or a host that the operator allows. */
export function isOutsideUrl(url: URL, allowedHosts: readonly string[]): boolean {
  if (url.username !== '' || url.password !== '') return false
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  if (isAllowed(url, allowedHosts)) return isWeb
  const port = url.port === '' ? HTTPS_PORT : Number(url.port)
  if (url.protocol !== 'https:' || (port !== HTTPS_PORT && port < UNPRIVILEGED_PORT)) return false
  const host = hostOf(url)
  // A name without a dot is one of the local network.
  return isIP(host) === 0 ? host.includes('.') : isPublicAddress(host)
}

/**
 * Returns the addresses to connect to. Throws a `ForbiddenAddressError` if any of them is not public: connecting to one
 * of these, and not resolving the name again, leaves no gap for a changed answer.
 */
export async function resolveOutside(
  url: URL,
  allowedHosts: readonly string[],
  resolve: ResolveHost = resolveHost,
): Promise<ResolvedAddress[]> {
  const host = hostOf(url)
  if (!isOutsideUrl(url, allowedHosts)) throw new ForbiddenAddressError(host)
  const family = isIP(host)
  const found =
    family === 0
      ? await resolve(host)
      : [{ address: host, family: family === 4 ? (4 as const) : (6 as const) }]
  const isForbidden =
    !isAllowed(url, allowedHosts) && found.some(({ address }) => !isPublicAddress(address))
  if (isForbidden || found.length === 0) throw new ForbiddenAddressError(host)
  return found
}

/** So far only this is assigned to networks of the Internet (RFC 4291, IANA): all else is no address of anyone. */
const GLOBAL_IPV6 = { network: ipaddr.IPv6.parse('2000::'), bits: 3 }

/**
 * Returns false for private, local, shared, multicast, documentation and tunnelling ranges, and for IPv6 that nobody
 * has: hosts that translate would connect `::127.0.0.1` with an address of IPv4.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6.network, GLOBAL_IPV6.bits)
}

async function resolveHost(host: string): Promise<ResolvedAddress[]> {
  const found = await lookupHost(host, { all: true })
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }))
}

function isAllowed(url: URL, allowedHosts: readonly string[]): boolean {
  return allowedHosts.some((host) => host.toLowerCase() === hostOf(url))
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}
