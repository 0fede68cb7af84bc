import type { Adjustment, Alias } from '@pitboard/contract/season'
import type { PointsSystem, SessionRole } from '@pitboard/contract/points-system'

/** Everything that decides a table. The order of what is in a list never matters but the events'. */
export interface SeasonInput {
  readonly system: PointsSystem
  /** In the calendar's order. */
  readonly events: readonly EventInput[]
  readonly aliases: readonly Alias[]
  /** Those that count: none that is revoked. */
  readonly adjustments: readonly Decision[]
}

export type Decision = Pick<
  Adjustment,
  'id' | 'kind' | 'sessionId' | 'driverIdx' | 'name' | 'seconds' | 'points'
>

export interface EventInput {
  readonly id: string
  readonly track: number
  readonly sessions: readonly SessionInput[]
}

export interface SessionInput {
  readonly sessionId: string
  readonly role: SessionRole
  readonly pointsFactor: number
  /** Whether a race that was stopped early pays by the distance it went. */
  readonly pointsByDistance: boolean
  /** It is being driven: its distance says nothing yet of how far it will go. */
  readonly isLive: boolean
  /** 0 where the session runs by time. */
  readonly plannedLaps: number
  /** By car index; null where the game's name stands. */
  readonly driverNames: readonly (string | null)[]
  readonly cars: readonly CarResult[]
}

/** One car's result as it was recorded. */
export interface CarResult {
  readonly driverIdx: number
  readonly name: string
  /** The game hid the name: it says nothing of who drove. */
  readonly isHidden: boolean
  readonly carNumber: number | null
  /** Empty where he drives for nobody. */
  readonly team: string
  readonly teamColour: string
  /** The game's; null where it places nobody. */
  readonly position: number | null
  readonly resultStatus: number
  /** Null where it is not known: then the car is taken to have driven as far as the one ahead. */
  readonly numberOfLaps: number | null
  /** Without penalties. */
  readonly totalRaceTimeMs: number | null
  readonly totalPenaltiesSeconds: number
  readonly bestLapTimeMs: number | null
  readonly startingPosition: number | null
}
