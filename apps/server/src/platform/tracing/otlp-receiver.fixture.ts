import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { TestContext } from 'node:test'

export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  /** It is '' for the first span of a trace. */
  readonly parentId: string
  readonly name: string
  readonly isFailed: boolean
  readonly startMs: number
  readonly endMs: number
  readonly attributes: Readonly<Record<string, string | number>>
  readonly resource: Readonly<Record<string, string | number>>
}

export interface OtlpReceiver {
  /** This is the value for `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly url: string
  readonly spans: ReceivedSpan[]
  readonly headers: IncomingHttpHeaders[]
  /** Returns every byte that was received. */
  text(): string
  /** It takes connections and answers nothing until `resume`. */
  hang(): void
  resume(): void
  /** Returns how many requests wait for an answer. */
  waiting(): number
  close(): void
}

/** Starts a collector that understands OTLP over HTTP with protobuf. */
export async function openOtlpReceiver(t: TestContext): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = []
  const headers: IncomingHttpHeaders[] = []
  const bodies: Buffer[] = []
  const unanswered = new Set<ServerResponse>()
  let answering = Promise.withResolvers<void>()
  answering.resolve()
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    await answering.promise
    const body = await buffer(request)
    headers.push(request.headers)
    bodies.push(body)
    if (request.url === '/v1/traces') spans.push(...readSpans(body))
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
  }
  const server = createServer((request, response) => {
    unanswered.add(response)
    response.once('close', () => unanswered.delete(response))
    // A connection that is closed while it waits has no answer.
    answer(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  t.after(close)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    headers,
    close,
    text: () => Buffer.concat(bodies).toString('latin1'),
    hang() {
      answering = Promise.withResolvers()
    },
    resume: () => answering.resolve(),
    waiting: () => unanswered.size,
  }
}

type Fields = ReadonlyMap<number, readonly (bigint | Buffer)[]>

/** Reads the fields of a protobuf message: numbers as they are, all else as bytes. */
function readFields(bytes: Buffer): Fields {
  const fields = new Map<number, (bigint | Buffer)[]>()
  let at = 0
  const varint = () => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes.readUInt8(at++)
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  const take = (length: number) => bytes.subarray(at, (at += length))
  while (at < bytes.length) {
    const tag = Number(varint())
    const type = tag & 7
    const value = type === 0 ? varint() : take(type === 1 ? 8 : type === 5 ? 4 : Number(varint()))
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value])
  }
  return fields
}

const bytesOf = (fields: Fields, field: number): Buffer[] =>
  (fields.get(field) ?? []).filter((value) => typeof value !== 'bigint')
const firstOf = (fields: Fields, field: number) => bytesOf(fields, field)[0] ?? Buffer.alloc(0)

/** Reads the spans of an ExportTraceServiceRequest message. */
function readSpans(body: Buffer): ReceivedSpan[] {
  return bytesOf(readFields(body), 1).flatMap((bytes) => {
    const resourceSpans = readFields(bytes)
    const resource = readAttributes(readFields(firstOf(resourceSpans, 1)), 1)
    return bytesOf(resourceSpans, 2).flatMap((scope) =>
      bytesOf(readFields(scope), 2).map((span) => readSpan(readFields(span), resource)),
    )
  })
}

function readSpan(span: Fields, resource: ReceivedSpan['resource']): ReceivedSpan {
  const [status] = readFields(firstOf(span, 15)).get(3) ?? []
  return {
    traceId: firstOf(span, 1).toString('hex'),
    spanId: firstOf(span, 2).toString('hex'),
    parentId: firstOf(span, 4).toString('hex'),
    name: firstOf(span, 5).toString(),
    isFailed: status === 2n,
    startMs: Number(firstOf(span, 7).readBigUInt64LE()) / 1e6,
    endMs: Number(firstOf(span, 8).readBigUInt64LE()) / 1e6,
    attributes: readAttributes(span, 9),
    resource,
  }
}

function readAttributes(fields: Fields, field: number): Record<string, string | number> {
  const pairs = bytesOf(fields, field).map((bytes) => {
    const pair = readFields(bytes)
    const value = readFields(firstOf(pair, 2))
    const [number] = value.get(3) ?? []
    const read = typeof number === 'bigint' ? Number(number) : firstOf(value, 1).toString()
    return [firstOf(pair, 1).toString(), read] as const
  })
  return Object.fromEntries(pairs)
}
