import { sessionKind } from '@pitboard/contract/wire/session-kind'
import type { LiveSummary } from '@pitboard/contract/live/live'

const KINDS = ['race', 'qualifying', 'practice', 'timeTrial'] as const

type Ranked = Pick<
  LiveSummary,
  'id' | 'receiving' | 'sessionType' | 'seasons' | 'numberOfDrivers' | 'viewers'
>

/**
 * Compares two live sessions, so that the one most worth watching comes first: one that is being received,
 * races of seasons before other races, qualifying and the rest, then more cars, more viewers, and the newer
 * one.
 */
export function compareLive(a: Ranked, b: Ranked): number {
  return (
    Number(b.receiving) - Number(a.receiving) ||
    kindOf(a) - kindOf(b) ||
    Number(isOfSeason(b)) - Number(isOfSeason(a)) ||
    b.numberOfDrivers - a.numberOfDrivers ||
    b.viewers - a.viewers ||
    (a.id < b.id ? 1 : -1)
  )
}

function isOfSeason({ seasons }: Ranked): boolean {
  return seasons.length > 0
}

function kindOf({ sessionType }: Ranked): number {
  return KINDS.indexOf(sessionKind(sessionType))
}
