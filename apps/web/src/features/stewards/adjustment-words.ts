import type { Adjustment } from '@pitboard/contract/seasons/adjustment'
import type { Season } from '@pitboard/contract/seasons/season'
import type { Text } from '../../messages/create-text.ts'
import { KIND_VIEWS } from '../../timing/adjustment-kinds.ts'
import { findSession, sessionTitle } from '../season/session-titles.ts'

/** Returns a text such as "+5 s: Max, Spa, Sprint (round 10, 27 Jul 2026)" or "−3 points: Team Red". */
export function adjustmentWords(adjustment: Adjustment, season: Season, t: Text): string {
  const found = findSession(season, adjustment.sessionId)
  const about = [
    subjectOf(adjustment, season, t),
    ...(found ? [sessionTitle(season, found.event, found.linked, t)] : []),
  ]
  const { kind, seconds, points, places } = adjustment
  return `${KIND_VIEWS[kind].words(seconds ?? points ?? places ?? 0, t)}: ${about.join(', ')}`
}

function subjectOf({ name, sessionId, driverIdx }: Adjustment, season: Season, t: Text): string {
  if (name !== null) return name
  const driver = season.standings.drivers.find(({ results }) =>
    results.some((result) => result.sessionId === sessionId && result.driverIdx === driverIdx),
  )
  return driver?.name ?? t('season.car', { number: driverIdx })
}
