import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { account } from '@pitboard/contract/accounts/accounts'
import type { Answer, Body, Endpoint } from '@pitboard/contract/wire/endpoint'
import type { Problem } from '@pitboard/contract/wire/problem'
import { site, type Site } from '@pitboard/contract/site/site'
import { downloads } from '@pitboard/contract/site/downloads'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { allEndpoints } from '@pitboard/contract/openapi/endpoints'
import { liveSessions } from '@pitboard/contract/live/live'
import { type StubLive, startStubLive } from './stub-live.ts'
import { type StubRealtime, startStubRealtime } from './stub-realtime.ts'
import { openWebAppFiles, type WebAppFiles } from './web-app-files.ts'

const OWN_PATHS = new Set(
  allEndpoints()
    .filter(({ path }) => !path.includes('{'))
    .map(({ method, path }) => `${method} ${path}`),
)

export interface StubRequest<RequestBody = unknown> {
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  /** It is parsed JSON; null without a body. */
  readonly body: RequestBody
}

interface StubCall extends StubRequest {
  readonly method: string
  readonly path: string
}

/** A handler returns this, and the browser saves a file of this name. */
export class FileAnswer {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** A handler throws this, and the call is answered with this problem. */
export class Refusal extends Error {
  readonly status: number
  readonly problem: Partial<Problem>

  constructor(status: number, problem: Partial<Problem> = {}) {
    super(`refused with ${status}`)
    this.status = status
    this.problem = problem
  }
}

type Handle<T, RequestBody = unknown> = (request: StubRequest<RequestBody>) => T | Promise<T>

/** The built web app runs on a server without a database; each test says what the API answers. */
export interface StubSite {
  readonly url: string
  readonly realtime: StubRealtime
  readonly live: StubLive
  /** They are the calls of the API since the last `reset`, in their order. */
  readonly calls: readonly StubCall[]
  /** Replaces the answer of an endpoint; every endpoint without an answer is a 404. */
  answer<E extends Endpoint>(endpoint: E, handle: Handle<Answer<E>, Body<E>>): void
  /** Does the same for a path outside the contract, such as those of the sign-in service. */
  answerPath(method: string, path: string, handle: Handle<unknown>): void
  /** Each call waits this long before it is handled. */
  delay: (call: StubCall) => Promise<void>
  /** Changes what `GET /api/Site` answers, for a test. */
  configure(changes: Partial<Site>): void
  /** Goes back to a site without any content, for the next test. */
  reset(): void
}

interface Route {
  readonly method: string
  readonly path: string
  readonly pattern: RegExp
  readonly handle: Handle<unknown>
}

const IMMUTABLE = 'public, max-age=31536000, immutable'
const noDelay = () => Promise.resolve()

/** Starts the site, which is closed with the test, or by who opened it. */
export async function startStubSite(
  t: { readonly after: (close: () => void) => void },
  webAppFolder?: string,
): Promise<StubSite> {
  const webApp = openWebAppFiles(webAppFolder)
  let routes: Route[] = []
  let calls: StubCall[] = []

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  const realtime = startStubRealtime(server)
  const live = startStubLive(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    realtime.close()
    live.close()
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // The server sends this for assets and its API, too: a sandboxed frame has no origin.
    response.setHeader('access-control-allow-origin', '*')
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stub')
    const method = request.method ?? 'GET'
    // A path of its own never stands for an item with that id.
    const isOwn = OWN_PATHS.has(`${method} ${pathname}`)
    const route = routes.find(
      (each) =>
        each.method === method && (isOwn ? each.path === pathname : each.pattern.test(pathname)),
    )
    if (!route) return respondWithFile(webApp, pathname, response)
    const params = { ...route.pattern.exec(pathname)?.groups }
    const body = await readJson(request)
    const call = {
      method,
      path: pathname,
      params,
      query: searchParams,
      headers: request.headers,
      body,
    }
    calls.push(call)
    await stub.delay(call)
    try {
      sendJson(response, 200, await route.handle(call))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const title = `Refused with ${error.status}`
      sendJson(response, error.status, { title, status: error.status, ...error.problem })
    }
  }

  const stub: StubSite = {
    url: `http://localhost:${address.port}`,
    realtime,
    live,
    get calls() {
      return calls
    },
    delay: noDelay,
    answer<E extends Endpoint>(endpoint: E, handle: Handle<Answer<E>, Body<E>>) {
      stub.answerPath(endpoint.method, endpoint.path, ({ body, ...request }) =>
        handle({ ...request, body: bodyOf<E>(body) }),
      )
    },
    answerPath(method, path, handle) {
      const pattern = new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
      routes = [{ method, path, pattern, handle }, ...routes]
    },
    configure(changes) {
      stub.answer(site.get, () => ({ ...SITE, webAppEntry: webApp.entry(), ...changes }))
    },
    reset() {
      routes = []
      calls = []
      stub.delay = noDelay
      realtime.reset()
      live.reset()
      stub.configure({})
      stub.answer(downloads.list, () => ({ version: '0.1.0', platforms: [] }))
      stub.answer(liveSessions.all, () => [])
      stub.answer(sessions.seasons, () => [])
      stub.answer(account.get, () => ({ isOperator: false }))
    },
  }
  stub.reset()
  return stub
}

const SITE: Site = {
  communityChatUrl: null,
  operator: null,
  version: '0.1.0',
  webAppEntry: null,
  authUrl: null,
  authAnonKey: 'anon',
}

/* oxlint-disable typescript/no-unsafe-type-assertion --
   the parser: what the web app sends for the endpoint becomes the endpoint's type here */
function bodyOf<E extends Endpoint>(body: unknown): Body<E> {
  return body as Body<E>
}
/* oxlint-enable typescript/no-unsafe-type-assertion */

function respondWithFile(webApp: WebAppFiles, path: string, response: ServerResponse): void {
  const isApi = /^\/(api|auth|rest|storage|realtime|download)\//.test(path)
  const file = isApi ? null : webApp.readFile(path)
  if (file === null) return sendJson(response, 404, { title: 'Not found', status: 404 })
  response.setHeader('content-type', file.type)
  // The server sends this, too. A second page of a test then need not compile its scripts again.
  if (path.startsWith('/assets/')) response.setHeader('cache-control', IMMUTABLE)
  response.end(file.bytes)
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  if (body instanceof FileAnswer) {
    response.setHeader('content-disposition', `attachment; filename="${body.name}"`)
    response.end('content')
    return
  }
  if (body === null || body === undefined) {
    response.writeHead(status === 200 ? 204 : status).end()
    return
  }
  const type = status < 400 ? 'application/json' : 'application/problem+json'
  response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body))
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text === '' ? null : JSON.parse(text)
}
