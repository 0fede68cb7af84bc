import type { IncomingHttpHeaders } from 'node:http'
import type { Logger } from 'kysely'

export type SpanAttributes = Readonly<Record<string, string | number>>

export interface RequestSpan {
  /** Spans that `work` starts, also later, are children of this one. */
  run(work: () => void): void
  end(outcome: { name: string; isError: boolean; attributes: SpanAttributes }): void
}

/**
 * Records the spans of this process (docs/operations.md). No attribute holds a secret, a query string, a parameter of a
 * query or the message of an error.
 */
export interface Tracing {
  /** Does the work in a span. Inside a request or another span it is a child of it. */
  trace<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T>
  /** Continues the trace that the headers name. It is null where requests are not traced. */
  readonly startRequest: ((headers: IncomingHttpHeaders) => RequestSpan) | null
  /** Notes a finished query as a child of the current span. It is null where queries are not traced. */
  readonly noteQuery: Logger | null
  /** Sends what waits, within two seconds. */
  close(): Promise<void>
}

export const NO_TRACING: Tracing = {
  trace: (_name, _attributes, work) => work(),
  startRequest: null,
  noteQuery: null,
  close: () => Promise.resolve(),
}
