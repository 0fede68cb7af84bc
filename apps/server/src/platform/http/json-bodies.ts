import type { FastifyInstance } from 'fastify'
import { readJson } from './read-json.ts'

/**
 * Reads JSON bodies. Many clients name JSON as their type with every call, also where they send
 * nothing: that is no body, which the endpoint's schema then judges.
 */
export function registerJsonBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (_request, bytes, done) => {
      try {
        done(null, bytes.length === 0 ? null : readJson(bytes))
      } catch (error) {
        done(error instanceof Error ? error : new Error('unknown'))
      }
    },
  )
}
