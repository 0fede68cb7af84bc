import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { Config } from '../config/config.ts'

/** Who is at the other end, past the proxies that `TRUST_PROXY` names. */
export function createClientAddress({
  trustProxy,
}: Pick<Config, 'trustProxy'>): (request: IncomingMessage) => string {
  const trust = trustOf(trustProxy)
  return (request) => proxyAddr(request, trust)
}

/** As Fastify takes it for requests. */
export function trustOf(
  trustProxy: Config['trustProxy'],
): (address: string, hop: number) => boolean {
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy
  return proxyAddr.compile([...trustProxy])
}

/** The network that a limit counts for: an owner of one IPv6 address has 2^64 of them, its /64. */
export function networkOf(ip: string): string {
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip
  const [head = '', tail] = ip.split('::')
  const start = head === '' ? [] : head.split(':')
  const end = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => '0')
  return [...start, ...zeros, ...end].slice(0, 4).join(':')
}
