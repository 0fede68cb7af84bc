import type { StampedDatagram } from './f1pcap.ts'
import { looksLikeGame } from './game-datagram.ts'
import { createHeaderClock } from './header-clock.ts'
import type { CapturedDatagram } from './read-capture.ts'

/** The spacing of 32-bit floats at today's Unix times, rounded up. */
const STAMP_STEP_MS = 200_000
const EARLIEST_MS = Date.UTC(2018)

/**
 * Times for datagrams whose own stamps are too coarse: they begin with the first stamp, go on by the
 * game's clock, and follow the stamps over a break between sessions. Stamps that are no Unix times
 * are left out; the file then begins when it was written.
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
