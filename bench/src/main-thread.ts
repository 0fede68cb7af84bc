import { itemAt } from '@pitboard/contract/wire/item-at'
import type { Browser, Page } from 'playwright-core'

const FRAME_MS = 1000 / 60
/** Chromium's own timeline has these categories. */
const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8']

/** The main thread of a page did this for a while, in processor time: other programs do not count. */
export interface MainThread {
  readonly lengthMs: number
  readonly tasks: readonly Task[]
  readonly workMs: Readonly<Record<Work, number>>
  /** The longest task consisted of these, the most first. */
  readonly longest: readonly TaskPart[]
}

/** The time of a part excludes the parts that it contains. */
interface TaskPart {
  readonly name: string
  readonly threadMs: number
}

export interface Task {
  readonly startMs: number
  readonly threadMs: number
  /** This part of it collects garbage. */
  readonly garbageMs: number
}

export type Work = 'script' | 'garbage' | 'style' | 'layout' | 'paint' | 'other'

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** The time is in microseconds, as all times of a trace. */
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
  readonly args?: {
    readonly name?: string
    readonly data?: { readonly functionName?: string; readonly type?: string }
  }
}

export async function traceMainThread(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<MainThread> {
  await browser.startTracing(page, { categories: CATEGORIES })
  const startedAt = performance.now()
  await work()
  const lengthMs = performance.now() - startedAt
  const trace: { readonly traceEvents: readonly TraceEvent[] } = JSON.parse(
    (await browser.stopTracing()).toString(),
  )
  const events = mainThreadEvents(trace.traceEvents)
  const fromUs = itemAt(events, 0).ts
  const tasks = events.filter(({ name }) => name === 'RunTask')
  const garbage = garbageOf(events, tasks)
  return {
    lengthMs,
    tasks: tasks.map((task) => ({
      startMs: (task.ts - fromUs) / 1000,
      threadMs: (task.tdur ?? 0) / 1000,
      garbageMs: garbage.get(task) ?? 0,
    })),
    workMs: workOf(events),
    longest: partsOf(events, tasks),
  }
}

/** Returns the frames a second of a 60 Hz screen for which the main thread has time, that many times slower. */
export function frameRate({ tasks, lengthMs }: MainThread, slowdown: number): number {
  const frames = Array.from({ length: Math.ceil(lengthMs / FRAME_MS) }, () => 0)
  for (const { startMs, threadMs } of tasks) {
    const frame = Math.floor(startMs / FRAME_MS)
    if (frame < frames.length) frames[frame] = itemAt(frames, frame) + threadMs * slowdown
  }
  let [lateMs, missed] = [0, 0]
  for (const workMs of frames) {
    lateMs = Math.max(0, lateMs + workMs - FRAME_MS)
    if (lateMs > 0) missed++
  }
  return 60 * (1 - missed / frames.length)
}

/** Returns the events of the page with the most work: the browser's own pages have next to none. */
function mainThreadEvents(events: readonly TraceEvent[]): TraceEvent[] {
  const keyOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const mains = new Set(
    events.filter(({ args }) => args?.name === 'CrRendererMain').map((event) => keyOf(event)),
  )
  const threads = Map.groupBy(
    events.filter((event) => event.ph === 'X' && mains.has(keyOf(event))),
    keyOf,
  )
  const [main = []] = [...threads.values()].toSorted((a, b) => b.length - a.length)
  return main.toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
}

/** Returns the time of each kind of work without the time of what it contains. */
function workOf(events: readonly TraceEvent[]): Record<Work, number> {
  const workMs = { script: 0, garbage: 0, style: 0, layout: 0, paint: 0, other: 0 }
  for (const { event, threadMs } of selfTimes(events)) workMs[kindOf(event.name)] += threadMs
  return workMs
}

/** Returns the garbage collection in ms of each task, in the order of the tasks. */
function garbageOf(
  events: readonly TraceEvent[],
  tasks: readonly TraceEvent[],
): ReadonlyMap<TraceEvent, number> {
  const garbage = new Map<TraceEvent, number>()
  for (const { event, threadMs } of selfTimes(events)) {
    if (kindOf(event.name) !== 'garbage') continue
    const task = tasks.findLast(({ ts }) => ts <= event.ts)
    if (task) garbage.set(task, (garbage.get(task) ?? 0) + threadMs)
  }
  return garbage
}

function partsOf(events: readonly TraceEvent[], tasks: readonly TraceEvent[]): TaskPart[] {
  const [task] = tasks.toSorted((a, b) => (b.tdur ?? 0) - (a.tdur ?? 0))
  if (!task) return []
  const until = task.ts + (task.dur ?? 0)
  const parts = new Map<string, number>()
  for (const { event, threadMs } of selfTimes(
    events.filter(({ ts }) => ts >= task.ts && ts < until),
  )) {
    const { functionName, type } = event.args?.data ?? {}
    const name = [event.name, functionName ?? type].filter((part) => part).join(' ')
    parts.set(name, (parts.get(name) ?? 0) + threadMs)
  }
  return [...parts]
    .map(([name, threadMs]) => ({ name, threadMs }))
    .toSorted((a, b) => b.threadMs - a.threadMs)
}

function selfTimes(events: readonly TraceEvent[]): { event: TraceEvent; threadMs: number }[] {
  const times: { event: TraceEvent; threadMs: number }[] = []
  const open: { readonly event: TraceEvent; innerUs: number }[] = []

  function closeUntil(untilUs: number): void {
    for (let last = open.at(-1); last; last = open.at(-1)) {
      const { ts, dur = 0, tdur = 0 } = last.event
      if (ts + dur > untilUs) return
      open.pop()
      times.push({ event: last.event, threadMs: Math.max(0, tdur - last.innerUs) / 1000 })
      const outer = open.at(-1)
      if (outer) outer.innerUs += tdur
    }
  }

  for (const event of events) {
    closeUntil(event.ts)
    open.push({ event, innerUs: 0 })
  }
  closeUntil(Number.POSITIVE_INFINITY)
  return times
}

const KINDS: readonly (readonly [Work, RegExp])[] = [
  ['garbage', /GC/],
  ['style', /^(UpdateLayoutTree|ParseAuthorStyleSheet)/],
  ['layout', /^(Layout|HitTest|IntersectionObserver)/],
  ['paint', /^(PrePaint|Paint|Layerize|Commit|UpdateLayer)/],
  ['script', /^(FunctionCall|EventDispatch|FireAnimationFrame|TimerFire|Evaluate|v8)/],
]

function kindOf(name: string): Work {
  return KINDS.find(([, names]) => names.test(name))?.[0] ?? 'other'
}
