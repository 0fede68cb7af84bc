import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTestNats } from '@pitboard/server/platform/nats/nats.fixture'
import type { Measured } from './fan-out-pairs.ts'
import { median } from './reference.ts'
import { printTable, type Row } from './report.ts'

const ROUNDS = 3
const NATS_MAX = 1.15
/** The pipe neither routes messages nor knows subjects. */
const SOCKET_MAX = 4

/** Measures messages between servers: what the fan-out costs beside what carries it. */
export default async function measureFanOut(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-bench-'))
  const nats = await openTestNats()
  const rounds = { nats: new Array<Measured>(), socket: new Array<Measured>() }
  try {
    for (let round = 0; round < ROUNDS; round++) {
      rounds.nats.push(await run('nats', nats.url))
      rounds.socket.push(await run('socket', join(folder, `${round}`)))
    }
  } finally {
    await nats.close()
    rmSync(folder, { recursive: true })
  }
  printTable('100 live sessions, a tick of 245 bytes from one server to another', [
    ...rows('through NATS', rounds.nats, 'times a bare NATS connection', NATS_MAX),
    ...rows('through the hub', rounds.socket, 'times two bare Unix sockets and a pipe', SOCKET_MAX),
  ])
}

function rows(name: string, rounds: readonly Measured[], unit: string, atMost: number): Row[] {
  const row = (
    what: string,
    ratios: readonly number[],
    [ours, bare]: readonly [ours: readonly number[], bare: readonly number[]],
    symbol: string,
  ): Row => ({
    what: `${what} ${name}`,
    value: median(ratios),
    unit,
    limit: { atMost },
    details:
      `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}; ` +
      `${median(ours).toFixed(2)} ${symbol}, bare ${median(bare).toFixed(2)} ${symbol}`,
  })
  return [
    row(
      'processor time of a message',
      rounds.map(({ cpuRatio }) => cpuRatio),
      [rounds.map(({ oursMicros }) => oursMicros), rounds.map(({ bareMicros }) => bareMicros)],
      'µs',
    ),
    row(
      'delay of 99 of 100 messages',
      rounds.map(({ oursP99Ms, bareP99Ms }) => oursP99Ms / bareP99Ms),
      [rounds.map(({ oursP99Ms }) => oursP99Ms), rounds.map(({ bareP99Ms }) => bareP99Ms)],
      'ms',
    ),
  ]
}

async function run(carrier: string, address: string): Promise<Measured> {
  const child = fork(new URL('./fan-out-pairs.ts', import.meta.url), [carrier, address])
  const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  if (!isMeasured(message)) throw new Error(`Messages by ${carrier} were not measured`)
  return message
}

function isMeasured(message: unknown): message is Measured {
  return typeof message === 'object' && message !== null && 'cpuRatio' in message
}
