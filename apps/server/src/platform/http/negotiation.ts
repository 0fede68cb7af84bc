import type { FastifyRequest } from 'fastify'

/** The tags of `If-None-Match`, weak or strong, without their quotes. */
export function knownEtags(request: FastifyRequest): string[] {
  const header = request.headers['if-none-match'] ?? ''
  return Array.from(header.matchAll(/"([^"]*)"/g), ([, tag = '']) => tag)
}

export function acceptsGzip({ headers }: FastifyRequest): boolean {
  const accepted = (headers['accept-encoding'] ?? '').toLowerCase().split(',')
  const codings = accepted.map((coding) => coding.replaceAll(' ', ''))
  return codings.some((coding) => /^(gzip|\*)(;|$)/.test(coding) && !/;q=0(\.0*)?$/.test(coding))
}
