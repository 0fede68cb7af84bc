import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { registerHooks } from 'node:module'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { setGlobals } from './set-globals.ts'

interface SentRequest {
  /** The name has the form `POST /auth/v1/token`. */
  readonly name: string
  readonly search: URLSearchParams
  /** It is null where the request carries none. */
  readonly token: string | null
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Answer {
  readonly status: number
  readonly body?: unknown
}

/** One test has the globals of a browser in this process, and the site it shows. */
export interface BrowserWorld {
  readonly localStorage: FakeStorage
  readonly sessionStorage: FakeStorage
  readonly requests: readonly SentRequest[]
  /** Sets what the site answers to a request from now on. Without an answer it is 404. */
  answer(name: string, answer: Answer | ((request: SentRequest) => Answer)): void
  /** Requests fail while the network is gone. */
  setOnline(isOnline: boolean): void
  /** Dispatches the event to the window as the browser does. */
  dispatch(event: Event): void
}

/** A browser stores like this, unless it refuses to: entries are properties, and values texts. */
class FakeStorage {
  isRefused = false
  /** It can be read, and takes nothing more. */
  isFull = false

  getItem(key: string): string | null {
    this.#check()
    const value: unknown = Object.hasOwn(this, key) ? Reflect.get(this, key) : null
    return typeof value === 'string' ? value : null
  }

  /** A browser stores null as a text. */
  setItem(key: string, value: string | null): void {
    this.#check()
    if (this.isFull) throw new DOMException('The storage is full', 'QuotaExceededError')
    Reflect.set(this, key, value ?? 'null')
  }

  removeItem(key: string): void {
    this.#check()
    Reflect.deleteProperty(this, key)
  }

  #check(): void {
    if (this.isRefused) throw new DOMException('The storage is refused', 'SecurityError')
  }
}

/** Intervals run when the test ticks its mocked timers: those of a page never end. */
export async function openBrowserWorld(t: TestContext): Promise<BrowserWorld> {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const requests: SentRequest[] = []
  const answers = new Map<string, (request: SentRequest) => Answer>()
  let isOnline = true
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '', 'http://site')
      const sent: SentRequest = {
        name: `${request.method} ${url.pathname}`,
        search: url.searchParams,
        token: request.headers.authorization?.replace('Bearer ', '') ?? null,
        headers: request.headers,
        body: await text(request),
      }
      requests.push(sent)
      const { status, body } = answers.get(sent.name)?.(sent) ?? { status: 404, body: {} }
      response.writeHead(status, { 'content-type': 'application/json', connection: 'close' })
      response.end(body === undefined ? '' : JSON.stringify(body))
    })()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close())
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const origin = `http://127.0.0.1:${port}`
  const events = new EventTarget()
  const localStorage = new FakeStorage()
  const sessionStorage = new FakeStorage()
  const send = globalThis.fetch
  const fetchHere = async (input: string | URL | Request, init?: RequestInit) => {
    if (!isOnline) throw new TypeError('Failed to fetch')
    return send(input instanceof Request ? input : new URL(input, origin), init)
  }
  setGlobals(t, {
    localStorage,
    sessionStorage,
    location: { origin, href: `${origin}/` },
    fetch: fetchHere,
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    window: globalThis,
    document: Object.assign(new EventTarget(), { visibilityState: 'visible' }),
    navigator: { locks: { request: requestLockOf(origin) } },
    // It would keep this process alive, and reach the worlds of other tests.
    BroadcastChannel: undefined,
  })
  return {
    localStorage,
    sessionStorage,
    requests,
    answer: (name, answer) =>
      answers.set(name, typeof answer === 'function' ? answer : () => answer),
    setOnline: (next) => {
      isOnline = next
    },
    dispatch: (event) => events.dispatchEvent(event),
  }
}

/** Each world has locks of its own: what an earlier one still holds stops no other. */
function requestLockOf(origin: string) {
  const { locks } = navigator
  return (name: string, options: LockOptions, callback: LockGrantedCallback<unknown>) =>
    locks.request(`${origin} ${name}`, options, callback)
}

const WEB_APP = new URL('..', import.meta.url).href
const LOAD = /\?load=\d+$/
let loads = 0

// A module with `?load=N` takes along what it imports of the web app.
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    const load = LOAD.exec(context.parentURL ?? '')?.[0]
    const isOurs = resolved.url.startsWith(WEB_APP) && !resolved.url.includes('?')
    return load !== undefined && isOurs ? { ...resolved, url: resolved.url + load } : resolved
  },
})

/**
 * Returns what to append to the address of modules of the web app, so that they have no state yet, as after a reload of
 * the page.
 */
export function nextLoad(): string {
  return `?load=${++loads}`
}
