import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { launchBrowser } from '@pitboard/web/testing/browser'
import { openTestServer } from '@pitboard/server/testing/server'
import { sendRecording, insertPlayer, seenBy } from '@pitboard/server/racing/sessions/lobby.fixture'
import { createRace } from '@pitboard/sim/race'
import type { Browser } from 'playwright-core'
import { positionLines, traceLines } from '@pitboard/web/timing/laps/lap-lines'
import { usePhone } from './phone.ts'
import { median } from './reference.ts'
import { printTable, type Row } from './report.ts'

const RUNS = 5
/** The limit counts the whole page, including its script, its data and its React components. */
const COST_MAX = 8
const OPENED = 'the page stands'
/** A busy machine takes its time. */
const OPENED_WITHIN_MS = 180_000
const LINE_CHARTS = 2
/** These include pace, stints and weather; the others wait until they are opened. */
const CHARTS = 5
const UPLOT = readFileSync(
  fileURLToPath(import.meta.resolve('uplot/dist/uPlot.iife.min.js')),
  'utf8',
)

/**
 * A race of 20 cars and 50 laps on a phone's processor: from its result to its charts, against uPlot
 * drawing the lines of the two line charts on an empty page.
 */
export default async function measureCharts(): Promise<void> {
  const server = await openTestServer()
  const browser = await launchBrowser()
  try {
    const race = createRace({ seed: 7, laps: 50, cars: 20, rateHz: 10, trackId: 26, lean: true })
    const player = await insertPlayer(server, 'Charts')
    const id = await sendRecording(server, player, seenBy(race, { playerCar: 0 }))
    const session: SessionDetail = (await server.app.inject(`/api/Sessions/${id}`)).json()
    const lines = linesOf(session)
    const runs: { readonly opened: Opened; readonly uPlot: Drawn }[] = []
    while (runs.length < RUNS) {
      const opened = await openSession(browser, `${server.url}/sessions/${id}`)
      runs.push({ opened, uPlot: await drawWithUPlot(browser, lines) })
    }
    const uPlotMs = median(runs.map(({ uPlot }) => uPlot.wallMs))
    const row = (what: string, read: (opened: Opened) => number): Row => ({
      what,
      value: median(runs.map(({ opened, uPlot }) => read(opened) / uPlot.wallMs)),
      unit: 'times uPlot',
      details: `${median(runs.map(({ opened }) => read(opened))).toFixed(0)} ms`,
    })
    printTable(
      `Charts of a session on a phone, median of ${RUNS} first visits; uPlot draws its ${LINE_CHARTS} line charts in ${uPlotMs.toFixed(0)} ms`,
      [
        {
          what: "processor time of the page's main thread, all in all",
          value: median(runs.map(({ opened, uPlot }) => opened.threadMs / uPlot.threadMs)),
          unit: 'times uPlot',
          limit: { atMost: COST_MAX },
          details: `${median(runs.map(({ opened }) => opened.threadMs)).toFixed(0)} ms, uPlot ${median(runs.map(({ uPlot }) => uPlot.threadMs)).toFixed(0)} ms`,
        },
        row('from the data to the result', (run) => run.classifiedMs - run.answeredMs),
        row('from the result to the chart in sight', (run) => run.shownMs - run.classifiedMs),
        row('from the result to all charts', (run) => run.chartedMs - run.classifiedMs),
        row('from the result to all that stands below it', (run) => run.wholeMs - run.classifiedMs),
      ],
    )
  } finally {
    await browser.close()
    await server.close()
  }
}

async function openSession(browser: Browser, url: string): Promise<Opened> {
  return usePhone(browser, async (page, threadMs) => {
    await page.addInitScript(WATCH)
    const before = await threadMs()
    // The page reports it: polling would take the page's time.
    const opened = page.waitForEvent('console', {
      predicate: (message) => message.text() === OPENED,
      timeout: OPENED_WITHIN_MS,
    })
    await page.goto(url)
    await opened
    const spentMs = (await threadMs()) - before
    return { ...(await page.evaluate<Omit<Opened, 'threadMs'>>(READ)), threadMs: spentMs }
  })
}

type Line = readonly (number | null)[]

/** Returns each chart's lines, one place per lap. */
function linesOf(session: SessionDetail): Line[][] {
  const charts = [positionLines(session), traceLines(session, 0)]
  return charts.map((lines) => lines.map(({ values }) => values))
}

interface Drawn {
  readonly wallMs: number
  readonly threadMs: number
}

async function drawWithUPlot(browser: Browser, charts: readonly Line[][]): Promise<Drawn> {
  return usePhone(browser, async (page, threadMs) => {
    await page.setContent('<body></body>')
    await page.addScriptTag({ content: UPLOT })
    const before = await threadMs()
    const wallMs = await page.evaluate<number>(`(${DRAW})(${JSON.stringify(charts)})`)
    return { wallMs, threadMs: (await threadMs()) - before }
  })
}

/** The function runs in the page. */
const DRAW = `async (charts) => {
  const startedAt = performance.now()
  for (const lines of charts) {
    const laps = Array.from({ length: Math.max(...lines.map((line) => line.length)) }, (_, lap) => lap)
    const series = [{}, ...lines.map((_, n) => ({ stroke: 'hsl(' + n * 18 + ' 80% 50%)', width: 2 }))]
    const size = { width: 358, height: 320 }
    new uPlot({ ...size, scales: { x: { time: false } }, series }, [laps, ...lines], document.body)
  }
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  return performance.now() - startedAt
}`

/** The times count from the request of the page. */
interface Opened {
  readonly threadMs: number
  readonly answeredMs: number
  /** The times are those of the frames after which the result, the chart in the window, and all charts are painted. */
  readonly classifiedMs: number
  readonly shownMs: number
  readonly chartedMs: number
  /** This includes the table and the log below the charts. */
  readonly wholeMs: number
}

/** The code runs in the page: it goes to the charts at once, and marks what is painted when. */
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
    if (lines < ${LINE_CHARTS} || cards < ${CHARTS}) return
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
