import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptsGzip } from '../../platform/http/negotiation.ts'
import { tagAnswer } from '../../platform/http/versions.ts'
import type { SeasonView } from './season-view.ts'

/** Sends a season as it was made for all who ask. */
export async function sendView(
  request: FastifyRequest,
  reply: FastifyReply,
  view: SeasonView,
): Promise<FastifyReply> {
  if (tagAnswer(request, reply, view.tag)) return reply.send()
  reply.type('application/json; charset=utf-8').header('vary', 'authorization, accept-encoding')
  if (!acceptsGzip(request)) return reply.send(Buffer.from(view.text))
  return reply.header('content-encoding', 'gzip').send(await view.zipped())
}
