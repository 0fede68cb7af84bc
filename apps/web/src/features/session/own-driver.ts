import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'

/** Returns the car that the reader has marked as their own, else the one they recorded the session with; null if neither. */
export function findOwnDriverIdx(
  {
    drivers,
    recorderDriverIdx,
    userId,
  }: Pick<SessionDetail, 'drivers' | 'recorderDriverIdx' | 'userId'>,
  isMarked: (driver: Driver) => boolean,
  readerId: string | null,
): number | null {
  const marked = drivers.find(isMarked)
  if (marked) return marked.driverIdx
  return readerId === userId ? (recorderDriverIdx ?? null) : null
}
