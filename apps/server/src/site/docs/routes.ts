import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import { allEndpoints } from '@pitboard/contract/endpoints'
import { openApiDocument } from '@pitboard/contract/openapi'
import { acceptsGzip, knownEtags } from '../../platform/http/negotiation.ts'
import { registerProblemPages } from './problem-pages.ts'

/** The contract as an OpenAPI document, and pages to read it on. */
export async function registerDocs(app: FastifyInstance): Promise<void> {
  registerProblemPages(app)
  const text = JSON.stringify(openApiDocument(allEndpoints()))
  const etag = createHash('sha256').update(text).digest('base64url').slice(0, 27)
  let zipped: Buffer | undefined
  app.get('/api/openapi.json', async (request, reply) => {
    reply.type('application/json; charset=utf-8').headers({
      etag: `W/"${etag}"`,
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
    })
    if (knownEtags(request).includes(etag)) return reply.code(304).send()
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
