import { createStore } from '../../state/store.ts'

/** A driver in the standings of a season, as if the session ended now. */
export interface SeasonPoints {
  readonly position: number
  /** Since the previous event; null if not in the standings then. */
  readonly positionsGained: number | null
  readonly points: number
}

/** By car index; null while the session counts in no season, or nothing is known of the shown moment. */
export const seasonPoints = createStore<ReadonlyMap<number, SeasonPoints> | null>(null)
