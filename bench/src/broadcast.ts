import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { LATE_MS_MAX } from './delivered-work.ts'
import { median } from './reference.ts'
import { printTable } from './report.ts'
import { measureViewerBytes } from './viewer-bytes.ts'

const VIEWERS = 5_000
const PAIRS = 3
const CPU_MAX = 1.1
const MEMORY_MAX = 1.5
const KB_PER_SECOND_MAX = 1.4
const WATCH_PATH = '/api/LiveSession/ws/01900000-0000-7000-8000-000000000000'

interface Run {
  readonly microsPerMessage: number
  /** 99 of 100 ticks were at most so late, in ms; this is not measured for the bare loop. */
  readonly lateMs: number
  /** This memory is in use after garbage was collected. */
  readonly kBPerViewer: number
  /** This is the memory that the system counts, including what the allocator retains. */
  readonly rssKBPerViewer: number
}

/** Measures processor time per message and memory per idle viewer, against a bare `ws` loop, and bytes per viewer. */
export default async function measureBroadcast(): Promise<void> {
  const pairs: { readonly ours: Run; readonly bare: Run }[] = []
  while (pairs.length < PAIRS) pairs.push({ ours: await run('pitboard'), bare: await run('bare') })
  const compare = (read: (run: Run) => number) => ({
    value: median(pairs.map(({ ours, bare }) => read(ours) / read(bare))),
    ours: median(pairs.map(({ ours }) => read(ours))),
    bare: median(pairs.map(({ bare }) => read(bare))),
  })
  const cpu = compare((each) => each.microsPerMessage)
  const memory = compare((each) => each.kBPerViewer)
  const rss = compare((each) => each.rssKBPerViewer)
  printTable(`broadcast to ${VIEWERS} viewers at 10 Hz`, [
    {
      what: 'processor time of a message, room to sockets',
      value: cpu.value,
      unit: 'times a bare ws loop that writes one prepared frame',
      limit: { atMost: CPU_MAX },
      details: `${cpu.ours.toFixed(2)} µs, bare ${cpu.bare.toFixed(2)} µs`,
    },
    {
      what: 'ticks, 99 of 100 are at most so late',
      value: Math.max(...pairs.map(({ ours }) => ours.lateMs)),
      unit: 'ms',
      limit: { atMost: LATE_MS_MAX },
      details: `${VIEWERS * 10} messages a second`,
    },
    {
      what: 'memory of an idle viewer',
      value: memory.value,
      unit: 'times a bare ws server',
      limit: { atMost: MEMORY_MAX },
      details: `${memory.ours.toFixed(1)} kB, bare ${memory.bare.toFixed(1)} kB; of the system ${rss.ours.toFixed(1)} kB, bare ${rss.bare.toFixed(1)} kB`,
    },
    ...[20, 24].map((cars) => ({
      what: `what a viewer of ${cars} cars gets, all columns`,
      value: measureViewerBytes(cars) / 1000,
      unit: 'kB a second',
      limit: { atMost: KB_PER_SECOND_MAX },
      details: 'two minutes from the start, 60 Hz',
    })),
  ])
}

async function run(kind: 'pitboard' | 'bare'): Promise<Run> {
  const server = start('./broadcast-server.ts', [kind], ['--expose-gc'])
  const { port } = await answer(server, 'port')
  const before = await ask(server, 'memory', 'rssBytes')
  const viewers = start('./broadcast-viewers.ts', [String(port), String(VIEWERS), WATCH_PATH], [])
  await answer(viewers, 'connected')
  const after = await ask(server, 'memory', 'rssBytes')
  const { cpuMicros, messages, lateMs } = await ask(server, 'broadcast', 'cpuMicros')
  for (const child of [viewers, server]) {
    child.kill()
    await once(child, 'exit')
  }
  return {
    microsPerMessage: cpuMicros / messages,
    lateMs,
    kBPerViewer: (after.usedBytes - before.usedBytes) / VIEWERS / 1000,
    rssKBPerViewer: (after.rssBytes - before.rssBytes) / VIEWERS / 1000,
  }
}

interface Answers {
  readonly port: number
  readonly connected: number
  readonly rssBytes: number
  readonly usedBytes: number
  readonly cpuMicros: number
  readonly messages: number
  readonly lateMs: number
}

function start(file: string, args: string[], execArgv: string[]): ChildProcess {
  return fork(new URL(file, import.meta.url), args, { execArgv })
}

async function ask(child: ChildProcess, request: string, field: keyof Answers): Promise<Answers> {
  const answered = answer(child, field)
  child.send(request)
  return answered
}

async function answer(child: ChildProcess, field: keyof Answers): Promise<Answers> {
  const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  if (typeof message !== 'object' || message === null || !(field in message)) {
    throw new Error(`The child process said ${JSON.stringify(message)} instead of ${field}`)
  }
  return message
}
