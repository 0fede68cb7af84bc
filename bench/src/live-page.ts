import { launchBrowser } from '@pitboard/e2e/browser'
import type { Browser, Page } from 'playwright-core'
import { type StubSite, startStubSite } from '../../apps/web/page-tests/stub/stub-site.ts'
import { createLiveRace } from './live-race.ts'
import { frameRate, type MainThread, traceMainThread } from './main-thread.ts'
import { measureThreadSlowdown } from './phone.ts'
import { median } from './reference.ts'
import { printTable, type Row } from './report.ts'

const RUNS = 3
const MINUTE_MS = 60_000
/** Some stops, battles and messages are part of it by then. */
const FROM_MS = 12 * MINUTE_MS
const LONG_TASK_MS = 50
const FRAME_RATE_MIN = 55
const GROWTH_MAX = 0.1
const MEMORY_SPEED = 20
const MEMORY_FROM_MS = 10 * MINUTE_MS
const MEMORY_UNTIL_MS = 60 * MINUTE_MS
const WARM_UP_MS = 5_000
const WARM_UP_RACE_MS = 8 * MINUTE_MS
const ID = '01900000-0000-7000-8000-000000000000'

interface View {
  readonly name: string
  readonly path: string
  readonly width: number
  readonly height: number
  /** The page of a phone's view that is turned to. */
  readonly tab?: string
}

const LIVE_PATH = `/live/${ID}`
const VIEWS: readonly View[] = [
  { name: 'tower on a phone', path: LIVE_PATH, width: 390, height: 844 },
  { name: 'map on a phone', path: LIVE_PATH, width: 390, height: 844, tab: 'Map' },
  { name: 'all panels, 1440 px', path: LIVE_PATH, width: 1440, height: 900 },
  {
    name: 'overlay',
    path: `${LIVE_PATH}/overlay?parts=strip,tower,battle,leaders,message`,
    width: 1920,
    height: 1080,
  },
]

/**
 * The live page during a race of 24 cars at 10 Hz: what a minute costs the main thread of a phone, and
 * how the page's memory grows in an hour.
 */
export default async function measureLivePage(): Promise<void> {
  const closing: (() => unknown)[] = []
  const site = await startStubSite({ after: (close) => closing.push(() => close()) })
  const browser = await launchBrowser()
  try {
    for (const view of VIEWS) {
      const runs: Minute[] = []
      while (runs.length < RUNS) runs.push(await measureMinute(browser, site, view))
      printTable(
        `A minute of 24 cars: ${view.name}, ${RUNS} runs, ${spread(runs, ({ slowdown }) => slowdown, 1)} times slower`,
        rowsOf(runs),
      )
    }
    printTable(
      `Memory of a race, minute ${MEMORY_FROM_MS / MINUTE_MS} to ${MEMORY_UNTIL_MS / MINUTE_MS}`,
      await measureMemory(browser, site),
    )
  } finally {
    await browser.close()
    for (const close of closing) await close()
  }
}

interface Minute {
  readonly slowdown: number
  readonly thread: MainThread
  /** As the browser painted them here, unthrottled. */
  readonly paintedRate: number
}

async function measureMinute(browser: Browser, site: StubSite, view: View): Promise<Minute> {
  const race = createLiveRace()
  const publish = site.live.show
  site.live.reset()
  publish(race.skipTo(FROM_MS), FROM_MS)
  const slowdownBefore = await measureThreadSlowdown(browser)
  const page = await openView(browser, site, view)
  await race.play(FROM_MS + WARM_UP_MS, 1, publish)
  await page.evaluate(COUNT_FRAMES)
  const thread = await traceMainThread(browser, page, () =>
    race.play(FROM_MS + WARM_UP_MS + MINUTE_MS, 1, publish),
  )
  const frames = await page.evaluate<number>('window.frameCount')
  await page.context().close()
  // Other programs change the speed of the machine within a minute.
  const slowdown = (slowdownBefore + (await measureThreadSlowdown(browser))) / 2
  return { slowdown, thread, paintedRate: (frames / thread.lengthMs) * 1000 }
}

/** Runs in the page. */
const COUNT_FRAMES = `
  window.frameCount = 0
  const count = () => {
    window.frameCount++
    requestAnimationFrame(count)
  }
  requestAnimationFrame(count)
`

