import type { EventSession } from './season.ts'

/**
 * Returns whether a session is still being driven. The standings count it as it stands, though nothing about
 * it is final.
 */
export function isLiveSession({ session }: EventSession): boolean {
  return session.sessionEndTime === null
}
