import type { Duplex } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { createThroughputLimit } from '../../../platform/limits/token-buckets.ts'
import type { Recording } from '../recordings/recording.ts'

/** A whole race that is sent at once is slowed down to this. */
const DATAGRAMS_PER_SECOND = 40_000
const BYTES_PER_SECOND = 48 * 1024 * 1024
const POLL_MS = 100
/** The recorder has to wait while more bytes wait for the disk. */
const PENDING_BYTES_MAX = 4 * 1024 * 1024

interface ReceivedChunk {
  readonly bytes: number
  readonly datagrams: number
  readonly atMs: number
  /** It is null before the stream has begun. */
  readonly recording: Recording | null
}

/**
 * Creates a function that pauses the socket of a recorder that is ahead of its limits, of the disk or of the
 * storage.
 */
export function createBackpressure(socket: Duplex, startedMs: number) {
  const datagrams = createThroughputLimit(DATAGRAMS_PER_SECOND, startedMs)
  const bytes = createThroughputLimit(BYTES_PER_SECOND, startedMs)

  /** Resolves when the recorder's wait has been set. */
  return async ({ recording, atMs, ...taken }: ReceivedChunk): Promise<void> => {
    const waitMs = Math.max(
      bytes.take(taken.bytes, atMs),
      datagrams.take(taken.datagrams, atMs),
      recording?.waitMs() ?? 0,
    )
    const isDiskBehind = recording !== null && recording.pendingBytes() > PENDING_BYTES_MAX
    const isBehind = recording?.isBehind() ?? false
    if (waitMs <= 0 && !isDiskBehind && !isBehind) return
    socket.pause()
    if (isDiskBehind) await recording.sync()
    while (!socket.destroyed && recording?.isBehind()) await wait(POLL_MS, null, { ref: false })
    setTimeout(() => socket.resume(), waitMs)
  }
}
