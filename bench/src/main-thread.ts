import type { Browser, Page } from 'playwright-core'

const FRAME_MS = 1000 / 60
/** Of the DevTools' own timeline; a task has the time that its thread was on a processor. */
const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8']

/** What the main thread of a page did for a while. */
export interface MainThread {
  readonly lengthMs: number
  /** Processor time of each task, in their order. */
  readonly tasks: readonly Task[]
  readonly shares: Readonly<Record<Work, number>>
  /** Processor time of the threads that turn pictures into pixels, which a phone's GPU would do. */
  readonly rasterMs: number
}

export const DEV: Record<string, number> = {}
export interface Task {
  readonly startMs: number
  readonly threadMs: number
}

export type Work = 'script' | 'garbage' | 'style' | 'layout' | 'paint' | 'other'

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Microseconds, as all times of a trace. */
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

export async function traceMainThread(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<MainThread> {
  await browser.startTracing(page, { categories: CATEGORIES })
  await work()
  return readTrace((await browser.stopTracing()).toString())
}

function readTrace(json: string): MainThread {
  const { traceEvents }: { readonly traceEvents: readonly TraceEvent[] } = JSON.parse(json)
  const nameOf = new Map(
    traceEvents
      .filter(({ name, ph }) => ph === 'M' && name === 'thread_name')
      .map(({ pid, tid, args }) => [`${pid} ${tid}`, args?.name ?? '']),
  )
  const threads = Map.groupBy(
    traceEvents.filter(({ ph }) => ph === 'X'),
    ({ pid, tid }) => `${pid} ${tid}`,
  )
  const mains = [...threads].filter(([key]) => nameOf.get(key) === 'CrRendererMain')
  // Other pages and the browser's own have next to nothing to do.
  const [main = []] = mains.map(([, events]) => events).toSorted((a, b) => b.length - a.length)
  const tasks = main.filter(({ name }) => name === 'RunTask')
  const times = traceEvents.flatMap(({ ph, ts }) => (ph === 'X' ? [ts] : []))
  const [fromUs, untilUs] = [least(times), -least(times.map((ts) => -ts))]
  return {
    lengthMs: (untilUs - fromUs) / 1000,
    tasks: tasks
      .map(({ ts, tdur = 0 }) => ({ startMs: (ts - fromUs) / 1000, threadMs: tdur / 1000 }))
      .toSorted((a, b) => a.startMs - b.startMs),
    shares: sharesOf(main),
    long: tasks
      .toSorted((a, b) => (b.tdur ?? 0) - (a.tdur ?? 0))
      .slice(0, 5)
      .map(
        (task) =>
          ((task.tdur ?? 0) / 1000).toFixed(1) +
          ' ' +
          main
            .filter(
              (e) =>
                e !== task &&
                e.ts >= task.ts &&
                e.ts + (e.dur ?? 0) <= task.ts + (task.dur ?? 0) &&
                (e.tdur ?? 0) > 1500,
            )
            .toSorted((a, b) => a.ts - b.ts)
            .map(
              (e) =>
                e.name +
                (e.name === 'Paint' || e.name === 'Layout'
                  ? JSON.stringify(e.args).slice(0, 330)
                  : '') +
                ' ' +
                ((e.tdur ?? 0) / 1000).toFixed(1),
            )
            .join(', '),
      ),
    names: DEV,
    rasterMs: sum([...threads.values()].flat().filter(({ name }) => name === 'RasterTask')),
  }
}

/** Frames of a 60 Hz screen for which the main thread had time, a second. */
export function mainThreadRate({ tasks, lengthMs }: MainThread): number {
  const slots = Array.from({ length: Math.ceil(lengthMs / FRAME_MS) }, () => 0)
  for (const { startMs, threadMs } of tasks) {
    const slot = Math.floor(startMs / FRAME_MS)
    slots[slot] = (slots[slot] ?? 0) + threadMs
  }
  let [lateMs, missed] = [0, 0]
  for (const slotMs of slots) {
    lateMs = Math.max(0, lateMs + slotMs - FRAME_MS)
    if (lateMs > 0) missed++
  }
  return 60 * (1 - missed / slots.length)
}

function sharesOf(events: readonly TraceEvent[]): Record<Work, number> {
  const shares = { script: 0, garbage: 0, style: 0, layout: 0, paint: 0, other: 0 }
  const open: { readonly event: TraceEvent; innerUs: number }[] = []
  const close = (untilUs: number) => {
    for (let last = open.at(-1); last; last = open.at(-1)) {
      if (last.event.ts + (last.event.dur ?? 0) > untilUs) return
      open.pop()
      const threadUs = last.event.tdur ?? 0
      shares[workOf(last.event.name)] += Math.max(0, threadUs - last.innerUs) / 1000
      DEV[last.event.name] =
        (DEV[last.event.name] ?? 0) + Math.max(0, threadUs - last.innerUs) / 1000
      const outer = open.at(-1)
      if (outer) outer.innerUs += threadUs
    }
  }
  for (const event of events.toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))) {
    close(event.ts)
    open.push({ event, innerUs: 0 })
  }
  close(Number.POSITIVE_INFINITY)
  return shares
}

function workOf(name: string): Work {
  if (/GC|BlinkGC|Scavenge/.test(name)) return 'garbage'
  if (/^(UpdateLayoutTree|RecalculateStyles|ParseAuthorStyleSheet)/.test(name)) return 'style'
  if (/^(Layout|HitTest|IntersectionObserver)/.test(name)) return 'layout'
  if (/^(PrePaint|Paint|Layerize|Commit|UpdateLayer|Composite|CanvasResource|Raster)/.test(name))
    return 'paint'
  if (
    /^(FunctionCall|EventDispatch|FireAnimationFrame|TimerFire|RunMicrotasks|WebSocket|Evaluate|v8|V8|XHR|FireIdle)/.test(
      name,
    )
  )
    return 'script'
  return 'other'
}

function sum(events: readonly TraceEvent[]): number {
  return events.reduce((total, { tdur = 0 }) => total + tdur / 1000, 0)
}

function least(values: readonly number[]): number {
  return values.reduce((lowest, value) => Math.min(lowest, value), Number.POSITIVE_INFINITY)
}
