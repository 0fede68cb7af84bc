import type { Decision, EventInput } from './input.ts'
import type { LedgerResult } from './ledger.ts'
import type { ResolveName } from './resolve-name.ts'

/** Points that the stewards gave or took. */
export interface Correction {
  readonly adjustmentId: string
  readonly sessionId: string | null
  /** The event after which it shows. */
  readonly eventIndex: number
  readonly points: number
}

interface Season {
  readonly events: readonly EventInput[]
  readonly adjustments: readonly Decision[]
  readonly driven: readonly number[]
  readonly resolveName: ResolveName
}

/** Finds the stewards' points of a driver and of a team. */
export function openCorrections({ events, adjustments, driven, resolveName }: Season) {
  const eventOf = new Map(
    events.flatMap(({ sessions }, index) =>
      sessions.map(({ sessionId }) => [sessionId, index] as const),
    ),
  )
  const correct = ({ id, sessionId, points }: Decision): Correction => {
    const at = sessionId === null ? undefined : eventOf.get(sessionId)
    const from = at === undefined ? undefined : driven.find((index) => index >= at)
    return {
      adjustmentId: id,
      sessionId,
      // Points of the season as a whole count from now on, not from its start.
      eventIndex: from ?? driven.at(-1) ?? 0,
      points: points ?? 0,
    }
  }
  const sorted = adjustments.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const pointsOfDrivers = sorted.filter(({ kind }) => kind === 'points')
  const pointsOfTeams = sorted.filter(({ kind }) => kind === 'teamPoints')
  return {
    ofDriver(key: string, results: readonly LedgerResult[]): Correction[] {
      return pointsOfDrivers
        .filter((decision) =>
          decision.sessionId === null
            ? decision.name !== null && resolveName(decision.name) === key
            : results.some((result) => isAbout(decision, result)),
        )
        .map(correct)
    },
    ofTeam(team: string): Correction[] {
      return pointsOfTeams.filter(({ name }) => name === team).map(correct)
    },
  }
}

function isAbout({ sessionId, driverIdx }: Decision, result: LedgerResult): boolean {
  return sessionId === result.sessionId && driverIdx === result.driverIdx
}
