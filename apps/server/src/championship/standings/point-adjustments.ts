import { adjustmentEffect } from './adjustment-rules.ts'
import type { ResolveName } from './identify-drivers.ts'
import type { AppliedAdjustment, EventInput } from './input.ts'
import type { LedgerResult } from './ledger.ts'

/** Points that the stewards add to a driver or a team, or deduct. */
export interface PointAdjustment {
  readonly adjustmentId: string
  readonly sessionId: string | null
  /** The event after which the points count. */
  readonly eventIndex: number
  readonly points: number
}

interface Season {
  readonly events: readonly EventInput[]
  readonly adjustments: readonly AppliedAdjustment[]
  readonly driven: readonly number[]
  readonly resolveName: ResolveName
}

/** Finds the point adjustments of a driver and of a team. */
export function createPointAdjustments({ events, adjustments, driven, resolveName }: Season) {
  const eventOf = new Map(
    events.flatMap(({ sessions }, index) =>
      sessions.map(({ sessionId }) => [sessionId, index] as const),
    ),
  )
  const effects = adjustments
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((adjustment) => ({ ...adjustmentEffect(adjustment), adjustmentId: adjustment.id }))

  function pointAdjustment(adjustmentId: string, points: number, sessionId: string | null) {
    const at = sessionId === null ? undefined : eventOf.get(sessionId)
    const from = at === undefined ? undefined : driven.find((index) => index >= at)
    // Points of the season as a whole count from now on, not from its start.
    return { adjustmentId, sessionId, eventIndex: from ?? driven.at(-1) ?? 0, points }
  }

  return {
    ofDriver: (key: string, results: readonly LedgerResult[]): PointAdjustment[] =>
      effects.flatMap((effect) => {
        if (effect.target !== 'driver') return []
        const { adjustmentId, sessionId, driverIdx, name, points } = effect
        const isOwn =
          sessionId === null
            ? name !== null && resolveName(name) === key
            : results.some((one) => one.sessionId === sessionId && one.driverIdx === driverIdx)
        return isOwn ? [pointAdjustment(adjustmentId, points, sessionId)] : []
      }),
    ofTeam: (team: string): PointAdjustment[] =>
      effects.flatMap((effect) =>
        effect.target === 'team' && effect.name === team
          ? [pointAdjustment(effect.adjustmentId, effect.points, null)]
          : [],
      ),
  }
}
