import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { preferredLanguage, type Language } from '../../../platform/html/page.ts'
import { networkOf } from '../../../platform/http/client-address.ts'

/** Where a request comes from, as far as it is written down. */
export interface Source {
  readonly ip: string | null
  /** What limits and queues count by: see `networkOf`. */
  readonly network: string
  readonly userAgent: string | null
  readonly language: Language
}

const USER_AGENT_CHARACTERS_MAX = 300

export function sourceOf({ ip, headers }: FastifyRequest): Source {
  const [address = ''] = ip.split('%')
  return {
    ip: isIP(address) === 0 ? null : address,
    network: networkOf(ip),
    userAgent: headers['user-agent']?.slice(0, USER_AGENT_CHARACTERS_MAX) ?? null,
    language: preferredLanguage(headers['accept-language']),
  }
}
