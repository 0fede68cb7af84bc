import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import type { FastifyRequest } from 'fastify'

export const gzip = promisify(zlib.gzip)
export const gunzip = promisify(zlib.gunzip)

export function acceptsGzip({ headers }: FastifyRequest): boolean {
  const accepted = (headers['accept-encoding'] ?? '').toLowerCase().split(',')
  const codings = accepted.map((coding) => coding.replaceAll(' ', ''))
  return codings.some((coding) => /^(gzip|\*)(;|$)/.test(coding) && !/;q=0(\.0*)?$/.test(coding))
}
