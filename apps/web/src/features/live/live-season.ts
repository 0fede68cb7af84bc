import type { SessionSeason } from '@pitboard/contract/sessions/session-endpoints'
import { createStore } from '../../state/store.ts'

/** A driver stands so in a season, as if the session ended now. */
export interface SeasonPoints {
  readonly position: number
  /**
   * The driver has gained this many positions since the previous event; it is null if they were not in the standings
   * then.
   */
  readonly positionsGained: number | null
  readonly points: number
}

export interface LiveSeason {
  readonly id: string
  /** The title has league, season and round. */
  readonly title: string
  /** It is false where the points change within seconds of the shown moment, before or after it. */
  readonly isExact: boolean
  /** The keys are car indices; it is null while nothing is known of the shown moment. */
  readonly points: ReadonlyMap<number, SeasonPoints> | null
  /** These are the absent drivers and the teams at the same moment. */
  readonly others: Pick<SessionSeason, 'absentDrivers' | 'teams'> | null
}

/** It is null while the session counts in no season. */
export const liveSeason = createStore<LiveSeason | null>(null)
