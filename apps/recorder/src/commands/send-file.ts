import { createThinner } from '@pitboard/telemetry/thinning/thinner'
import type { FileArguments } from '../arguments.ts'
import type { Capture } from '@pitboard/telemetry/capture/read-capture'
import { openCapture } from './capture-file.ts'
import { Failure } from '../failure.ts'
import { formatOf, knownFormats } from '@pitboard/telemetry/capture/game-datagram'
import type { Progress } from '../progress.ts'
import { createRaceSummary } from '../race-summary.ts'
import { createMemoryOutbox } from '../stream/outbox.ts'
import { createTcpRelay, type Relay } from '../stream/relay.ts'
import { createUdpRelay } from '../stream/udp-relay.ts'
import { type Outcome, createOutcome } from './outcome.ts'
import { setTimeout as sleep } from 'node:timers/promises'

const SHORTEST_WAIT_MS = 4
// No timer can wait longer.
const LONGEST_WAIT_MS = 2 ** 31 - 1

/** Waits until a datagram is due and returns its time of now; `speed` is a factor of real time. */
function createPace(speed: number, interrupted: AbortSignal): (atMs: number) => Promise<number> {
  const startedAtMs = Date.now()
  let firstAtMs: number | null = null
  let lastMs = startedAtMs
  return async (atMs) => {
    firstAtMs ??= atMs
    const dueMs = startedAtMs + (atMs - firstAtMs) / speed
    const waitMs = dueMs - Date.now()
    if (waitMs > SHORTEST_WAIT_MS) {
      await sleep(Math.min(waitMs, LONGEST_WAIT_MS), null, { signal: interrupted }).catch(() => {})
    }
    lastMs = Math.max(lastMs, speed === Infinity ? Date.now() : Math.round(dueMs))
    return lastMs
  }
}

const PATIENCE_MS = { atFirst: 10_000, later: 10 * 60_000 }

/** `replay` sends as if it was driven now, `send` with the capture's own times. */
export async function sendFile(
  args: FileArguments,
  progress: Progress,
  interrupted: AbortSignal,
): Promise<Outcome> {
  const name = args.file
  const capture = await openCapture(name, (text) => progress.print(`${name}: ${text}`))
  const relay = createRelay(args, progress)
  const summary = createRaceSummary()
  progress.start({ summary, relay: () => relay, countDatagrams: () => capture.tally.datagrams })

  const running = relay.run()
  running.catch(() => {})
  const feeding = feedRelay(capture, relay, {
    pace: args.command === 'replay' ? createPace(args.speed, interrupted) : null,
    interrupted,
    summarize: summary.push,
  })
  feeding.catch(() => {})
  try {
    await Promise.race([feeding, running])
    relay.finish(!interrupted.aborted)
    await running
  } finally {
    relay.stop()
    progress.stop()
  }
  printTally(name, capture, relay, progress)
  if (interrupted.aborted) progress.print('Stopped before the end of the file')
  const durable = relay.acknowledged === null || relay.acknowledged === relay.sent
  return createOutcome([relay], interrupted.aborted ? 130 : durable ? 0 : 1)
}

function createRelay({ target, udp }: FileArguments, { print }: Progress): Relay {
  if (udp) return createUdpRelay(target, print)
  const outbox = createMemoryOutbox()
  const streamId = crypto.randomUUID()
  return createTcpRelay({ target, streamId, outbox, onNote: print, patienceMs: PATIENCE_MS })
}

async function feedRelay(
  { datagrams, tally }: Capture,
  relay: Relay,
  options: {
    pace: ((atMs: number) => Promise<number>) | null
    interrupted: AbortSignal
    summarize: (bytes: Uint8Array) => void
  },
): Promise<void> {
  const { pace, interrupted, summarize } = options
  const thinner = createThinner()
  const formats = new Set<number>()
  let relayed = 0
  for await (const { atMs, bytes } of datagrams) {
    if (interrupted.aborted) return
    formats.add(formatOf(bytes))
    const now = pace === null ? Math.round(atMs) : await pace(atMs)
    for (const thinned of thinner.push(bytes, now)) {
      relayed++
      summarize(thinned.bytes)
      relay.append(thinned.atMs, thinned.bytes)
    }
    await relay.waitForSpace()
  }
  for (const thinned of thinner.flush()) {
    relayed++
    relay.append(thinned.atMs, thinned.bytes)
  }
  if (relayed > 0) return
  throw new Failure(
    `None of the ${tally.datagrams} datagrams (format ${[...formats].join(', ')}) is understood`,
    `This recorder understands the formats ${knownFormats().join(', ')}.`,
  )
}

function printTally(name: string, { tally }: Capture, relay: Relay, { print }: Progress): void {
  print(`${name}: ${tally.datagrams} datagrams of the game${describeSkipped(tally)}`)
  if (relay.acknowledged === null) {
    print(`Sent ${relay.sent} over UDP: the server does not acknowledge them`)
  } else print(`Sent ${relay.sent}, acknowledged ${relay.acknowledged}`)
}

export function describeSkipped(tally: Omit<Capture['tally'], 'datagrams'>): string {
  const skipped = Object.entries({
    'fragments of IP packets': tally.fragments,
    'cut packets': tally.cut,
    'packets of others': tally.others,
  }).filter(([, count]) => count > 0)
  return skipped.map(([what, count]) => `, skipped ${count} ${what}`).join('')
}
