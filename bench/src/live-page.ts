import { launchBrowser } from '@pitboard/web/testing/browser'
import type { Browser } from 'playwright-core'
import { type StubSite, startStubSite } from '@pitboard/web/page-tests/stub/stub-site'
import { createLiveRace } from './live-race.ts'
import { type LiveReplay, recordReplay } from './live-replay.ts'
import { LIVE_VIEW, openView, type View, VIEWS } from './live-views.ts'
import { frameRate, type MainThread, traceMainThread } from './main-thread.ts'
import { measureThreadSlowdown } from './phone.ts'
import { median } from './reference.ts'
import { printTable, type Row } from './report.ts'

const RUNS = 3
const MINUTE_MS = 60_000
/** Each run is measured for this long. */
const MEASURED_MS = Number(process.env['LIVE_SECONDS'] ?? 60) * 1000
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
/** The replay at its fastest lasts this long, with the time until it is opened. */
const REPLAY_MS = 8 * (MEASURED_MS + 15_000)

/**
 * Measures the live page and replays of a race of 24 cars: what a minute costs the main thread of a phone, and how the
 * live page's memory grows in an hour. `LIVE_VIEWS` names some of the views, `FORMER_WEB_APP` a build of the web app
 * that is measured in turn with the present one.
 */
export default async function measureLivePage(): Promise<void> {
  const closing: (() => unknown)[] = []
  const openSite = async (webAppFolder?: string) => {
    return startStubSite({ after: (close) => closing.push(() => close()) }, webAppFolder)
  }
  const former = process.env['FORMER_WEB_APP']
  const present = await openSite()
  const sites = [
    ...(former === undefined
      ? []
      : [{ version: 'the former version', site: await openSite(former) }]),
    { version: 'the present version', site: present },
  ]
  const wanted = process.env['LIVE_VIEWS']?.split(';')
  const views = VIEWS.filter(({ name }) => !wanted || wanted.some((part) => name.includes(part)))
  const browser = await launchBrowser()
  try {
    const replay = views.some(({ speed }) => speed) ? recordReplay(FROM_MS, REPLAY_MS) : null
    for (const view of views) {
      const measured = sites.map((each) => ({ ...each, runs: Array.of<Minute>() }))
      for (let run = 0; run < RUNS; run++) {
        for (const { site, runs } of measured) {
          runs.push(await measureMinute(browser, site, view, replay))
        }
      }
      for (const { version, runs } of measured) {
        printTable(
          `24 cars: ${view.name}, ${version}, ${RUNS} runs, ${spread(runs, ({ slowdown }) => slowdown, 1)} times slower`,
          rowsOf(runs, view.framesMin ?? FRAME_RATE_MIN),
        )
      }
    }
    if (wanted) return
    printTable(
      `Memory of a race, minute ${MEMORY_FROM_MS / MINUTE_MS} to ${MEMORY_UNTIL_MS / MINUTE_MS}`,
      await measureMemory(browser, present),
    )
  } finally {
    await browser.close()
    for (const close of closing) await close()
  }
}

interface Minute {
  readonly slowdown: number
  readonly thread: MainThread
  /** The browser painted this many frames a second here, unthrottled. */
  readonly paintedRate: number
}

async function measureMinute(
  browser: Browser,
  site: StubSite,
  view: View,
  replay: LiveReplay | null,
): Promise<Minute> {
  site.reset()
  const isReplay = view.speed !== undefined
  const race = isReplay ? null : createLiveRace()
  const publish = site.live.show
  replay?.offer(site)
  if (race) publish(race.skipTo(FROM_MS), FROM_MS)
  const slowdownBefore = await measureThreadSlowdown(browser)
  const page = await openView(browser, site, view, slowdownBefore)
  const passTime = async (untilMs: number, forMs: number) => {
    if (race) await race.play(FROM_MS + untilMs, 1, publish)
    else await page.waitForTimeout(forMs)
  }
  await passTime(WARM_UP_MS, WARM_UP_MS)
  await page.evaluate(COUNT_FRAMES)
  const thread = await traceMainThread(browser, page, () =>
    passTime(WARM_UP_MS + MEASURED_MS, MEASURED_MS),
  )
  const frames = await page.evaluate<number>('window.frameCount')
  await page.context().close()
  // Other programs change the speed of the machine within a minute.
  const slowdown = (slowdownBefore + (await measureThreadSlowdown(browser))) / 2
  return { slowdown, thread, paintedRate: (frames / thread.lengthMs) * 1000 }
}

/** The code runs in the page. */
const COUNT_FRAMES = `
  window.frameCount = 0
  const count = () => {
    window.frameCount++
    requestAnimationFrame(count)
  }
  requestAnimationFrame(count)
`

function rowsOf(runs: readonly Minute[], framesMin: number): Row[] {
  const longestMs = ({ thread, slowdown }: Minute) =>
    slowdown * Math.max(...thread.tasks.map(({ threadMs }) => threadMs))
  const longTasks = ({ thread, slowdown }: Minute) =>
    (thread.tasks.filter(({ threadMs }) => threadMs * slowdown > LONG_TASK_MS).length * MINUTE_MS) /
    thread.lengthMs
  const longestOwnMs = ({ thread, slowdown }: Minute) =>
    slowdown * Math.max(...thread.tasks.map(({ threadMs, garbageMs }) => threadMs - garbageMs))
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
      details: `${spread(runs, longTasks, 0)}; longest ${spread(runs, longestMs, 0)} ms, ${spread(runs, longestOwnMs, 0)} ms without garbage collection: ${describeLongest(runs)}`,
    },
    {
      what: 'frames for which the main thread has time',
      value: median(runs.map(rate)),
      unit: 'a second',
      limit: { atLeast: framesMin },
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

const PARTS_SHOWN = 5

/** Returns what the longest task of all runs consisted of. */
function describeLongest(runs: readonly Minute[]): string {
  const longestOf = ({ thread, slowdown }: Minute) =>
    thread.longest.map(({ name, threadMs }) => ({ name, ms: threadMs * slowdown }))
  const sumOf = (run: Minute) => longestOf(run).reduce((sum, { ms }) => sum + ms, 0)
  const [run] = runs.toSorted((a, b) => sumOf(b) - sumOf(a))
  return (run ? longestOf(run) : [])
    .slice(0, PARTS_SHOWN)
    .map(({ name, ms }) => `${name} ${ms.toFixed(0)}`)
    .join(', ')
}

/** Returns the least and the most of all runs. */
function spread<T>(runs: readonly T[], read: (run: T) => number, digits: number): string {
  const values = runs.map(read)
  return `${Math.min(...values).toFixed(digits)}-${Math.max(...values).toFixed(digits)}`
}

interface Memory {
  readonly heapBytes: number
  readonly nodes: number
  readonly listeners: number
  /** It is the size of the session as JSON: laps, stops and events that the page has to show. */
  readonly stateBytes: number
}

async function measureMemory(browser: Browser, site: StubSite): Promise<Row[]> {
  const race = createLiveRace()
  const publish = site.live.show
  site.live.reset()
  // Compiled code is memory too: it grows until most of the page's code has run often.
  const openedAtMs = MEMORY_FROM_MS - WARM_UP_RACE_MS
  publish(race.skipTo(openedAtMs), openedAtMs)
  const page = await openView(browser, site, LIVE_VIEW, 1)
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
