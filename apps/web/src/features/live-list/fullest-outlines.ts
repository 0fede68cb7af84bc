import type { LiveSummary } from '@pitboard/contract/live/live'
import { knownShare, type Outline } from '@pitboard/analysis/track/track-geometry'

type Drawn = Pick<LiveSummary, 'trackId' | 'trackOutline'>

/**
 * Returns the outline of each track of which most is known. All sessions at a track show this one: an unfinished
 * outline is not turned as a whole one is, and one track in two positions looks like two tracks.
 */
export function fullestOutlines(sessions: readonly Drawn[]): ReadonlyMap<number, Outline> {
  const fullest = new Map<number, Outline>()
  for (const { trackId, trackOutline } of sessions) {
    const known = fullest.get(trackId)
    if (!known || knownShare(trackOutline) > knownShare(known)) fullest.set(trackId, trackOutline)
  }
  return fullest
}
