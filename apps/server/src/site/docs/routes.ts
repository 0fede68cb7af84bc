import { gunzipSync, gzipSync } from 'node:zlib'
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
import fastifyPlugin from 'fastify-plugin'
import { ApiError } from '../../platform/http/api-error.ts'
import { escapeMarkup } from '../../platform/html/page.ts'
import { acceptsGzip, gunzip } from '../../platform/http/compression.ts'
import { contentTag, readIfNoneMatch } from '../../platform/http/etags.ts'

interface WrittenDocument {
  /** The text would take thirty times as much memory. */
  readonly zipped: Buffer
  readonly etag: string
}

/** The document is written when it is first requested: doing so at the start would make every server 6 MB larger. */
let written: WrittenDocument | undefined

function findDocument(): WrittenDocument {
  return (written ??= writeDocument())
}

function writeDocument(): WrittenDocument {
  const text = JSON.stringify(openApiDocument(allEndpoints()))
  const etag = contentTag(text)
  return { zipped: gzipSync(text), etag }
}

/** Serves the contract as an OpenAPI document, and pages to read it on. */
export async function registerDocs(app: FastifyInstance): Promise<void> {
  registerProblemPages(app)
  app.get('/api/openapi.json', async (request, reply) => {
    const { zipped, etag } = findDocument()
    reply.type('application/json; charset=utf-8').headers({
      etag: `W/"${etag}"`,
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
    })
    if (readIfNoneMatch(request).includes(etag)) return reply.code(304).send()
    if (!acceptsGzip(request)) return reply.send(await gunzip(zipped))
    return reply.header('content-encoding', 'gzip').send(zipped)
  })
  await app.register(swagger)
  await app.register(fastifySwaggerUi, {
    routePrefix: '/api/docs',
    // Nothing comes from elsewhere, as the badge of the online validator would.
    uiConfig: { docExpansion: 'list', deepLinking: true, validatorUrl: null },
    theme: { title: 'Pitboard API' },
  })
}

let parsed: unknown

function readDocument(): string {
  return gunzipSync(findDocument().zipped).toString()
}

/** The pages ask this for the document, in place of the plugin that makes one from routes. */
const swagger = fastifyPlugin(
  async (app: FastifyInstance) => {
    app.decorate('swagger', (options?: { readonly yaml?: boolean }) =>
      // JSON is YAML as well.
      options?.yaml ? readDocument() : (parsed ??= JSON.parse(readDocument())),
    )
  },
  { name: '@fastify/swagger' },
)

/** Each problem type has a page. */
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

/** Escapes the text, with code where it has backticks. */
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
