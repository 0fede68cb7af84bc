import type { FastifyInstance, FastifyReply } from 'fastify'
import type { RequestSpan, Tracing } from '../tracing/tracing.ts'
import { isFault } from './problems.ts'

declare module 'fastify' {
  interface FastifyRequest {
    span: RequestSpan | null
  }
}

/** Every request gets a span, with its route and not its address, which may have a secret. */
export function registerRequestSpans(
  app: FastifyInstance,
  { startRequest }: Tracing,
  untraced: ReadonlySet<string>,
): void {
  if (startRequest === null) return
  app.decorateRequest('span', null)
  app.addHook('onRequest', (request, reply, done) => {
    const { url: route } = request.routeOptions
    if (route !== undefined && untraced.has(route)) return done()
    const span = startRequest(request.headers)
    request.span = span
    // This event also comes when the client does not wait for the answer.
    reply.raw.once('close', () => endSpan(span, reply))
    span.run(done)
  })
  // The events of a body come from its socket, which belongs to no request.
  app.addHook('preValidation', ({ span }, _reply, done) => {
    if (span) span.run(done)
    else done()
  })
}

function endSpan(span: RequestSpan, { request, statusCode }: FastifyReply): void {
  const { method, routeOptions, id } = request
  const route = routeOptions.url
  span.end({
    name: route === undefined ? method : `${method} ${route}`,
    isError: isFault(statusCode),
    attributes: {
      'http.request.method': method,
      ...(route !== undefined && { 'http.route': route }),
      'http.response.status_code': statusCode,
      'pitboard.request.id': id,
    },
  })
}
