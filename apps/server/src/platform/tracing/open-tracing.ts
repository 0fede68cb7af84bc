import { hostname } from 'node:os'
import type { Config } from '../config/config.ts'
import type { Log } from '../diagnostics/log.ts'
import type { Metrics } from '../diagnostics/metrics.ts'
import { NO_TRACING, type Tracing } from './tracing.ts'

/** Without OTEL_EXPORTER_OTLP_ENDPOINT nothing of OpenTelemetry is loaded. */
export async function openTracing(
  config: Config,
  log: Log,
  metrics: Metrics,
  worker: number | null = null,
): Promise<Tracing> {
  if (config.otelExporterOtlpEndpoint === null) return NO_TRACING
  const { createOtlpTracing } = await import('./otlp-tracing.ts')
  const server = config.nodeId ?? hostname()
  return createOtlpTracing({
    config,
    log,
    metrics,
    endpoint: config.otelExporterOtlpEndpoint,
    instance: worker === null ? server : `${server}-${worker}`,
  })
}
