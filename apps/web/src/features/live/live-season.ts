import type { SessionSeason } from '@pitboard/contract/sessions/session-endpoints'
import { createStore } from '../../state/store.ts'

/** A driver in the standings of a season, as if the session ended now. */
export interface SeasonPoints {
  readonly position: number
  /** The driver has gained so many positions since the previous event; null if they were not in the standings then. */
  readonly positionsGained: number | null
  readonly points: number
}

/** The season in which the session counts. */
export interface LiveSeason {
  readonly id: string
  /** League, season and round. */
  readonly title: string
  /** False where the points change within seconds of the shown moment, before or after it. */
  readonly isExact: boolean
  /** The keys are car indices; null while nothing is known of the shown moment. */
  readonly points: ReadonlyMap<number, SeasonPoints> | null
  /** These are the absent drivers and the teams at the same moment. */
  readonly others: Pick<SessionSeason, 'absentDrivers' | 'teams'> | null
}

/** Null while the session counts in no season. */
export const liveSeason = createStore<LiveSeason | null>(null)
