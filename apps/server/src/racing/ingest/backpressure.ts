import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createRate } from '../../platform/limits/throughput.ts'
import type { Recording } from './recording.ts'

/** A whole race sent at once is slowed down to this. */
const DATAGRAMS_PER_SECOND = 40_000
const BYTES_PER_SECOND = 48 * 1024 * 1024
const POLL_MS = 100
/** What may wait for the disk before the recorder has to wait as well. */
const PENDING_BYTES_MAX = 4 * 1024 * 1024

interface Taken {
  readonly bytes: number
  readonly datagrams: number
  readonly atMs: number
  /** Null before the stream has begun. */
  readonly recording: Recording | null
}

/**
 * A recorder that is ahead of its limits, of the disk or of the storing of its sessions waits: its
 * socket is not read meanwhile.
 */
export function createBackpressure(socket: Socket, startedMs: number) {
  const datagrams = createRate(DATAGRAMS_PER_SECOND, startedMs)
  const bytes = createRate(BYTES_PER_SECOND, startedMs)

  /** Resolves when the recorder's wait has been set. */
  return async ({ recording, atMs, ...taken }: Taken): Promise<void> => {
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
