import { gunzip } from '../../platform/http/compression.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptsGzip } from '../../platform/http/compression.ts'

/**
 * Sends a document as it is stored. `detail` is null where the caller has it already. The tag is
 * weak: the same document may go out compressed or plain.
 */
export async function sendDetail(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, detail }: { etag: string; detail: Buffer | null },
): Promise<FastifyReply> {
  reply.headers({ etag: `W/"${etag}"`, vary: 'accept-encoding', 'cache-control': 'no-cache' })
  if (detail === null) return reply.code(304).send()
  reply.type('application/json; charset=utf-8')
  if (!acceptsGzip(request)) return reply.send(await gunzip(detail))
  return reply.header('content-encoding', 'gzip').send(detail)
}
