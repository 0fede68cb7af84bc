import type { SeasonEvent } from '@pitboard/contract/season'
import type { SessionSummary } from '@pitboard/contract/session'

/** The event that the sessions were most likely driven for: at their track, the nearest in time. */
export function likelyEvent(
  events: readonly SeasonEvent[],
  chosen: readonly SessionSummary[],
): string | null {
  const [first] = chosen
  if (!first) return null
  const drivenMs = Date.parse(first.sessionStartTime)
  const apartMs = ({ startsAt }: SeasonEvent) =>
    startsAt === null ? Number.MAX_SAFE_INTEGER : Math.abs(Date.parse(startsAt) - drivenMs)
  const [likely] = events
    .filter(({ track }) => track === first.trackId)
    .toSorted((a, b) => apartMs(a) - apartMs(b))
  return likely?.id ?? null
}
