import type { FastifyInstance } from 'fastify'
import { AUTH_PATH } from '../auth-context.ts'

/** No such path: 404 in plain text; a path that takes another method: 405 (PROTOCOL §2.1). */
export function registerNotFound(app: FastifyInstance): void {
  const paths: RegExp[] = []
  app.addHook('onRoute', ({ url }) => {
    paths.push(new RegExp(`^${url.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`))
  })
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? AUTH_PATH
    if (paths.some((pattern) => pattern.test(path))) return reply.code(405).send()
    return reply.code(404).type('text/plain').send('404 page not found')
  })
}
