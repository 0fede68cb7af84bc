import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import { encodeStrayPercents } from '@pitboard/contract/wire/stray-percents'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { preferredLanguage } from '../../platform/html/language.ts'
import { acceptsGzip } from '../../platform/http/compression.ts'
import { readIfNoneMatch } from '../../platform/http/etags.ts'
import { pathOf, plainProblem, sendProblem } from '../../platform/http/problems.ts'
import { readBuiltWebApp } from './built-web-app.ts'
import { findPage, type PageSource } from './find-page.ts'
import { renderPage } from './render-page.ts'

/** Common to Node's and Fastify's requests. */
interface HttpRequest {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: { readonly accept?: string | undefined }
}

const FILES = { index: false, preCompressed: true, cacheControl: false } as const
const HASHED = 'public, max-age=31536000, immutable'

/** Serves the files and pages of the built web app. */
export async function registerWebApp(
  app: FastifyInstance,
  folder: string,
  source: PageSource,
): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'))
  if (isBuilt) {
    await app.register(fastifyStatic, {
      ...FILES,
      root: folder,
      // A wildcard route would refuse pages such as /search/a%5Cb.
      wildcard: false,
      globIgnore: ['assets/**'],
      setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
    })
    await app.register(fastifyStatic, {
      ...FILES,
      // As a list: for a single folder the plugin reads all names at every request.
      root: [join(folder, 'assets')],
      prefix: '/assets/',
      decorateReply: false,
      // The folder itself is not a file.
      allowedPath: (path) => !path.endsWith('/'),
      setHeaders: (reply) => void reply.header('cache-control', HASHED),
    })
  }
  const sendBuilt = isBuilt ? createSendPage(folder, source) : sendNotBuilt
  const sendPage: SendPage = (request, reply) => {
    if (isPageRequest(request)) return sendBuilt(request, reply)
    const path = pathOf(request)
    const methods = app.methodsAt(path)
    if (methods.length > 0 && !methods.includes(request.method)) {
      const taken = methods.join(', ')
      void reply.header('allow', taken)
      return sendProblem(reply, plainProblem(405, `${path} takes ${taken}.`, path))
    }
    return sendProblem(reply, plainProblem(404, `There is nothing at ${path}.`, path))
  }
  app.get('/', sendPage)
  app.setNotFoundHandler(sendPage)
}

const sendNotBuilt: SendPage = (_request, reply) => reply.type('text/html').send(NOT_BUILT)

function isPageRequest(request: HttpRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const isElsewhere = /^\/(api|assets|auth\/v1|rest\/v1|storage\/v1|realtime\/v1)([/?]|$)/.test(
    request.url ?? '',
  )
  return isRead && !isElsewhere && acceptsHtml(request.headers.accept)
}

/** In the address of a page, a stray percent sign is part of the text. */
export function readableUrl(request: HttpRequest): string {
  const url = request.url ?? '/'
  return isPageRequest(request) ? encodeStrayPercents(url) : url
}

/** Link previews often send no `Accept` header or accept anything. */
function acceptsHtml(accept = '*/*'): boolean {
  return accept.trim() === '*/*' || accept.includes('text/html')
}

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pitboard</title>
<h1>The web app is not built</h1>
<p>Run <code>npm run build</code> and start the server again. The API answers:
<a href="/api/docs">/api/docs</a>.</p></html>
`

export type SendPage = (
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply>

/** Sends the built page with the head of its subject. */
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
    if (status === 200 && readIfNoneMatch(request).includes(etag)) return reply.code(304).send()
    reply.code(status).type('text/html; charset=utf-8')
    if (!acceptsGzip(request)) return reply.send(html)
    return reply.header('content-encoding', 'gzip').send(gzipSync(html))
  }
}
