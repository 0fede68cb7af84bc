import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptsGzip, knownEtags } from '../../platform/http/negotiation.ts'
import { pathOf } from '../../platform/http/problems.ts'
import { readBuiltWebApp } from './built-web-app.ts'
import { findPage, type PageSource } from './find-page.ts'
import { preferredLanguage } from '../../platform/html/language.ts'
import { renderPage } from './render-page.ts'

export type SendPage = (
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply>

/** Answers with the built page under the head of what the address is about. */
export function createSendPage(folder: string, source: PageSource): SendPage {
  const { template, hints } = readBuiltWebApp(folder)
  return async (request, reply) => {
    const language = preferredLanguage(request.headers['accept-language'])
    const { status, head, modules } = await findPage(source, pathOf(request), language)
    const html = renderPage(head, {
      template,
      publicUrl: source.context.publicUrl(),
      language,
      hints: hints([`messages/${language}/catalogue.ts`, ...modules]),
    })
    const etag = createHash('sha256').update(html).digest('base64url')
    reply.headers({
      etag: `W/"${etag}"`,
      vary: 'accept-language, accept-encoding',
      'cache-control': 'no-cache',
      'content-language': language,
    })
    if (status === 200 && knownEtags(request).includes(etag)) return reply.code(304).send()
    reply.code(status).type('text/html; charset=utf-8')
    if (!acceptsGzip(request)) return reply.send(html)
    return reply.header('content-encoding', 'gzip').send(gzipSync(html))
  }
}
