import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { Config } from '../config/config.ts'

/** Finds the client's address behind the proxies that `TRUST_PROXY` names. */
export function createClientAddress({
  trustProxy,
}: Pick<Config, 'trustProxy'>): (request: IncomingMessage) => string {
  const trust = trustOf(trustProxy)
  return (request) => proxyAddr(request, trust)
}

/** Reads the variable as Fastify does for requests. */
export function trustOf(
  trustProxy: Config['trustProxy'],
): (address: string, hop: number) => boolean {
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy
  return proxyAddr.compile([...trustProxy])
}
