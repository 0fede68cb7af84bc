import { setTimeout as delay } from 'node:timers/promises'
import { lapComparisons, type LapComparison } from '@pitboard/contract/comparison/lap-comparison'
import { writeLapReferences } from '@pitboard/contract/comparison/lap-reference'
import { createClient } from '@pitboard/contract/wire/client'
import { launchBrowser } from '@pitboard/web/testing/browser'
import { insertPlayer, seenBy, sendRecording } from '@pitboard/server/racing/sessions/lobby.fixture'
import { whenTraced } from '@pitboard/server/racing/traces/traces.fixture'
import { openTestServer } from '@pitboard/server/testing/server'
import { createRace } from '@pitboard/sim/race'
import type { Browser, Page } from 'playwright-core'
import { loadDrawing } from './compare-drawing.ts'
import { frameRate, type MainThread, traceMainThread } from './main-thread.ts'
import { readThreadMs } from './phone.ts'
import { median } from './reference.ts'
import { printTable, type Row, spread } from './report.ts'

const SPA = 10
const CARS = 4
const LAP = 2
const ROUNDS = 15
const RATIO_MAX = 1
const RUNS = 3
const MOVES = 360
const MOVE_MS = 1000 / 60
const LONG_TASK_MS = 50
const FRAME_RATE_MIN = 58
const CHANNELS = 'speed.throttle.brake.gear.steering.rpm.wing.ersMode.ersStore'
const POINTERS = [
  { name: 'mouse, 1440 px', isTouch: false, viewport: { width: 1440, height: 900 } },
  { name: 'finger, 390 px', isTouch: true, viewport: { width: 390, height: 844 } },
] as const

/**
 * Measures four laps of a long track: drawing their delta and nine channels against uPlot, and the page while its
 * cursor moves sixty times a second.
 */
export default async function measureCompare(): Promise<void> {
  const server = await openTestServer()
  const browser = await launchBrowser()
  try {
    const race = createRace({ seed: 9, laps: LAP, cars: CARS, rateHz: 60, trackId: SPA })
    const player = await insertPlayer(server, 'Compare')
    const sessionId = await sendRecording(server, player, seenBy(race, { playerCar: 0 }))
    await whenTraced(server, sessionId)
    const laps = writeLapReferences(
      Array.from({ length: CARS }, (_, driverIdx) => ({ sessionId, driverIdx, lap: LAP })),
    )
    const answer = await createClient({ baseUrl: server.url })(lapComparisons.compare, {
      query: { laps },
    })
    await measureDrawing(browser, answer)
    for (const pointer of POINTERS) {
      const address = `${server.url}/compare?laps=${laps}&channels=${CHANNELS}`
      await measureCursor(browser, address, pointer)
    }
  } finally {
    await browser.close()
    await server.close()
  }
}

type Side = 'pitboard' | 'uPlot'

interface Round {
  readonly drawMs: Readonly<Record<Side, number>>
  readonly zoomMs: Readonly<Record<Side, number>>
}

async function measureDrawing(browser: Browser, answer: LapComparison): Promise<void> {
  const context = await browser.newContext({ viewport: POINTERS[0].viewport })
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Performance.enable')
  await page.setContent('<body></body>')
  for (const content of await loadDrawing()) await page.addScriptTag({ content })
  const drawn = await page.evaluate<{ charts: number; lines: number; points: number }>(
    `draw.prepare(${JSON.stringify(answer)})`,
  )
  const costOf = async (work: string) => {
    const beforeMs = await readThreadMs(devTools)
    await page.evaluate(`draw.${work}()`)
    return (await readThreadMs(devTools)) - beforeMs
  }
  const rounds: Round[] = []
  // The first round only warms up.
  while (rounds.length <= ROUNDS) {
    const drawMs = { pitboard: 0, uPlot: 0 }
    const zoomMs = { pitboard: 0, uPlot: 0 }
    for (const side of ['pitboard', 'uPlot'] as const) {
      drawMs[side] = await costOf(side)
      zoomMs[side] = await costOf('zoom')
      await page.evaluate('draw.remove()')
    }
    rounds.push({ drawMs, zoomMs })
  }
  rounds.shift()
  await context.close()
  const row = (what: string, read: (round: Round) => Round['drawMs']): Row => {
    const ratios = rounds.map((round) => read(round).pitboard / read(round).uPlot)
    const msOf = (side: Side) => median(rounds.map((round) => read(round)[side])).toFixed(1)
    return {
      what,
      value: median(ratios),
      unit: 'times uPlot',
      limit: { atMost: RATIO_MAX },
      details: `${msOf('pitboard')} ms, uPlot ${msOf('uPlot')} ms; ${spread(ratios, 2)}`,
    }
  }
  printTable(
    `${drawn.charts} charts of ${CARS} laps, ${drawn.lines} lines of ${drawn.points} points, median of ${ROUNDS} rounds`,
    [
      row('drawing them', ({ drawMs }) => drawMs),
      row('drawing them again at 20 zooms', ({ zoomMs }) => zoomMs),
    ],
  )
}

