import { pitLosses, type TrackPitLoss } from '@pitboard/contract/pit-losses/track-pit-loss'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useLive } from '../race/use-live.ts'

/** It changes with the next recorded session at the earliest. */
const FRESH_MS = 10 * 60_000

/** What a stop has cost on this track before; null while that is unknown. */
export function useTrackPitLoss(): TrackPitLoss | null {
  const trackId = useLive((session) => session.trackId)
  const gameVersion = useLive((session) => session.gameVersion)
  const trackLength = useLive((session) => session.trackLength)
  const userId = useLive((session) => session.userId)
  const { data = null } = useQuery({
    queryKey: ['pitLoss', trackId, gameVersion, trackLength, userId],
    queryFn: ({ signal }) => {
      const query = {
        trackId: trackId ?? 0,
        gameVersion: gameVersion ?? 0,
        trackLength: trackLength ?? 0,
        ...(userId === null ? {} : { userId }),
      }
      return call(pitLosses.get, { query, signal })
    },
    enabled: trackId !== null && gameVersion !== null && (trackLength ?? 0) > 0,
    staleTime: FRESH_MS,
    retry: false,
  })
  return data
}
