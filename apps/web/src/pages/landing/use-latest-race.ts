import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { isRaceType } from '@pitboard/contract/wire/enumerations'
import { useQuery } from '@tanstack/react-query'
import { whenKnown } from '../../state/when-known.ts'
import { latestSessions, sessionDetail } from '../../features/session/session-queries.ts'

/** Returns the newest recorded race; null where nothing has been recorded or it could not be loaded. */
export function useLatestRace(): { readonly race: SessionDetail | null; isPending: boolean } {
  const latest = useQuery(latestSessions)
  const id = latest.data?.sessions.find(({ sessionType }) => isRaceType(sessionType))?.id
  const race = useQuery(whenKnown(id, sessionDetail))
  const isPending = latest.isPending || (id !== undefined && race.isPending)
  return { race: race.data ?? null, isPending }
}
