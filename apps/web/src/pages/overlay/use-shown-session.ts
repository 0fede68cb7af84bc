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
  const hasSubject = sessionId !== null || userId !== null
  const { data, isError } = useQuery({
    queryKey: ['scenes', 'session', sessionId, userId],
    queryFn: hasSubject
      ? ({ signal }) =>
          userId === null
            ? call(liveSessions.get, { params: { id: sessionId ?? '' }, signal })
            : call(liveSessions.user, { params: { userId }, signal })
      : skipToken,
    refetchInterval: REFRESH_MS,
    retry: false,
  })
  if (!hasSubject || isError) return null
  return data
}