async function openView(browser: Browser, site: StubSite, view: View): Promise<Page> {
  const { width, height, path, tab } = view
  const context = await browser.newContext({ viewport: { width, height }, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(site.url + path)
  await page.locator('[data-place]').first().waitFor()
  if (tab !== undefined) await page.getByRole('button', { name: tab, exact: true }).click()
  return page
}

function rowsOf(runs: readonly Minute[]): Row[] {
  const longestMs = ({ thread, slowdown }: Minute) =>
    slowdown * Math.max(...thread.tasks.map(({ threadMs }) => threadMs))
  const longTasks = ({ thread, slowdown }: Minute) =>
    thread.tasks.filter(({ threadMs }) => threadMs * slowdown > LONG_TASK_MS).length
  const rate = ({ thread, slowdown }: Minute) => frameRate(thread, slowdown)
  const busy = ({ thread, slowdown }: Minute) =>
    (slowdown * thread.tasks.reduce((sum, { threadMs }) => sum + threadMs, 0)) / thread.lengthMs
  const kinds = ['script', 'garbage', 'style', 'layout', 'paint', 'other'] as const
  const shares = kinds.map((kind) => {
    const share = median(
      runs.map(({ thread, slowdown }) => (slowdown * thread.workMs[kind]) / thread.lengthMs),
    )
    return `${kind} ${Math.round(share * 100)} %`
  })
  return [
    {
      what: `tasks over ${LONG_TASK_MS} ms`,
      value: median(runs.map(longTasks)),
      unit: 'a minute',
      limit: { atMost: 0 },
      details: `${spread(runs, longTasks, 0)}; longest ${spread(runs, longestMs, 0)} ms`,
    },
    {
      what: 'frames for which the main thread has time',
      value: median(runs.map(rate)),
      unit: 'a second',
      limit: { atLeast: FRAME_RATE_MIN },
      details: `${spread(runs, rate, 1)}; painted here ${spread(runs, ({ paintedRate }) => paintedRate, 0)}`,
    },
    {
      what: 'main thread',
      value: median(runs.map(busy)) * 100,
      unit: '% busy',
      details: shares.join(', '),
    },
  ]
}

/** The least and the most of all runs. */
function spread<T>(runs: readonly T[], read: (run: T) => number, digits: number): string {
  const values = runs.map(read)
  return `${Math.min(...values).toFixed(digits)}-${Math.max(...values).toFixed(digits)}`
}

interface Memory {
  readonly heapBytes: number
  readonly nodes: number
  readonly listeners: number
  /** JSON of the session: laps, stops and events that the page has to show. */
  readonly stateBytes: number
}

async function measureMemory(browser: Browser, site: StubSite): Promise<Row[]> {
  const race = createLiveRace()
  const publish = site.live.show
  site.live.reset()
  // Compiled code is memory too: it grows until most of the page's code has run often.
  const openedAtMs = MEMORY_FROM_MS - WARM_UP_RACE_MS
  publish(race.skipTo(openedAtMs), openedAtMs)
  const page = await openView(browser, site, {
    ...{ name: 'memory', path: LIVE_PATH, width: 1440, height: 900 },
  })
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Performance.enable')

  async function readAt(untilMs: number): Promise<Memory> {
    let stateBytes = 0
    await race.play(untilMs, MEMORY_SPEED, (session, atMs) => {
      publish(session, atMs)
      if (atMs >= untilMs) stateBytes = JSON.stringify(session).length
    })
    await page.waitForTimeout(2_000)
    await devTools.send('HeapProfiler.collectGarbage')
    const { metrics } = await devTools.send('Performance.getMetrics')
    const read = (wanted: string) =>
      metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN
    return {
      heapBytes: read('JSHeapUsedSize'),
      nodes: read('Nodes'),
      listeners: read('JSEventListeners'),
      stateBytes,
    }
  }

  const before = await readAt(MEMORY_FROM_MS)
  const middle = await readAt((MEMORY_FROM_MS + MEMORY_UNTIL_MS) / 2)
  const after = await readAt(MEMORY_UNTIL_MS)
  await page.context().close()
  const row = (what: string, read: (memory: Memory) => number, unitOf: number): Row => ({
    what,
    value: (read(after) / read(before) - 1) * 100,
    unit: '% more',
    details: [before, middle, after].map((at) => (read(at) / unitOf).toFixed(1)).join(', '),
  })
  return [
    {
      ...row('heap after garbage collection, MB', ({ heapBytes }) => heapBytes, 1_000_000),
      limit: { atMost: GROWTH_MAX * 100 },
    },
    row('nodes', ({ nodes }) => nodes, 1),
    row('event listeners', ({ listeners }) => listeners, 1),
    row('the session itself as JSON, kB', ({ stateBytes }) => stateBytes, 1000),
  ]
}
