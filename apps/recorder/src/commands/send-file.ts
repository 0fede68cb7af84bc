import { createThinner } from '@pitboard/telemetry/thinning/thinner'
import type { FileArguments } from '../arguments.ts'
import type { Capture } from '@pitboard/telemetry/capture/read-capture'
import { openCapture } from '../capture/read-capture.ts'
import { Failure } from '../failure.ts'
import { formatOf, knownFormats } from '@pitboard/telemetry/capture/game-datagram'
import type { Progress } from '../progress.ts'
import { createRaceGlance } from '../race-summary.ts'
import { createMemoryOutbox } from '../stream/memory-outbox.ts'
import type { Relay } from '../stream/relay.ts'
import { createTcpRelay } from '../stream/tcp-relay.ts'
import { createUdpRelay } from '../stream/udp-relay.ts'
import { outcomeOf, type Outcome } from './outcome.ts'
import { createPace } from './pace.ts'

const PATIENCE_MS = { atFirst: 10_000, later: 10 * 60_000 }

/** `replay`: as if driven now. `send`: with the capture's own times. */
export async function sendFile(
  args: FileArguments,
  progress: Progress,
  interrupted: AbortSignal,
): Promise<Outcome> {
  const name = args.file
  const capture = await openCapture(name, (text) => progress.say(`${name}: ${text}`))
  const relay = createRelay(args, progress)
  const glance = createRaceGlance()
  progress.start({ glance, relay: () => relay, seen: () => capture.tally.datagrams })

  const running = relay.run()
  running.catch(() => {})
  const feeding = feed(capture, relay, {
    pace: args.command === 'replay' ? createPace(args.speed, interrupted) : null,
    interrupted,
    glance: glance.push,
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
  sayTally(name, capture, relay, progress)
  if (interrupted.aborted) progress.say('Stopped before the end of the file')
  const durable = relay.acknowledged === null || relay.acknowledged === relay.sent
  return outcomeOf([relay], interrupted.aborted ? 130 : durable ? 0 : 1)
}

function createRelay({ target, udp }: FileArguments, { say }: Progress): Relay {
  if (udp) return createUdpRelay(target, say)
  const outbox = createMemoryOutbox()
  const streamId = crypto.randomUUID()
  return createTcpRelay({ target, streamId, outbox, onNote: say, patienceMs: PATIENCE_MS })
}

async function feed(
  { datagrams, tally }: Capture,
  relay: Relay,
  options: {
    pace: ((atMs: number) => Promise<number>) | null
    interrupted: AbortSignal
    glance: (bytes: Uint8Array) => void
  },
): Promise<void> {
  const { pace, interrupted, glance } = options
  const thinner = createThinner()
  const formats = new Set<number>()
  let kept = 0
  for await (const { atMs, bytes } of datagrams) {
    if (interrupted.aborted) return
    formats.add(formatOf(bytes))
    const now = pace === null ? Math.round(atMs) : await pace(atMs)
    for (const thinned of thinner.push(bytes, now)) {
      kept++
      glance(thinned.bytes)
      relay.append(thinned.atMs, thinned.bytes)
    }
    await relay.room()
  }
  for (const thinned of thinner.flush()) {
    kept++
    relay.append(thinned.atMs, thinned.bytes)
  }
  if (kept > 0) return
  throw new Failure(
    `None of the ${tally.datagrams} datagrams (format ${[...formats].join(', ')}) is understood`,
    `This recorder understands the formats ${knownFormats().join(', ')}.`,
  )
}

function sayTally(name: string, { tally }: Capture, relay: Relay, { say }: Progress): void {
  const skipped = Object.entries({
    'fragments of IP packets': tally.fragments,
    'cut packets': tally.cut,
    'packets of others': tally.others,
  }).filter(([, count]) => count > 0)
  const beside = skipped.map(([what, count]) => `, skipped ${count} ${what}`).join('')
  say(`${name}: ${tally.datagrams} datagrams of the game${beside}`)
  if (relay.acknowledged === null) {
    say(`Sent ${relay.sent} over UDP: the server does not acknowledge them`)
  } else say(`Sent ${relay.sent}, acknowledged ${relay.acknowledged}`)
}
