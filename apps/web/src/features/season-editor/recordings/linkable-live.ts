import type { LiveSummary } from '@pitboard/contract/live'
import type { Season } from '@pitboard/contract/season'

/**
 * Live sessions that no event of the season has yet. Those at the track come first, and among them
 * what the season's owner records.
 */
export function linkableLive(
  live: readonly LiveSummary[],
  { events, ownerId }: Pick<Season, 'events' | 'ownerId'>,
  trackId: number | null,
): LiveSummary[] {
  const linked = new Set(
    events.flatMap(({ sessions }) => sessions.map(({ session }) => session.id)),
  )
  const rank = (session: LiveSummary) =>
    (session.trackId === trackId ? 0 : 2) + (session.userId === ownerId ? 0 : 1)
  return live
    .filter(({ id }) => !linked.has(id))
    .toSorted((a, b) => rank(a) - rank(b) || b.sessionStartTime.localeCompare(a.sessionStartTime))
}
