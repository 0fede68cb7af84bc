import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import { allEndpoints } from '@pitboard/contract/openapi/endpoints'
import { openApiDocument } from '@pitboard/contract/openapi/openapi'
import {
  allProblemKinds,
  isProblemSlug,
  PROBLEM_KINDS,
  PROBLEMS_PATH,
  problemType,
} from '@pitboard/contract/wire/problem-kinds'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../platform/diagnostics/errors.ts'
import { escapeMarkup } from '../../platform/html/page.ts'
import { acceptsGzip } from '../../platform/http/compression.ts'
import { readIfNoneMatch } from '../../platform/http/etags.ts'

interface WrittenDocument {
  readonly text: string
  readonly etag: string
}

/** The contract does not change while a process runs, and tests start many servers in one. */
let written: WrittenDocument | undefined

function writeDocument(): WrittenDocument {
  const text = JSON.stringify(openApiDocument(allEndpoints()))
  return { text, etag: createHash('sha256').update(text).digest('base64url').slice(0, 27) }
}

/** The contract as an OpenAPI document, and pages to read it on. */
export async function registerDocs(app: FastifyInstance): Promise<void> {
  registerProblemPages(app)
  const { text, etag } = (written ??= writeDocument())
  let zipped: Buffer | undefined
  app.get('/api/openapi.json', async (request, reply) => {
    reply.type('application/json; charset=utf-8').headers({
      etag: `W/"${etag}"`,
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
    })
    if (readIfNoneMatch(request).includes(etag)) return reply.code(304).send()
    if (!acceptsGzip(request)) return reply.send(text)
    zipped ??= gzipSync(text)
    return reply.header('content-encoding', 'gzip').send(zipped)
  })
  await app.register(fastifySwagger, {
    mode: 'static',
    specification: { document: JSON.parse(text) },
  })
  await app.register(fastifySwaggerUi, {
    routePrefix: '/api/docs',
    // Nothing from elsewhere: the badge of the online validator would be.
    uiConfig: { docExpansion: 'list', deepLinking: true, validatorUrl: null },
    theme: { title: 'Pitboard API' },
  })
}

/** A page for each problem type. */
function registerProblemPages(app: FastifyInstance): void {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'max-age=3600' }

  app.get(PROBLEMS_PATH, async (_request, reply) => reply.headers(headers).send(LIST_PAGE))

  app.get<{ Params: { slug: string } }>(`${PROBLEMS_PATH}/:slug`, async (request, reply) => {
    const { slug } = request.params
    if (!isProblemSlug(slug)) throw new ApiError(404, 'There is no error of this kind.')
    const { status, title, meaning, remedy } = PROBLEM_KINDS[slug]
    const heading = `${status} ${title}`
    const body = `<h1>${heading}</h1><p><code>${problemType(slug)}</code></p>
<h2>What happened</h2><p>${markUp(meaning)}</p>
<h2>What to do</h2><p>${markUp(remedy)}</p>
<p><a href="${PROBLEMS_PATH}">All errors</a> · <a href="/api/docs">API documentation</a></p>`
    return reply.headers(headers).send(page(heading, body))
  })
}

const LIST_PAGE = page(
  'Errors of the API',
  `<h1>Errors of the API</h1>
<p>Every error is an <code>application/problem+json</code> document. Its <code>type</code> is the address of one of these
pages.</p>
<ul>${allProblemKinds()
    .map(({ slug, status, meaning }) => {
      return `<li><a href="${problemType(slug)}">${status} ${slug}</a>: ${markUp(meaning)}</li>`
    })
    .join('')}</ul>`,
)

/** Escaped, with code where the text has backticks. */
function markUp(text: string): string {
  return escapeMarkup(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} – Pitboard</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>
body{margin:0 auto;max-width:44rem;padding:2rem 1rem;background:#121214;color:#eee;font:1rem/1.6 system-ui,sans-serif}
a{color:#ffc107}code{background:#26262a;padding:.1em .3em;border-radius:.2em}li{margin:.5em 0}
</style></head><body><main>${body}</main></body></html>`
}
