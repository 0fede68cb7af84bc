import type { EventSession } from './season.ts'

/** The standings count it as it stands: nothing about it is final. */
export function isLiveSession({ session }: EventSession): boolean {
  return session.sessionEndTime === null
}
