import { createBuckets } from '../../platform/limits/token-buckets.ts'
import { StorageError } from './storage-error.ts'

const UPLOADS = { calls: 30, seconds: 60, burst: 30 }

export interface UploadLimit {
  /** Throws a 429 where a user sends too much: drawing costs. The server's own are not counted. */
  take(ownerId: string | null): void
}

export function createUploadLimit(nowMs: () => number): UploadLimit {
  const buckets = createBuckets(UPLOADS, nowMs)

  return {
    take(ownerId) {
      if (ownerId === null || buckets.take(ownerId)) return
      throw new StorageError('SlowDown', 'Too many uploads: try again in a minute')
    },
  }
}
