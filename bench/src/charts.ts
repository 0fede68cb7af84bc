import { availableParallelism, loadavg } from 'node:os'
import { launchBrowser } from '@pitboard/e2e/browser'
import { openTestServer } from '@pitboard/server/testing/server'
import { sendRecording, insertPlayer, seenBy } from '@pitboard/server/racing/sessions/lobby.fixture'
import { createRace } from '@pitboard/sim/race'
import { phoneSlowdown } from './phone-slowdown.ts'
import { median, printTable, type Row } from './report.ts'

const RUNS = 7
const DRAWN_MS_MAX = 300
const OPENED = 'the page stands'
const PHONE = { width: 390, height: 844 }
const LINE_CHARTS = 3
/** With stints, pace, head-to-head and weather. */
const CHARTS = 7
/** What stands below the charts: best sectors and the log. */
const LISTS = 2

/** A race of 20 cars and 50 laps on a phone's processor: from its result to its charts. */
export default async function measureCharts(): Promise<void> {
  const server = await openTestServer()
  const browser = await launchBrowser()
  try {
    const race = createRace({ seed: 7, laps: 50, cars: 20, rateHz: 10, trackId: 26, lean: true })
    const player = await insertPlayer(server, 'Charts')
    const id = await sendRecording(server, player, seenBy(race, { playerCar: 0 }))
    const rate = await phoneSlowdown(browser)
    const runs: Opened[] = []
    while (runs.length < RUNS) {
      const context = await browser.newContext({ viewport: PHONE })
      const page = await context.newPage()
      await page.addInitScript(WATCH)
      const devTools = await context.newCDPSession(page)
      await devTools.send('Emulation.setCPUThrottlingRate', { rate })
      // The page reports it: polling would take the page's time.
      const opened = page.waitForEvent('console', (message) => message.text() === OPENED)
      await page.goto(`${server.url}/sessions/${id}`)
      await opened
      runs.push(await page.evaluate<Opened>(READ))
      await context.close()
    }
    const row = (what: string, read: (run: Opened) => number, limitMs?: number): Row => {
      const ms = median(runs.map(read))
      return {
        what,
        value: `${ms.toFixed(0)} ms`,
        compared: `${Math.min(...runs.map(read)).toFixed(0)} at best`,
        limit: limitMs === undefined ? '' : `≤ ${limitMs} ms`,
        holds: limitMs === undefined || ms <= limitMs,
      }
    }
    printTable(
      `Charts of a session on a phone, a processor slowed ${rate.toFixed(1)} times; median of ${RUNS} first visits, ` +
        `load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} processors`,
      [
        row('from the data to the result', (run) => run.classifiedMs - run.answeredMs),
        row(
          'from the result to the chart in sight',
          (run) => run.shownMs - run.classifiedMs,
          DRAWN_MS_MAX,
        ),
        row(
          'from the result to all charts',
          (run) => run.chartedMs - run.classifiedMs,
          DRAWN_MS_MAX,
        ),
        row('from the result to all that stands below it', (run) => run.wholeMs - run.classifiedMs),
      ],
    )
  } finally {
    await browser.close()
    await server.close()
  }
}

/** Since the page was asked for. */
interface Opened {
  readonly answeredMs: number
  /** The frames after which the result, the chart in the window, and all charts are painted. */
  readonly classifiedMs: number
  readonly shownMs: number
  readonly chartedMs: number
  /** With the table and the log below them. */
  readonly wholeMs: number
}

/** Runs in the page: goes to the charts at once, and marks what is painted when. */
const WATCH = `
  const seen = new Set()
  const painted = (name) => {
    if (seen.has(name)) return
    seen.add(name)
    requestAnimationFrame(() => setTimeout(() => {
      performance.mark(name)
      if (name === 'whole') console.log('${OPENED}')
    }))
  }
  const look = () => {
    if (document.querySelector('table[aria-label] tbody tr')) painted('classified')
    const charts = document.getElementById('charts')
    if (!charts) return
    if (!seen.has('charts')) {
      seen.add('charts')
      charts.scrollIntoView()
    }
    const lines = charts.querySelectorAll('.line-chart canvas').length
    if (lines > 0) painted('shown')
    const missing = charts.querySelectorAll('.skeleton').length
    const cards = charts.querySelectorAll('section section').length
    if (lines < ${LINE_CHARTS} || cards < ${CHARTS} || missing > ${LISTS}) return
    painted('charted')
    if (missing > 0) return
    observer.disconnect()
    painted('whole')
  }
  const observer = new MutationObserver(look)
  observer.observe(document, { childList: true, subtree: true })
`

const READ = `(() => {
  const at = (name) => performance.getEntriesByName(name, 'mark')[0].startTime
  const data = performance.getEntriesByType('resource').find(({ name }) =>
    /\\/api\\/Sessions\\/[\\w-]+$/.test(name))
  return {
    answeredMs: data.responseEnd,
    classifiedMs: at('classified'),
    shownMs: at('shown'),
    chartedMs: at('charted'),
    wholeMs: at('whole'),
  }
})()`
