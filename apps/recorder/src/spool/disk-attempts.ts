import { errorCode, errorText } from '../failure.ts'

/** A disk that has failed is tried again after this long. */
export const DISK_RETRY_MS = 3_000

/** The disk that is written to may be full, read-only or gone, and come back. */
export interface DiskAttempts {
  /** It says why nothing is written now; null while the disk takes it. */
  readonly fault: string | null
  /**
   * Runs `write`, unless the disk has failed a moment ago. Where the disk is full it makes room and runs it
   * again. Returns false where nothing was written: `write` has to leave no half of it behind.
   */
  attempt(write: () => void): boolean
}

/** `makeRoom` deletes something that nobody needs any more, and returns false if nothing of that kind is left. */
export function createDiskAttempts(
  makeRoom: () => boolean,
  retryMs: number = DISK_RETRY_MS,
): DiskAttempts {
  let failure: { readonly fault: string; readonly atMs: number } | null = null

  /** Returns what is wrong with the disk, or null where it has taken the write. */
  function run(write: () => void): string | null {
    for (;;) {
      try {
        write()
        return null
      } catch (error) {
        if (isFull(error) && makeRoom()) continue
        return errorText(error)
      }
    }
  }

  return {
    get fault() {
      return failure?.fault ?? null
    },
    attempt(write) {
      if (failure !== null && performance.now() - failure.atMs < retryMs) return false
      const fault = run(write)
      failure = fault === null ? null : { fault, atMs: performance.now() }
      return failure === null
    },
  }
}

function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '')
}

/** The error says that only a part of a write has found room on the disk. */
export class DiskFull extends Error {
  readonly code = 'ENOSPC'

  constructor() {
    super('ENOSPC: no space left on device, write')
  }
}

/** What cleans up after a failure may fail too: the disk is tried again later. */
export function ignoreErrors(work: () => void): void {
  try {
    work()
  } catch {
    // It stays as it is.
  }
}
