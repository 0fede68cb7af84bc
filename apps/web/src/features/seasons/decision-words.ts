import type { Adjustment, Season } from '@pitboard/contract/season'
import type { Text } from '../../messages/create-text.ts'
import { formatChange, formatPoints } from './format-points.ts'
import { findSession, sessionTitle } from './session-titles.ts'

/** "+5 s: Max, Spa, Sprint (round 10, 27 Jul 2026)", "−3 points: Team Red". */
export function decisionWords(decision: Adjustment, season: Season, text: Text): string {
  const found = findSession(season, decision.sessionId)
  const about = [
    subjectOf(decision, season, text),
    ...(found ? [sessionTitle(season, found.event, found.linked, text)] : []),
  ]
  return `${what(decision, text)}: ${about.join(', ')}`
}

function what({ kind, seconds, points }: Adjustment, text: Text): string {
  if (kind === 'disqualification') return text('season.disqualified')
  if (kind === 'timePenalty') {
    return text('season.seconds', { seconds: formatChange(seconds ?? 0, text.locale) })
  }
  const number = points ?? 0
  const sign = number < 0 ? '−' : '+'
  return text('season.pointsChanged', {
    points: sign + formatPoints(Math.abs(number), text.locale),
  })
}

function subjectOf({ name, sessionId, driverIdx }: Adjustment, season: Season, text: Text): string {
  if (name !== null) return name
  const driver = season.standings.drivers.find(({ results }) =>
    results.some((result) => result.sessionId === sessionId && result.driverIdx === driverIdx),
  )
  return driver?.name ?? text('season.car', { number: driverIdx ?? 0 })
}
