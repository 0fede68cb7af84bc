import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'

interface ServerAddress {
  readonly config: Pick<Config, 'publicUrl'>
  publicUrl(): string
}

const HOST = /^[\w.-]{1,253}(:\d{1,5})?$|^\[[\da-f:.]{2,45}\](:\d{1,5})?$/i

/**
 * The address at which the caller reaches this server: the configured one, or else that of the
 * request, so that a server without configuration also works from other machines of its network.
 */
export function originOf(
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
  { config, publicUrl }: ServerAddress,
): string {
  const isUsable = config.publicUrl === null && HOST.test(host)
  return isUsable ? `${protocol}://${host}` : publicUrl()
}
