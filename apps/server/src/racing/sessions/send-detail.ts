import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptsGzip } from '../../platform/http/etags.ts'

const unzip = promisify(gunzip)

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
  if (!acceptsGzip(request)) return reply.send(await unzip(detail))
  return reply.header('content-encoding', 'gzip').send(detail)
}
