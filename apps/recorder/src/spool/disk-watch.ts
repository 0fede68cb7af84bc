import { errorText } from '../failure.ts'
import type { Recording } from './recording.ts'
import { keepWithin, type DiskUse } from './disk-limit.ts'
import { megabytes } from './spool-folder.ts'

const LOOK_MS = 5_000

export interface DiskWatch {
  readonly use: DiskUse
  readonly limitTo: (bytes: number) => void
  readonly stop: () => void
}

export interface WatchedSpool {
  readonly spool: string
  readonly recording: Recording
  /** The highest number of the recording that the server has. */
  readonly acknowledgedNumber: () => number
  readonly say: (text: string) => void
}

/** Keeps the spool within its limit while it is being written to, and says what it had to do. */
export function createDiskWatch(watched: WatchedSpool, limit: number): DiskWatch {
  const { spool, recording, acknowledgedNumber, say } = watched
  let limitBytes = limit
  let isOver = false
  let use: DiskUse = { usedBytes: 0, limitBytes, removed: [] }
  refresh()
  const timer = setInterval(refresh, LOOK_MS)
  timer.unref()

  function refresh(): void {
    try {
      use = look()
    } catch (error) {
      // The race goes on: the disk can be looked at again later.
      say(`The captures cannot be counted: ${errorText(error)}`)
    }
  }

  function look(): DiskUse {
    recording.acknowledged(acknowledgedNumber())
    const found = keepWithin(spool, limitBytes, recording)
    for (const { recording, file, bytes } of found.removed) {
      say(`Removed ${recording}/${file} (${megabytes(bytes)}), which the server has: disk limit`)
    }
    const wasOver = isOver
    isOver = found.usedBytes > limitBytes
    if (isOver && !wasOver) {
      say(
        `The captures take ${megabytes(found.usedBytes)}, more than the limit of ` +
          `${megabytes(limitBytes)}: what is left has not been sent yet, so it stays`,
      )
    }
    return found
  }

  return {
    get use() {
      return use
    },
    limitTo(bytes) {
      limitBytes = bytes
      refresh()
    },
    stop: () => clearInterval(timer),
  }
}
