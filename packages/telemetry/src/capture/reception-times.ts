import { looksLikeGame, sessionTimeOf, sessionUidOf } from './game-datagram.ts'
import type { StampedDatagram } from './f1pcap.ts'
import type { CapturedDatagram } from './read-capture.ts'

const LONGEST_STEP_MS = 60_000

/**
 * Milliseconds since the first datagram, derived from the game's session time, for files without
 * times. It never decreases, neither with a flashback nor with the next session.
 */
export function createHeaderClock(): (bytes: Uint8Array) => number {
  let elapsedMs = 0
  let lastUid = -1n
  let lastTimeMs = 0
  return (bytes) => {
    const uid = sessionUidOf(bytes)
    const timeMs = sessionTimeOf(bytes) * 1000
    const stepMs = timeMs - lastTimeMs
    if (uid === lastUid && stepMs > 0 && stepMs <= LONGEST_STEP_MS) elapsedMs += stepMs
    if (Number.isFinite(timeMs)) lastTimeMs = timeMs
    lastUid = uid
    return elapsedMs
  }
}

/** The spacing of 32-bit floats at today's Unix times, rounded up. */
const STAMP_STEP_MS = 200_000
const EARLIEST_MS = Date.UTC(2018)

/**
 * Times for datagrams with coarse stamps: they start at the first stamp, continue with the game's clock,
 * and follow the stamps over a break between sessions. Stamps that are not Unix times are ignored; the
 * file then starts at the time when it was written.
 */
export async function* byStamps(
  datagrams: AsyncIterable<StampedDatagram>,
  writtenAtMs: number,
): AsyncGenerator<CapturedDatagram> {
  const clock = createHeaderClock()
  let startMs: number | null = null
  let elapsedMs = 0
  for await (const { stampSeconds, bytes } of datagrams) {
    const stampMs = stampSeconds * 1000
    const isTime = stampMs >= EARLIEST_MS && stampMs <= writtenAtMs + STAMP_STEP_MS
    startMs ??= Math.min(isTime ? stampMs : writtenAtMs, writtenAtMs)
    if (looksLikeGame(bytes)) elapsedMs = clock(bytes)
    if (isTime && stampMs - (startMs + elapsedMs) > STAMP_STEP_MS) startMs = stampMs - elapsedMs
    yield { atMs: startMs + elapsedMs, bytes }
  }
}
