import type { Adjustment, AdjustmentDecision } from '@pitboard/contract/seasons/adjustment'
import type { Season } from '@pitboard/contract/seasons/season'
import type { Contribution } from '@pitboard/contract/seasons/standings'
import type { MatrixRow } from './matrix-rows.ts'

/** Finds the decisions of the stewards that gave or took the points of a part, or moved the driver to its place. */
export function findPartDecisions(
  part: Contribution,
  row: MatrixRow,
  season: Season,
): AdjustmentDecision[] {
  const adjustments = season.adjustments.filter((adjustment) =>
    part.kind === 'adjustment'
      ? adjustment.id === part.adjustmentId
      : part.kind === 'position' &&
        adjustment.sessionId === part.sessionId &&
        isOfResult(adjustment, row),
  )
  return decisionsOf(adjustments)
}

/** Finds decisions about results of the driver that brought no points, such as disqualifications. */
export function findOtherDecisions(
  row: MatrixRow,
  season: Season,
  known: readonly AdjustmentDecision[],
): AdjustmentDecision[] {
  const ids = new Set(known.map(({ id }) => id))
  const all = decisionsOf(season.adjustments.filter((adjustment) => isOfResult(adjustment, row)))
  return all.filter(({ id }) => !ids.has(id))
}

/** Returns whether it changes the place of a car of the driver. */
function isOfResult({ kind, sessionId, driverIdx }: Adjustment, { results }: MatrixRow): boolean {
  if (kind === 'points' || kind === 'teamPoints') return false
  return (results.get(sessionId) ?? []).some((result) => result.driverIdx === driverIdx)
}

/** One decision may have several adjustments. Revoked ones change nothing. */
function decisionsOf(adjustments: readonly Adjustment[]): AdjustmentDecision[] {
  const decisions = adjustments.flatMap(({ decision, revokedAt }) =>
    decision !== null && revokedAt === null ? [decision] : [],
  )
  const byId = new Map(decisions.map((decision) => [decision.id, decision]))
  return [...byId.values()].toSorted((a, b) => a.number - b.number)
}
