import { deleteCapture, type StoredCapture, listCaptures, countOutboxBytes } from './captures.ts'
import type { Recording } from './recording.ts'
import { errorText } from '../failure.ts'
import { megabytes } from './spool-folder.ts'

const LOOK_MS = 5_000

export interface DiskWatch {
  readonly use: DiskUse
  readonly setLimit: (bytes: number) => void
  readonly stop: () => void
}

interface DiskWatchOptions {
  readonly spool: string
  readonly recording: Recording
  /** The highest number of the recording that the server has. */
  readonly acknowledgedNumber: () => number
  readonly print: (text: string) => void
}

/** Enforces the limit while the spool is being written to, and prints what it had to remove. */
export function createDiskWatch(options: DiskWatchOptions, limit: number): DiskWatch {
  const { spool, recording, acknowledgedNumber, print } = options
  let limitBytes = limit
  let isOver = false
  let use: DiskUse = { usedBytes: 0, limitBytes, removed: [] }
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
    recording.acknowledge(acknowledgedNumber())
    const measured = enforceDiskLimit(spool, limitBytes, recording)
    for (const { recording, file, bytes } of measured.removed) {
      print(`Removed ${recording}/${file} (${megabytes(bytes)}), which the server has: disk limit`)
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

  return {
    get use() {
      return use
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
}

/**
 * Removes the oldest sent captures until the spool is within its limit. What is not sent stays, also
 * above the limit.
 */
export function enforceDiskLimit(
  spool: string,
  limitBytes: number,
  current: Recording | null,
): DiskUse {
  const captures = listCaptures(spool, current)
  const removed: StoredCapture[] = []
  let usedBytes = captures.reduce((sum, { bytes }) => sum + bytes, countOutboxBytes(spool))
  for (const capture of captures) {
    if (usedBytes <= limitBytes) break
    if (capture.state !== 'sent') continue
    if (!tryDelete(spool, capture)) continue
    removed.push(capture)
    usedBytes -= capture.bytes
  }
  return { usedBytes, limitBytes, removed }
}

/** False where another program has the file open on Windows: the next capture goes instead. */
function tryDelete(spool: string, capture: StoredCapture): boolean {
  try {
    deleteCapture(spool, capture)
    return true
  } catch {
    return false
  }
}
