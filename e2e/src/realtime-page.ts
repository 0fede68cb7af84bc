import type { TestContext } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { openPage } from '@pitboard/web/testing/browser'
import { until } from '@pitboard/contract/testing/patience'

/** The page has a mocked clock; its requests and the messages that it receives are noted. */
export interface RealtimePage {
  readonly page: Page
  /** Counts its requests of a path of the API. */
  countRequests(path: string): number
  /** They are messages of the server over `/realtime/v1` since the page was opened. */
  readonly received: readonly string[]
  /** Opens a page that reads `path`; resolves once it has subscribed to changes and read it again. */
  visit(url: string, path: string): Promise<void>
  /** Resolves once it has subscribed to changes again. */
  waitForJoin(): Promise<void>
  /** Advances its clock and waits for the requests that this causes. */
  advanceClock(time: string): Promise<void>
}

export async function openRealtimePage(t: TestContext, browser: Browser): Promise<RealtimePage> {
  const page = await openPage(t, browser)
  await page.clock.install()
  const requested: string[] = []
  const received: string[] = []
  let unanswered = 0
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await page.routeWebSocket(/\/realtime\/v1\//, (socket) => {
    const server = socket.connectToServer()
    unanswered = 0
    socket.onMessage((message) => {
      if (String(message).includes('"heartbeat"')) unanswered++
      server.send(message)
    })
    server.onMessage((message) => {
      received.push(String(message))
      if (String(message).includes('"phoenix"')) unanswered--
      socket.send(message)
    })
  })
  const count = (path: string) => requested.filter((each) => each === path).length
  async function waitForJoin(): Promise<void> {
    const from = received.length
    await until(() => received.slice(from).some(isJoined))
  }
  return {
    page,
    received,
    waitForJoin,
    countRequests: count,
    async visit(url, path) {
      const before = count(path)
      const join = waitForJoin()
      await page.goto(url)
      await join
      await until(() => count(path) >= before + 2)
      await page.waitForLoadState('networkidle')
    },
    async advanceClock(time) {
      await page.clock.fastForward(time)
      // Requests of timers are sent before this one.
      await page.evaluate(`fetch('/healthz').then((answer) => answer.text())`)
      // A heartbeat that stays unanswered until the next one is due ends the connection.
      await until(() => unanswered === 0)
    },
  }
}

function isJoined(frame: string): boolean {
  return frame.includes('"phx_reply"') && frame.includes('"postgres_changes":')
}
