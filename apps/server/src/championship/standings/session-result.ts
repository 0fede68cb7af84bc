/** Standings need this of a session's document. */
export interface SessionResult {
  /** It is 0 where it is not known or the session runs by time. */
  readonly plannedLaps: number
  readonly raceKind: 'sprint' | 'main' | null
  /** This car belongs to who recorded the session; null for a spectator. */
  readonly recorderDriverIdx: number | null
  readonly cars: readonly CarResult[]
}

export interface CarResult {
  readonly driverIdx: number
  readonly name: string
  /** The game hid the name, which then says nothing of who drove. */
  readonly isHidden: boolean
  /** The game drives the others. */
  readonly isHuman: boolean
  readonly carNumber: number | null
  /** It is empty for a driver without a team. */
  readonly team: string
  readonly teamColour: string
  /** The game placed the car there; null where it places nobody. */
  readonly position: number | null
  readonly resultStatus: number
  /** It is null where it is not known: then the car is taken to have driven as far as the one ahead. */
  readonly numberOfLaps: number | null
  /** The time is without penalties. */
  readonly totalRaceTimeMs: number | null
  readonly totalPenaltiesSeconds: number
  readonly bestLapTimeMs: number | null
  /** A result without any lap times may say who had the fastest lap. */
  readonly hasFastestLap?: boolean
  readonly startingPosition: number | null
}
