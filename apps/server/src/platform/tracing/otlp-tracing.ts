import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace as spans,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { type Config, VERSION } from '../config/config.ts'
import type { Log } from '../diagnostics/log.ts'
import type { Metrics } from '../diagnostics/metrics.ts'
import { createSpanExporter } from './span-exporter.ts'
import { createSampler } from './sampler.ts'
import { describeQuery } from './describe-query.ts'
import type { Tracing } from './tracing.ts'

/** The queue takes about 4 MB. What a collector does not take in time is dropped. */
const QUEUE_MAX = 2_048
const SEND_EVERY_MS = 1_000
const CLOSE_WITHIN_MS = 2_000
const ATTRIBUTE_CHARACTERS_MAX = 200

/** A scope has a span with what belongs to it. Timers that outlive the span still have it as their context. */
interface Scope {
  readonly context: Context
  isOver: boolean
}

interface OtlpOptions {
  readonly config: Config
  readonly endpoint: string
  readonly instance: string
  readonly log: Log
  readonly metrics: Metrics
}

/**
 * Sends spans over OTLP/HTTP, without globals and without patched modules
 * (docs/operations.md#tracing-with-opentelemetry).
 */
export function createOtlpTracing(options: OtlpOptions): Tracing {
  const { config, instance } = options
  const exporter = createSpanExporter(options)
  const provider = new TracerProvider({
    sampler: createSampler(config.otelTracesSampler, config.otelTracesSamplerArg),
    resource: defaultResource().merge(
      resourceFromAttributes({
        'service.version': VERSION,
        'service.instance.id': instance,
        ...config.otelResourceAttributes,
        'service.name': config.otelServiceName,
      }),
    ),
    spanLimits: { attributeValueLengthLimit: ATTRIBUTE_CHARACTERS_MAX },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: QUEUE_MAX,
        scheduledDelayMillis: SEND_EVERY_MS,
        exportTimeoutMillis: 2 * config.otelExporterOtlpTimeout,
      }),
    ],
  })
  const tracer = provider.getTracer('pitboard', VERSION)
  const propagator = new W3CTraceContextPropagator()
  const current = new AsyncLocalStorage<Scope>()

  function currentContext(): Context {
    const scope = current.getStore()
    return scope && !scope.isOver ? scope.context : ROOT_CONTEXT
  }

  return {
    async trace(name, attributes, work) {
      const parent = currentContext()
      const span = tracer.startSpan(name, { attributes }, parent)
      const scope = openScope(span, parent)
      try {
        const result = await current.run(scope, work)
        endSpan(span, scope, null)
        return result
      } catch (error) {
        endSpan(span, scope, typeOf(error))
        throw error
      }
    },
    startRequest(headers) {
      const parent = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
      const span = tracer.startSpan('HTTP', { kind: SpanKind.SERVER }, parent)
      const scope = openScope(span, parent)
      return {
        run: (work) => current.run(scope, work),
        end({ name, isError, attributes }) {
          span.updateName(name)
          span.setAttributes(attributes)
          endSpan(span, scope, isError ? '' : null)
        },
      }
    },
    noteQuery(event) {
      const parent = currentContext()
      if (spans.getSpan(parent)?.isRecording() !== true) return
      const { name, attributes } = describeQuery(event.query)
      const startTime = Date.now() - event.queryDurationMillis
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes, startTime }, parent)
      if (event.level === 'error') markFailed(span, typeOf(event.error))
      span.end()
    },
    async close() {
      const closed = provider.shutdown().catch(() => {})
      await Promise.race([closed, delay(CLOSE_WITHIN_MS, undefined, { ref: false })])
    },
  }
}

function openScope(span: Span, parent: Context): Scope {
  return { context: spans.setSpan(parent, span), isOver: false }
}

function endSpan(span: Span, scope: Scope, error: string | null): void {
  scope.isOver = true
  if (error !== null) markFailed(span, error)
  span.end()
}

function markFailed(span: Span, type: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR })
  if (type !== '') span.setAttribute('error.type', type)
}

/** Messages of errors may have values of users; the code or the class says enough. */
function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
