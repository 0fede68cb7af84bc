import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../diagnostics/metrics.ts'
import { pathOf } from './problems.ts'

/** A log line and a measurement for every request. */
export function registerRequests(
  app: FastifyInstance,
  { metrics }: { readonly metrics: Metrics },
): void {
  app.addHook('onResponse', async (request, reply) => {
    const ms = reply.elapsedTime
    const status = reply.statusCode
    const { method } = request
    const route = request.routeOptions.url ?? 'none'
    metrics.requestSeconds.observe({ method, route, status: String(status) }, ms / 1000)
    const line = { method, path: pathOf(request), status, ms: Math.round(ms * 10) / 10 }
    if (PROBES.has(route)) request.log.debug(line, 'request')
    else request.log.info(line, 'request')
  })
}

/** Monitoring requests these every few seconds. */
const PROBES = new Set(['/healthz', '/readyz', '/metrics'])
