import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { median } from './reference.ts'
import { printTable } from './report.ts'
import type { TracesRound } from './traces-side.ts'

const WARM_UPS = 2
const ROUNDS = 9
const CAPACITY_LEAST = 0.8
const SESSION_BYTES_MAX = 5_000_000
const LONG_RACE_LAPS = 1_000
const KB_PER_SECOND_MAX = 60

/**
 * Measures a race of 20 cars at 60 Hz: what making its traces costs beside driving it live with one viewer, and what
 * the traces and the stream take.
 */
export default async function measureTraces(): Promise<void> {
  const [live, traces] = [await start(), await start()]
  const rounds: { readonly live: TracesRound; readonly traces: TracesRound }[] = []
  for (let round = 0; round < WARM_UPS + ROUNDS; round++) {
    rounds.push({ live: await ask(live, 'live'), traces: await ask(traces, 'traces') })
  }
  for (const child of [live, traces]) child.kill()
  rounds.splice(0, WARM_UPS)
  const shares = rounds.map((round) => round.live.cpuMs / (round.live.cpuMs + round.traces.cpuMs))
  const { raceSeconds, laps, traceBytes, streamBytes, datagrams } = rounds[0]?.traces ?? fail()
  const cpuOf = (side: 'live' | 'traces') =>
    (median(rounds.map((round) => round[side].cpuMs)) / raceSeconds).toFixed(2)
  printTable('traces of a race of 20 cars', [
    {
      what: 'sessions a core with traces',
      value: median(shares),
      unit: 'of those without',
      limit: { atLeast: CAPACITY_LEAST },
      details:
        `live ${cpuOf('live')} ms, traces ${cpuOf('traces')} ms a second of the race; ` +
        `${Math.min(...shares).toFixed(2)} to ${Math.max(...shares).toFixed(2)}`,
    },
    {
      what: 'traces of 20 cars and 50 laps',
      value: (traceBytes / laps) * LONG_RACE_LAPS,
      unit: 'bytes',
      limit: { atMost: SESSION_BYTES_MAX },
      details: `${Math.round(traceBytes / laps)} bytes a lap`,
    },
    {
      what: 'stream of the recorder',
      value: streamBytes / raceSeconds / 1000,
      unit: 'kB/s',
      limit: { atMost: KB_PER_SECOND_MAX },
      details: `${(datagrams / raceSeconds).toFixed(0)} datagrams a second`,
    },
  ])
}

async function start(): Promise<ChildProcess> {
  const child = fork(new URL('./traces-side.ts', import.meta.url))
  child.once('exit', (code) => {
    if (code !== null && code !== 0) process.exit(code)
  })
  await once(child, 'message')
  return child
}

async function ask(child: ChildProcess, side: 'live' | 'traces'): Promise<TracesRound> {
  child.send(side)
  const [answer] = await once(child, 'message')
  return isRound(answer) ? answer : fail()
}

function isRound(answer: unknown): answer is TracesRound {
  return typeof answer === 'object' && answer !== null && 'raceSeconds' in answer
}

function fail(): never {
  throw new Error('The race was not driven')
}
