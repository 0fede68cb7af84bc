import { createBoundedMap } from '../pages/bounded-map.ts'
import { StorageError } from './storage-error.ts'

const WINDOW_MS = 60_000
const UPLOADS_PER_WINDOW_MAX = 30
const USERS_REMEMBERED_MAX = 10_000

export interface UploadLimit {
  /** Throws a 429 where a user sends too much: drawing costs. The server's own are not counted. */
  take(ownerId: string | null): void
}

export function createUploadLimit(nowMs: () => number): UploadLimit {
  const byOwner = createBoundedMap<{ uploads: number; readonly untilMs: number }>(
    USERS_REMEMBERED_MAX,
  )

  return {
    take(ownerId) {
      if (ownerId === null) return
      const known = byOwner.get(ownerId)
      if (!known || nowMs() >= known.untilMs) {
        byOwner.set(ownerId, { uploads: 1, untilMs: nowMs() + WINDOW_MS })
      } else if (++known.uploads > UPLOADS_PER_WINDOW_MAX) {
        throw new StorageError('SlowDown', 'Too many uploads: try again in a minute')
      }
    },
  }
}
