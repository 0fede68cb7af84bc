import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { errorText, Failure } from '../failure.ts'
import { NOTICES } from '../notices.ts'
import { pageFiles } from '../page/page-files.ts'
import { actions, type ActionContext } from './actions.ts'
import type { RunningApp } from './running-app.ts'
import type { View } from './view.ts'

const LOOK_MS = 500

/** Sends the whole view at first, and each time it has changed, as server-sent events. */
function streamEvents(response: ServerResponse, view: () => View, ending: AbortSignal): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  let last = ''
  function send(): void {
    const text = textOf(view)
    if (text === null || text === last) return
    last = text
    response.write(`data: ${text}\n\n`)
  }
  send()
  const timer = setInterval(send, LOOK_MS)
  const end = () => response.end()
  ending.addEventListener('abort', end)
  response.on('close', () => {
    clearInterval(timer)
    ending.removeEventListener('abort', end)
  })
}

/** Returns null where the spool can't be read at the moment: recording matters more than showing it. */
function textOf(view: () => View): string | null {
  try {
    return JSON.stringify(view())
  } catch {
    return null
  }
}

const BODY_BYTES_MAX = 64 * 1024

interface PageServer extends RunningApp {
  readonly close: () => void
}

interface Page extends ActionContext {
  readonly view: () => View
}

/**
 * Serves the page to this machine only. Every request needs the random token in its address. The
 * check of the Host header prevents DNS rebinding.
 */
export async function servePage(page: Page): Promise<PageServer> {
  const token = randomBytes(32).toString('base64url')
  const ending = new AbortController()
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => refuse(response, 500, errorText(error)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeaders(new Map(Object.entries(SECURITY)))
    const { host, origin } = request.headers
    if (host === undefined || !hosts.includes(host)) return refuse(response, 403, 'Wrong host')
    if (origin !== undefined && origin !== `http://${host}`) {
      return refuse(response, 403, 'Wrong origin')
    }
    const [, shown = '', ...rest] = (request.url ?? '').split('/')
    if (!isSame(shown, token)) {
      return refuse(response, 403, 'Open the address that the recorder has printed.')
    }
    const name = rest.join('/')
    if (request.method === 'POST') return act(request, response, name)
    if (request.method !== 'GET') return refuse(response, 405, 'GET or POST')
    if (name === 'events') return streamEvents(response, page.view, ending.signal)
    const file = FILES.get(name)
    if (file === undefined) return refuse(response, 404, 'There is nothing here')
    response.writeHead(200, { 'content-type': file.type }).end(file.text)
  }

  async function act(
    request: IncomingMessage,
    response: ServerResponse,
    name: string,
  ): Promise<void> {
    const action = actions.get(name)
    if (action === undefined) return refuse(response, 404, 'There is nothing here')
    const body = await readJson(request)
    if (body === undefined) return refuse(response, 400, 'Not JSON')
    try {
      await action(page, body)
      response.writeHead(204).end()
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      refuse(response, 400, error.message, error.remedy)
    }
  }

  return {
    port,
    token,
    close() {
      ending.abort()
      server.close()
      server.closeIdleConnections()
    },
  }
}

const SECURITY = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
    "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

const FILES = new Map([
  ['', { type: 'text/html; charset=utf-8', text: pageFiles.html }],
  ['page.css', { type: 'text/css; charset=utf-8', text: pageFiles.css }],
  ['german.js', { type: 'text/javascript; charset=utf-8', text: pageFiles.german }],
  ['page.js', { type: 'text/javascript; charset=utf-8', text: pageFiles.js }],
  ['notices.txt', { type: 'text/plain; charset=utf-8', text: NOTICES }],
  ['alive', { type: 'text/plain', text: 'pitboard-recorder' }],
])

function refuse(response: ServerResponse, status: number, text: string, remedy = ''): void {
  if (response.headersSent) return void response.end()
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ text, remedy }))
}

/** Returns undefined where the body is too long, is not JSON, or has another content type. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  if (request.headers['content-type'] !== 'application/json') return undefined
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk) || (bytes += chunk.length) > BODY_BYTES_MAX) return undefined
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    return undefined
  }
}

/** Compares in constant time, so that nobody learns the token by trying. */
function isSame(shown: string, token: string): boolean {
  return timingSafeEqual(digest(shown), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
