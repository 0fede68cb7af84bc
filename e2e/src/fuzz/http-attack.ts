import { Agent, request } from 'node:http'
import type { Random } from '@pitboard/sim/setup/random'
import type { Actor, Site } from './actors.ts'
import type { HostileValues } from './hostile-values.ts'
import type { Operation } from './operations.ts'

export interface HttpAnswer {
  /** It is null where the connection ended without an answer. */
  readonly status: number | null
  readonly retryAfter: string | undefined
  readonly tookMs: number
  readonly body: string
}

export interface HttpRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

const TIMEOUT_MS = 20_000
const ANSWER_BYTES_MAX = 4_000_000
/** The server is behind a proxy: each request comes from one of this many addresses, as those of visitors do. */
const ADDRESSES = 4_000

const BODY_TYPES = [
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'image/png',
  'text/plain',
  'application/octet-stream',
  'application/json; charset=utf-16',
  'x',
  'application/vnd.pgrst.object+json',
]

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** Composes one request of an actor for an operation, with hostile parts. */
export function composeRequest(
  site: Site,
  operation: Operation,
  actor: Actor,
  values: HostileValues,
  random: Random,
): HttpRequest {
  const isRare = (share: number) => random.next() < share
  const hasBody = operation.body !== null || isRare(0.02)
  const segments = operation.path.replaceAll(/\{\w+\}/g, () =>
    encode(isRare(0.75) ? random.pick(actor.ids) : values.text().slice(0, 300)),
  )
  const parameters = operation.query.flatMap(({ name, schema }) => {
    if (isRare(0.4)) return []
    const times = isRare(0.06) ? random.integer(2, 40) : 1
    const spelled = isRare(0.03)
      ? random.pick([`${name}[]`, name.toUpperCase(), `${name}\0`])
      : name
    return Array.from(
      { length: times },
      () => `${encode(spelled)}=${encode(asText(values, schema))}`,
    )
  })
  if (isRare(0.04)) parameters.push(`${encode(values.text())}=${encode(values.text())}`)
  const query = parameters.length > 0 ? `?${parameters.join('&')}` : ''
  return {
    method: isRare(0.02)
      ? random.pick(['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH'])
      : operation.method,
    path: (segments + query).slice(0, 15_000),
    headers: {
      apikey: site.anonKey,
      'x-forwarded-for': addressOf(random.integer(1, ADDRESSES)),
      ...(actor.name === 'stranger' && isRare(0.7)
        ? {}
        : { authorization: isRare(0.02) ? headerText(values) : `Bearer ${actor.token}` }),
      ...(hasBody && {
        'content-type': isRare(0.08) ? random.pick(BODY_TYPES) : 'application/json',
      }),
      ...(isRare(0.1) && { 'if-match': random.pick(['"1"', '*', 'W/"2"', headerText(values)]) }),
      ...(isRare(0.03) && {
        range: random.pick(['bytes=0-', 'bytes=-1', '0-9', headerText(values)]),
      }),
      ...(isRare(0.05) && { prefer: random.pick(['count=exact', 'return=representation', 'x=y']) }),
      ...(isRare(0.05) && {
        accept: random.pick(['text/csv', 'application/vnd.pgrst.object+json']),
      }),
      ...(isRare(0.05) && { 'accept-encoding': random.pick(['gzip', 'br', headerText(values)]) }),
    },
    body: hasBody ? values.jsonText(operation.body) : null,
  }
}

function asText(values: HostileValues, schema: unknown): string {
  const value = values.valueOf(schema)
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** A value may be a document of hundreds of megabytes, of which no server reads so much as an address. */
const ADDRESS_PART_MAX = 100_000

/** Percent-encodes the text; a lone surrogate becomes the bytes that some clients send for it. */
function encode(whole: string): string {
  const text = whole.slice(0, ADDRESS_PART_MAX)
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80'
}

/** Node sends Latin-1 without control characters as a header. */
function headerText(values: HostileValues): string {
  return (
    values
      .text()
      .slice(0, 200)
      .replaceAll(/[^\x20-\x7e]/g, 'é') || 'x'
  )
}

export function addressOf(n: number): string {
  return `203.0.${n >> 8}.${n & 255}`
}

/** Sends it and reads the whole answer. Never rejects: an attacker expects anything. */
export function sendRequest(url: string, sent: HttpRequest): Promise<HttpAnswer> {
  const startMs = performance.now()
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const finish = (status: number | null, body = '', retryAfter?: string) =>
      resolve({ status, body, retryAfter, tookMs: performance.now() - startMs })
    const { method, path, headers, body } = sent
    const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) }
    const call = request({
      agent,
      hostname,
      port,
      method,
      path,
      timeout: TIMEOUT_MS,
      headers: { ...headers, ...length },
    })
    call.on('error', () => finish(null))
    call.on('timeout', () => call.destroy())
    let isAnswered = false
    // A connection that is upgraded or ends without an answer is not an error to Node.
    call.on('close', () => {
      if (!isAnswered) finish(null)
    })
    call.on('response', (answer) => {
      isAnswered = true
      let text = ''
      answer.setEncoding('latin1').on('data', (chunk: string) => {
        if (text.length < ANSWER_BYTES_MAX) text += chunk
      })
      answer.on('close', () =>
        finish(answer.statusCode ?? null, text, answer.headers['retry-after']),
      )
    })
    call.end(body ?? undefined)
  })
}
