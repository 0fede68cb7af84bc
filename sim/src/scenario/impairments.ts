import { itemAt } from '@pitboard/contract/wire/item-at'
import { readHeader } from '@pitboard/telemetry/decode'
import { frameOf } from '@pitboard/telemetry/formats/headers'
import type { Sent } from '../packets/broadcast.ts'
import { createRandom, type Random } from '../setup/random.ts'
import type { Situation } from '../setup/situations.ts'

export interface Impairments {
  readonly seed: number
  /** Share of the datagrams that get lost, 0 to 1. */
  readonly loss?: number
  /** Share that arrives twice. */
  readonly duplicates?: number
  /** Share that is late, by `latestMs` at most. */
  readonly late?: number
  readonly latestMs?: number
}

interface Arrival {
  readonly sent: Sent
  readonly arrivesMs: number
}

/** The stream as a bad network delivers it: datagrams lost, doubled and out of order. */
export function* impair(stream: Iterable<Sent>, impairments: Impairments): Generator<Sent> {
  const { seed, loss = 0, duplicates = 0, late = 0, latestMs = 80 } = impairments
  const random = createRandom(seed)
  let underway: Arrival[] = []
  for (const sent of stream) {
    const arrived = underway.filter(({ arrivesMs }) => arrivesMs < sent.atMs)
    if (arrived.length > 0) {
      underway = underway.filter(({ arrivesMs }) => arrivesMs >= sent.atMs)
      yield* inOrder(arrived)
    }
    if (random.next() < loss) continue
    const copies = random.next() < duplicates ? 2 : 1
    for (let i = 0; i < copies; i++) {
      const delayMs = random.next() < late ? random.between(0, latestMs) : 0
      underway.push({ sent, arrivesMs: sent.atMs + delayMs })
    }
  }
  yield* inOrder(underway)
}

function* inOrder(arrivals: readonly Arrival[]): Generator<Sent> {
  for (const { sent, arrivesMs } of arrivals.toSorted((a, b) => a.arrivesMs - b.arrivesMs)) {
    yield { bytes: sent.bytes, atMs: arrivesMs }
  }
}

const SHRINK_EVERY = 7

/**
 * Disturbs a stream: repeats penalties and histories, sends older histories, or ends before the last
 * LapData.
 */
export function* disturb(
  stream: Iterable<Sent>,
  situations: ReadonlySet<Situation>,
  lastLapDataMs: number,
): Generator<Sent> {
  const early = new Map<number, Uint8Array>()
  let histories = 0
  for (const sent of stream) {
    const { atMs, bytes } = sent
    const read = readHeader(bytes)
    if (read.kind === 'rejected') throw new Error(`Sent an invalid datagram: ${read.reason}`)
    if (read.kind === 'lapData' && atMs > lastLapDataMs) continue
    if (read.kind === 'sessionHistory' && situations.has('historiesMissing')) continue
    yield sent
    if (
      read.kind === 'event' &&
      situations.has('penaltiesTwice') &&
      isPenalty(bytes, read.headerSize)
    ) {
      yield sent
    }
    if (read.kind !== 'sessionHistory' || read.header.sessionUid === 0n) continue
    if (situations.has('historiesRepeat')) yield sent
    if (!situations.has('historiesShrink')) continue
    const car = itemAt(bytes, read.headerSize)
    const before = early.get(car)
    if (before && ++histories % SHRINK_EVERY === 0) {
      yield { atMs, bytes: withHeaderOf(bytes, before, read.headerSize) }
    }
    // One of the race's beginning, so that it has fewer laps later on.
    if (!before || histories % (SHRINK_EVERY * 9) === 0) early.set(car, bytes)
  }
}

function isPenalty(bytes: Uint8Array, at: number): boolean {
  return String.fromCharCode(...bytes.subarray(at, at + 4)) === 'PENA'
}

function withHeaderOf(header: Uint8Array, body: Uint8Array, size: number): Uint8Array {
  const made = body.slice()
  made.set(header.subarray(0, size))
  return made
}

/** The stream with the packets of each frame in another order, as other games send them. */
export function* reorderFrames(
  stream: Iterable<Sent>,
  situations: ReadonlySet<Situation>,
  random: Random,
): Generator<Sent> {
  const isAny = situations.has('anyOrderInFrame')
  if (!isAny && !situations.has('lapDataFirst')) return yield* stream
  let frame: Sent[] = []
  let key: string | null = null
  for (const sent of stream) {
    const next = frameKey(sent)
    if (next !== key || next === null) {
      yield* isAny ? random.shuffle(frame) : lapDataFirst(frame)
      frame = []
    }
    key = next
    frame.push(sent)
  }
  yield* isAny ? random.shuffle(frame) : lapDataFirst(frame)
}

/** What is sent after the end has no frame: null. */
function frameKey({ bytes, atMs }: Sent): string | null {
  const read = readHeader(bytes)
  if (read.kind === 'rejected' || frameOf(read.header) === 0) return null
  return `${read.header.sessionUid} ${frameOf(read.header)} ${atMs}`
}

function isLapData({ bytes }: Sent): boolean {
  return readHeader(bytes).kind === 'lapData'
}

function lapDataFirst(frame: readonly Sent[]): Sent[] {
  return [...frame.filter(isLapData), ...frame.filter((sent) => !isLapData(sent))]
}
