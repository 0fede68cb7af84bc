import type { TestContext } from 'node:test'
import type { LiveSession } from '@pitboard/contract/live/live'
import type { LiveMessage } from '@pitboard/contract/live/live-protocol'
import type { Browser, BrowserContextOptions, WebSocketRoute } from 'playwright-core'
import { openPage } from '@pitboard/web/testing/browser'
import { readShownMoment, type ShownValues } from './shown-values.ts'

const HEARTBEAT_MS = 1_000
/** Each state has a moment of its own, so that the page follows from one to the next. */
const STEP_MS = 1_000

/** Such a live page has one state and no past: what any page is to show of that state. */
export interface ReferencePage {
  read(state: LiveSession): Promise<ShownValues>
}

export async function openReferencePage(
  t: TestContext,
  browser: Browser,
  url: string,
  first: LiveSession,
  options: BrowserContextOptions,
): Promise<ReferencePage> {
  const page = await openPage(t, browser, options)
  let socket: WebSocketRoute | null = null
  let sent: LiveMessage = snapshotOf(first, 1)
  await page.routeWebSocket(/\/api\/LiveSession\/ws\//, (route) => {
    socket = route
    socket.send(JSON.stringify(sent))
  })
  await page.route(/\/replay$/, (route) => route.fulfill({ status: 404 }))
  const heartbeats = setInterval(() => {
    if (sent.t !== 'snapshot') return
    socket?.send(JSON.stringify({ t: 'heartbeat', v: sent.v, at: sent.at + HEARTBEAT_MS / 2 }))
  }, HEARTBEAT_MS)
  t.after(() => clearInterval(heartbeats))
  await page.goto(url)
  await page.locator('[data-cell="driver"]').first().waitFor()
  let count = 1
  return {
    async read(state) {
      // Parts of the page wait for their turn, at most until the next state: it is the same one.
      for (let times = 0; times < 2; times++) {
        count++
        sent = snapshotOf(state, count)
        socket?.send(JSON.stringify(sent))
      }
      // The strip names the recorder beside the values that are compared.
      await page.locator('.live-strip', { hasText: nameOf(count) }).waitFor()
      return (await readShownMoment(page)).values
    },
  }
}

function snapshotOf(state: LiveSession, count: number): Extract<LiveMessage, { t: 'snapshot' }> {
  const numbered = { ...state, version: count, userName: nameOf(count) }
  return { t: 'snapshot', v: count, at: count * STEP_MS, state: numbered }
}

function nameOf(count: number): string {
  return `State-${count}-`
}
