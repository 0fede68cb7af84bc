import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from '../../platform/config/config.ts'
import { StartError } from '../../platform/diagnostics/errors.ts'

interface MetricsServer {
  readonly port: number
  close(): Promise<void>
}

/** The source has the metrics of this process, or of all workers together. */
export interface MetricsSource {
  readonly contentType: string
  metrics(): Promise<string>
}

/** A scrape has no body and few headers. */
const HEADER_BYTES_MAX = 8_192
const CONNECTIONS_MAX = 50
const REQUEST_WITHIN_MS = 10_000

/**
 * Serves `GET /metrics` on a port of its own, without a key: only monitoring can reach it. It answers while the site is
 * overloaded. Returns null where none is configured.
 */
export async function startMetricsServer(
  { metricsPort, metricsHost }: Pick<Config, 'metricsPort' | 'metricsHost'>,
  source: MetricsSource,
): Promise<MetricsServer | null> {
  if (metricsPort === null) return null
  const server = createServer(
    { maxHeaderSize: HEADER_BYTES_MAX, requestTimeout: REQUEST_WITHIN_MS },
    (request, response) => {
      const isScrape = request.method === 'GET' && request.url?.split('?')[0] === '/metrics'
      if (!isScrape) {
        response.writeHead(404).end()
        return
      }
      source.metrics().then(
        (text) => response.writeHead(200, { 'content-type': source.contentType }).end(text),
        () => response.writeHead(500).end(),
      )
    },
  )
  server.maxConnections = CONNECTIONS_MAX
  server.listen(metricsPort, metricsHost)
  try {
    await once(server, 'listening')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`METRICS_PORT ${metricsPort} of ${metricsHost} can't be used: ${reason}`)
  }
  return {
    port: readPort(server.address()),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function readPort(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0
}
