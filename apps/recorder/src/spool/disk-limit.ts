import { deleteCapture, type StoredCapture, listCaptures, countOutboxBytes } from './captures.ts'
import type { DiskOutbox } from './disk-outbox.ts'
import type { Recording } from './recording.ts'
import { errorText } from '../failure.ts'
import { megabytes } from './spool-folder.ts'

const LOOK_MS = 5_000

export interface DiskWatch {
  readonly use: DiskUse
  readonly setLimit: (bytes: number) => void
  /**
   * Deletes the oldest of what the server has, when the disk is full. Returns false if there is nothing of that kind.
   */
  readonly makeRoom: () => boolean
  readonly stop: () => void
}

interface DiskWatchOptions {
  readonly spool: string
  readonly recording: Recording
  /** Returns the outboxes of the recording and of earlier ones, the oldest first. */
  readonly outboxes: () => readonly DiskOutbox[]
  readonly print: (text: string) => void
}

/** Enforces the limit while the spool is being written to, and prints what it had to remove. */
export function createDiskWatch(options: DiskWatchOptions, limit: number): DiskWatch {
  const { spool, recording, outboxes, print } = options
  let limitBytes = limit
  let isOver = false
  let use: DiskUse = { usedBytes: 0, limitBytes, removed: [], removedOutboxBytes: 0 }
  refresh()
  const timer = setInterval(refresh, LOOK_MS)
  timer.unref()

  function refresh(): void {
    try {
      use = measure()
    } catch (error) {
      // The race goes on: the next round tries again.
      print(`The captures cannot be counted: ${errorText(error)}`)
    }
  }

  function measure(): DiskUse {
    const measured = enforceDiskLimit(spool, limitBytes, recording, outboxes())
    for (const { recording, file, bytes } of measured.removed) {
      print(`Removed ${recording}/${file} (${megabytes(bytes)}), which the server has: disk limit`)
    }
    if (measured.removedOutboxBytes > 0) {
      print(
        `Removed ${megabytes(measured.removedOutboxBytes)} of sent telemetry of sessions that the ` +
          'server has not stored yet: disk limit. If the server loses it, it cannot be sent again',
      )
    }
    const wasOver = isOver
    isOver = measured.usedBytes > limitBytes
    if (isOver && !wasOver) {
      print(
        `The captures take ${megabytes(measured.usedBytes)}, more than the limit of ` +
          `${megabytes(limitBytes)}: what is left has not been sent yet, so it stays`,
      )
    }
    return measured
  }

  function makeRoom(): boolean {
    const captures = listCaptures(spool, recording)
    for (const capture of ['stored', 'sent'].flatMap((state) => inState(captures, state))) {
      if (!tryDelete(spool, capture)) continue
      const { recording, file, bytes } = capture
      print(`Removed ${recording}/${file} (${megabytes(bytes)}), which the server has: disk full`)
      return true
    }
    for (const outbox of outboxes()) {
      const bytes = outbox.dropOldestSegment()
      if (bytes === null) continue
      print(
        `Removed ${megabytes(bytes)} of sent telemetry of sessions that the server has not stored yet: ` +
          'disk full. If the server loses it, it cannot be sent again',
      )
      return true
    }
    return false
  }

  return {
    get use() {
      return use
    },
    makeRoom() {
      try {
        return makeRoom()
      } catch {
        return false
      }
    },
    setLimit(bytes) {
      limitBytes = bytes
      refresh()
    },
    stop: () => clearInterval(timer),
  }
}

interface DiskUse {
  readonly usedBytes: number
  readonly limitBytes: number
  readonly removed: readonly StoredCapture[]
  /** Counts the bytes of datagrams that were removed although the server may lose what it has of them. */
  readonly removedOutboxBytes: number
}

/**
 * Removes until the spool is within its limit: the oldest stored captures, the oldest sent ones, then
 * what an outbox retains for a server that loses data. What is not sent stays, also above the limit.
 */
export function enforceDiskLimit(
  spool: string,
  limitBytes: number,
  current: Recording | null,
  outboxes: readonly DiskOutbox[] = [],
): DiskUse {
  const captures = listCaptures(spool, current)
  const removed: StoredCapture[] = []
  let usedBytes = captures.reduce((sum, { bytes }) => sum + bytes, countOutboxBytes(spool))
  for (const capture of ['stored', 'sent'].flatMap((state) => inState(captures, state))) {
    if (usedBytes <= limitBytes) break
    if (!tryDelete(spool, capture)) continue
    removed.push(capture)
    usedBytes -= capture.bytes
  }
  let removedOutboxBytes = 0
  for (const outbox of outboxes) {
    for (let bytes: number | null = 0; bytes !== null; bytes = outbox.dropOldestSegment()) {
      removedOutboxBytes += bytes
      if (usedBytes - removedOutboxBytes <= limitBytes) break
    }
  }
  return { usedBytes: usedBytes - removedOutboxBytes, limitBytes, removed, removedOutboxBytes }
}

function inState(captures: readonly StoredCapture[], wanted: string): StoredCapture[] {
  return captures.filter(({ state }) => state === wanted)
}

/** Returns false where another program has the file open on Windows: the next capture goes instead. */
function tryDelete(spool: string, capture: StoredCapture): boolean {
  try {
    deleteCapture(spool, capture)
    return true
  } catch {
    return false
  }
}
