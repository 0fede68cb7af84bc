import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { decidingMoveOf, type DecidingMove } from './deciding-move.ts'
import { finalTimeMs } from './result-order.ts'
import { countLeadChanges, leadersOf } from './leaders.ts'
import { completedLapsOf } from '../laps/completed-laps.ts'

/** The outcome says how a race was decided, as far as its document shows that. */
export interface RaceOutcome {
  readonly kind: 'race'
  readonly winner: Driver
  /** It is null where the second car did not finish. */
  readonly second: Driver | null
  /** It is the gap to the second, including penalties; null if unknown or if the second was lapped. */
  readonly marginMs: number | null
  /** Counts the ends of laps at which another car led than at the one before; null if unknown. */
  readonly leadChanges: number | null
  /** Shows how the winner got the lead for good; null if unknown. */
  readonly move: DecidingMove | null
  readonly wasStopped: boolean
}

/** Nobody has won: the recording ended before the finish, or no car finished. */
export interface OpenOutcome {
  readonly kind: 'open'
  readonly leader: Driver
}

/**
 * Returns how a race was decided; `order` has its drivers in the order of the result. Returns null if nobody
 * drove.
 */
export function raceOutcome(
  session: SessionDetail,
  order: readonly Driver[],
): RaceOutcome | OpenOutcome | null {
  const [winner, next] = order
  if (!winner) return null
  if (winner.resultStatus !== ResultStatus.Finished) return { kind: 'open', leader: winner }
  const second = next?.resultStatus === ResultStatus.Finished ? next : null
  const leaders = trustedLeaders(session, winner)
  return {
    kind: 'race',
    winner,
    second,
    marginMs: second && marginOf(winner, second),
    leadChanges: countLeadChanges(leaders),
    move: decidingMoveOf(session, winner, leaders),
    wasStopped: wasStopped(session),
  }
}

function wasStopped({ numberOfRedFlags, events }: SessionDetail): boolean {
  return (
    (numberOfRedFlags !== null && numberOfRedFlags > 0) ||
    events.some(({ kind }) => kind === 'redFlag')
  )
}

/**
 * Finds the leader at the end of each lap; null where that cannot be determined. The list is empty if the lap
 * times disagree with the times of the result, and after a second start, because the sums of lap times need
 * not show then who led.
 */
export function trustedLeaders(session: SessionDetail, winner: Driver): readonly (Driver | null)[] {
  const { drivers } = session
  if (wasStopped(session)) return []
  const leaders = leadersOf(drivers, completedLapsOf(winner))
  const last = leaders.at(-1) ?? null
  if (last === null || last === winner) return leaders
  const [lastMs, winnerMs] = [last.totalRaceTime, winner.totalRaceTime]
  return lastMs !== null && winnerMs !== null && lastMs > winnerMs ? [] : leaders
}

function marginOf(winner: Driver, second: Driver): number | null {
  if (winner.numberOfLaps !== second.numberOfLaps) return null
  const [winnerMs, secondMs] = [finalTimeMs(winner), finalTimeMs(second)]
  if (winnerMs === null || secondMs === null || secondMs < winnerMs) return null
  return secondMs - winnerMs
}
