import { ExportResultCode } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import { Counter } from 'prom-client'
import type { Config } from '../config/config.ts'
import type { Log } from '../diagnostics/log.ts'
import type { Metrics } from '../diagnostics/metrics.ts'

/** These are all batches of a full queue, and two that a collector that hangs has not answered. */
const REQUESTS_MAX = 6

/** Sends spans to a collector. Its failures are counted, and logged once until it answers again. */
export function createSpanExporter({
  config,
  endpoint,
  log,
  metrics,
}: {
  readonly config: Config
  readonly endpoint: string
  readonly log: Log
  readonly metrics: Metrics
}): SpanExporter {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces`,
    headers: { ...config.otelExporterOtlpHeaders },
    timeoutMillis: config.otelExporterOtlpTimeout,
    concurrencyLimit: REQUESTS_MAX,
  })
  const counted = new Counter({
    name: 'pitboard_trace_spans_total',
    help: 'Spans that the collector has taken (sent), and those that are lost (failed)',
    labelNames: ['outcome'],
    registers: [metrics.registry],
  })
  let isFailing = false
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const isSent = result.code === ExportResultCode.SUCCESS
        counted.inc({ outcome: isSent ? 'sent' : 'failed' }, spans.length)
        if (!isSent && !isFailing) {
          log.warn({ reason: result.error?.message }, 'The collector takes no spans')
        }
        isFailing = !isSent
        done(result)
      })
    },
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  }
}
