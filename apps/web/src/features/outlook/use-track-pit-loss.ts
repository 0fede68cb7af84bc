import { pitLosses, type TrackPitLoss } from '@pitboard/contract/pit-losses/track-pit-loss'
import { skipToken, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useLive } from '../race/use-live.ts'

/** It changes with the next recorded session at the earliest. */
const FRESH_MS = 10 * 60_000

/** Returns what a stop has cost on this track before; null while that is unknown. */
export function useTrackPitLoss(): TrackPitLoss | null {
  const trackId = useLive((session) => session.trackId)
  const gameVersion = useLive((session) => session.gameVersion)
  const trackLength = useLive((session) => session.trackLength)
  const userId = useLive((session) => session.userId)
  const isKnown =
    trackId !== null && gameVersion !== null && trackLength !== null && trackLength > 0
  const { data = null } = useQuery({
    queryKey: ['pitLoss', trackId, gameVersion, trackLength, userId],
    queryFn: isKnown
      ? ({ signal }) => {
          const query = { trackId, gameVersion, trackLength, ...(userId !== null && { userId }) }
          return call(pitLosses.get, { query, signal })
        }
      : skipToken,
    staleTime: FRESH_MS,
    retry: false,
  })
  return data
}
