import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { median, printTable } from './report.ts'

const VIEWERS = 5_000
const PAIRS = 3
const CPU_LIMIT = 1.3
const MEMORY_LIMIT_KB = 15
const WATCH_PATH = '/api/LiveSession/ws/01900000-0000-7000-8000-000000000000'

interface Run {
  readonly microsPerMessage: number
  readonly kBPerViewer: number
}

/** CPU per message at 5,000 viewers against a bare `ws` loop, and memory per idle viewer. */
export default async function broadcast(): Promise<void> {
  const ours: Run[] = []
  const bare: Run[] = []
  for (let pair = 0; pair < PAIRS; pair++) {
    ours.push(await run('pitboard'))
    bare.push(await run('bare'))
  }
  const ratio = median(
    ours.map((each, pair) => each.microsPerMessage / (bare[pair]?.microsPerMessage ?? Number.NaN)),
  )
  const memory = median(ours.map((each) => each.kBPerViewer))
  const micros = (runs: readonly Run[]) => median(runs.map((each) => each.microsPerMessage))
  printTable(`broadcast to ${VIEWERS} viewers at 10 Hz`, [
    {
      what: 'CPU per message, room to sockets',
      value: `${micros(ours).toFixed(2)} µs`,
      compared: `${ratio.toFixed(2)} of a bare ws loop that writes one prepared frame (${micros(bare).toFixed(2)} µs)`,
      limit: `≤ ${CPU_LIMIT}`,
      holds: ratio <= CPU_LIMIT,
    },
    {
      what: 'memory per idle viewer',
      value: `${memory.toFixed(1)} kB`,
      compared: `bare ws: ${median(bare.map((each) => each.kBPerViewer)).toFixed(1)} kB`,
      limit: `≤ ${MEMORY_LIMIT_KB} kB`,
      holds: memory <= MEMORY_LIMIT_KB,
    },
  ])
}

async function run(kind: 'pitboard' | 'bare'): Promise<Run> {
  const server = start('./broadcast/server.ts', [kind], ['--expose-gc'])
  const { port } = await answer(server, 'port')
  const { rssBytes: before } = await ask(server, 'memory', 'rssBytes')
  const viewers = start('./broadcast/viewers.ts', [String(port), String(VIEWERS), WATCH_PATH], [])
  await answer(viewers, 'connected')
  const { rssBytes: after } = await ask(server, 'memory', 'rssBytes')
  const { cpuMicros, messages } = await ask(server, 'broadcast', 'cpuMicros')
  for (const child of [viewers, server]) {
    child.kill()
    await once(child, 'exit')
  }
  return {
    microsPerMessage: cpuMicros / messages,
    kBPerViewer: (after - before) / VIEWERS / 1000,
  }
}

interface Answers {
  readonly port: number
  readonly connected: number
  readonly rssBytes: number
  readonly cpuMicros: number
  readonly messages: number
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