interface Moved {
  readonly thread: MainThread
  readonly framesPerSecond: number
}

type Pointer = (typeof POINTERS)[number]

async function measureCursor(browser: Browser, address: string, pointer: Pointer): Promise<void> {
  const runs: Moved[] = []
  while (runs.length < RUNS) runs.push(await moveCursor(browser, address, pointer))
  const longTasks = runs.map(
    ({ thread }) => thread.tasks.filter(({ threadMs }) => threadMs > LONG_TASK_MS).length,
  )
  const longestMs = runs.map(({ thread }) =>
    Math.max(...thread.tasks.map(({ threadMs }) => threadMs)),
  )
  // The pixels are drawn by the processor here, which other programs use too.
  const rates = runs.map(({ thread }) => frameRate(thread, 1))
  const painted = runs.map(({ framesPerSecond }) => framesPerSecond)
  const busy = runs.map(
    ({ thread }) => thread.tasks.reduce((sum, task) => sum + task.threadMs, 0) / thread.lengthMs,
  )
  printTable(`The cursor of the compare page, 60 moves a second: ${pointer.name}, ${RUNS} runs`, [
    {
      what: 'frames for which the main thread has time',
      value: median(rates),
      unit: 'a second',
      limit: { atLeast: FRAME_RATE_MIN },
      details: `${spread(rates, 1)}; painted here ${spread(painted, 1)}`,
    },
    {
      what: `tasks over ${LONG_TASK_MS} ms`,
      value: Math.max(...longTasks),
      unit: '',
      limit: { atMost: 0 },
      details: `longest ${spread(longestMs, 1)} ms`,
    },
    {
      what: 'main thread',
      value: median(busy) * 100,
      unit: '% busy',
      details: spread(
        busy.map((share) => share * 100),
        0,
      ),
    },
  ])
}

/** Moves the cursor at the speed of this machine. */
async function moveCursor(
  browser: Browser,
  address: string,
  { isTouch, viewport }: Pointer,
): Promise<Moved> {
  const context = await browser.newContext({ viewport, hasTouch: isTouch, isMobile: isTouch })
  const page = await context.newPage()
  await page.goto(address)
  const strips = page.locator('[data-strips]')
  await strips.scrollIntoViewIfNeeded()
  await page.waitForLoadState('networkidle')
  const box = await strips.boundingBox()
  if (!box) throw new Error('The page has no charts')
  const move = await createPointer(page, isTouch)
  const xAt = (step: number) => box.x + 50 + (box.width - 60) * (step / MOVES)
  const y = Math.max(box.y, 0) + 60
  await move(xAt(0), y)
  let framesPerSecond = Number.NaN
  const thread = await traceMainThread(browser, page, async () => {
    await page.evaluate(COUNT_FRAMES)
    const startedAt = performance.now()
    for (let step = 1; step <= MOVES; step++) {
      void move(xAt(step), y)
      await delay(Math.max(0, startedAt + step * MOVE_MS - performance.now()))
    }
    framesPerSecond = await page.evaluate<number>(READ_FRAMES)
  })
  await context.close()
  return { thread, framesPerSecond }
}

async function createPointer(
  page: Page,
  isTouch: boolean,
): Promise<(x: number, y: number) => Promise<unknown>> {
  if (!isTouch) return (x, y) => page.mouse.move(x, y)
  const devTools = await page.context().newCDPSession(page)
  let type: 'touchStart' | 'touchMove' = 'touchStart'
  return (x, y) => {
    const sent = devTools.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y, id: 0 }] })
    type = 'touchMove'
    return sent
  }
}

/** The code runs in the page. */
const COUNT_FRAMES = `
  window.frameTimes = []
  const count = (time) => {
    window.frameTimes.push(time)
    requestAnimationFrame(count)
  }
  requestAnimationFrame(count)
`
const READ_FRAMES = '((frameTimes.length - 1) * 1000) / (frameTimes.at(-1) - frameTimes[0])'
