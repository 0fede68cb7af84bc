import { deleteCapture, listCaptures, outboxBytes, type KeptCapture } from './captures.ts'
import type { Recording } from './recording.ts'

export interface DiskUse {
  readonly usedBytes: number
  readonly limitBytes: number
  readonly removed: readonly KeptCapture[]
}

/**
 * Removes the oldest captures the server has all of, until the spool is within its limit. What is
 * not sent stays, also above the limit.
 */
export function keepWithin(spool: string, limitBytes: number, current: Recording | null): DiskUse {
  const captures = listCaptures(spool, current)
  const removed: KeptCapture[] = []
  let usedBytes = captures.reduce((sum, { bytes }) => sum + bytes, outboxBytes(spool))
  for (const capture of captures) {
    if (usedBytes <= limitBytes) break
    if (capture.state !== 'sent') continue
    if (!isDeleted(spool, capture)) continue
    removed.push(capture)
    usedBytes -= capture.bytes
  }
  return { usedBytes, limitBytes, removed }
}

/** False where another program holds the file open, as Windows has it: the next one goes instead. */
function isDeleted(spool: string, capture: KeptCapture): boolean {
  try {
    deleteCapture(spool, capture)
    return true
  } catch {
    return false
  }
}
