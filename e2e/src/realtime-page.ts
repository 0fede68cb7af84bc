import type { TestContext } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { openPage } from './browser.ts'
import { until } from './patience.ts'

/** A page with a clock of its own, with what it asked for and what it was told of changes. */
export interface ToldPage {
  readonly page: Page
  /** How often it has asked for an address of the API. */
  asked(path: string): number
  /** What the server has said over `/realtime/v1` since the page was opened. */
  readonly told: readonly string[]
  /** Opens a page that asks for `path`; resolves once it is told what changes, and has read it anew. */
  visit(url: string, path: string): Promise<void>
  /** Resolves when it is told what changes, from now on. */
  joined(): Promise<void>
  /** Lets so much time pass for it; what it asks for at that is counted. */
  later(time: string): Promise<void>
}

export async function openToldPage(t: TestContext, browser: Browser): Promise<ToldPage> {
  const page = await openPage(t, browser)
  await page.clock.install()
  const asked: string[] = []
  const told: string[] = []
  let unanswered = 0
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.routeWebSocket(/\/realtime\/v1\//, (socket) => {
    const server = socket.connectToServer()
    unanswered = 0
    socket.onMessage((message) => {
      if (String(message).includes('"heartbeat"')) unanswered++
      server.send(message)
    })
    server.onMessage((message) => {
      told.push(String(message))
      if (String(message).includes('"phoenix"')) unanswered--
      socket.send(message)
    })
  })
  const count = (path: string) => asked.filter((each) => each === path).length
  async function joined(): Promise<void> {
    const from = told.length
    await until(() => told.slice(from).some(isJoined))
  }
  return {
    page,
    told,
    joined,
    asked: count,
    async visit(url, path) {
      const before = count(path)
      const join = joined()
      await page.goto(url)
      await join
      await until(() => count(path) >= before + 2)
      await page.waitForLoadState('networkidle')
    },
    async later(time) {
      await page.clock.fastForward(time)
      // Whatever a timer has asked for by now was asked for before this.
      await page.evaluate(`fetch('/healthz').then((answer) => answer.text())`)
      // A heartbeat that stays unanswered until the next one is due ends the connection.
      await until(() => unanswered === 0)
    },
  }
}

function isJoined(frame: string): boolean {
  return frame.includes('"phx_reply"') && frame.includes('"postgres_changes":')
}
