import type { FastifyInstance } from 'fastify'

/**
 * Many clients name JSON as their type with every call, also where they send nothing: that is no
 * body, which the endpoint's schema then judges.
 */
export function takeEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      if (body === '') done(null)
      else void parse(request, body, done)
    },
  )
}
