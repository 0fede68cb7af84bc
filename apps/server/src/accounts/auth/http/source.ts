import type { Language } from '@pitboard/contract/words/languages'
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { preferredLanguage } from '../../../platform/html/page.ts'
import { networkOf } from '../../../platform/limits/networks.ts'

/** A request comes from here, as far as it is written down. */
export interface Source {
  readonly ip: string | null
  /** The request has this address; limits count by the networks that `networksOf` returns. */
  readonly from: string
  /** The work of this network takes turns with that of others: see `networkOf`. */
  readonly network: string
  readonly userAgent: string | null
  readonly language: Language
}

const USER_AGENT_CHARACTERS_MAX = 300

export function sourceOf({ ip, headers }: FastifyRequest): Source {
  const [address = ''] = ip.split('%')
  return {
    ip: isIP(address) === 0 ? null : address,
    from: ip,
    network: networkOf(ip),
    userAgent: headers['user-agent']?.slice(0, USER_AGENT_CHARACTERS_MAX) ?? null,
    language: preferredLanguage(headers['accept-language']),
  }
}
