import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'

interface ServerAddress {
  readonly config: Pick<Config, 'publicUrl'>
  publicUrl(): string
}

const HOST = /^[\w.-]{1,253}(:\d{1,5})?$|^\[[\da-f:.]{2,45}\](:\d{1,5})?$/i

/**
 * Returns the address at which the caller reaches this server: the configured one, or else that of the request, so that
 * a server without configuration also works from other machines of its network.
 */
export function originOf(
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
  { config, publicUrl }: ServerAddress,
): string {
  const origin = `${protocol}://${host}`
  // A port above 65,535 and an address such as 999.1.1.1 look like a host, too.
  const isUsable = config.publicUrl === null && HOST.test(host) && URL.canParse(origin)
  return isUsable ? origin : publicUrl()
}
