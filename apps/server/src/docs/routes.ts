import type { FastifyInstance } from 'fastify'
import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import { allEndpoints } from '@pitboard/contract/endpoints'
import { openApiDocument } from '@pitboard/contract/openapi'
import { VERSION } from '../version.ts'

/** The contract as an OpenAPI document, and pages to read it on. */
export async function registerDocs(app: FastifyInstance): Promise<void> {
  const text = JSON.stringify(openApiDocument(allEndpoints(), VERSION))
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(text),
  )
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
