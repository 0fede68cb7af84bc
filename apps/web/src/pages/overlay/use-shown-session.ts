import { liveSessions } from '@pitboard/contract/live/live'
import type { LiveSession } from '@pitboard/contract/live/live'
import { skipToken, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export interface OverlaySubject {
  readonly sessionId: string | null
  readonly userId: string | null
}

const REFRESH_MS = 15_000

/** Returns the session that an overlay shows now; null while nobody drives, undefined while that is unknown. */
export function useShownSession({
  sessionId,
  userId,
}: OverlaySubject): LiveSession | null | undefined {
  const find = callOf({ sessionId, userId })
  const { data, isError } = useQuery({
    queryKey: ['scenes', 'session', sessionId, userId],
    queryFn: find ? ({ signal }) => find(signal) : skipToken,
    refetchInterval: REFRESH_MS,
    retry: false,
  })
  if (!find || isError) return null
  return data
}

/** A user comes before a session, which ends. */
function callOf({ sessionId: id, userId }: OverlaySubject) {
  if (userId !== null) {
    return (signal: AbortSignal) => call(liveSessions.user, { params: { userId }, signal })
  }
  if (id === null) return null
  return (signal: AbortSignal) => call(liveSessions.get, { params: { id }, signal })
}
