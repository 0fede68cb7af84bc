import type { AdjustmentTerms } from '@pitboard/contract/seasons/adjustment'
import type {
  CompletePoints,
  EventPoints,
  SessionRole,
} from '@pitboard/contract/seasons/points-system'
import type { Alias } from '@pitboard/contract/seasons/season'
import type { StartingPoints } from '@pitboard/contract/seasons/starting-points'
import type { CarResult } from './session-result.ts'

/** The standings depend on all this, and nothing else. Only the order of the events matters. */
export interface SeasonInput {
  readonly system: CompletePoints
  /** The events are in the calendar's order. */
  readonly events: readonly EventInput[]
  readonly aliases: readonly Alias[]
  /** Revoked adjustments are left out. */
  readonly adjustments: readonly AppliedAdjustment[]
  /** It is empty without a roster: then the game's teams count. */
  readonly roster: readonly RosterEntry[]
  /** The tiers stand in order, the best first; the list is empty where all drivers compete with each other. */
  readonly tiers: readonly string[]
  /** If it is true, teams compete within a tier, too. */
  readonly teamsPerTier: boolean
  readonly startingPoints: StartingPoints
  /** Only approved claims count. */
  readonly claims: readonly { readonly name: string; readonly userId: string }[]
}

/** An entry says which team a driver drives for, and in which events. */
export interface RosterEntry {
  readonly name: string
  /** Null stands for the team that the game shows. */
  readonly team: { readonly name: string; readonly colour: string } | null
  /** It is empty without one. */
  readonly tier: string
  readonly fromEventId: string | null
  readonly toEventId: string | null
  /** Differs between the entries of a roster. */
  readonly place: number
}

export type AppliedAdjustment = AdjustmentTerms & { readonly id: string }

export interface EventInput {
  readonly id: string
  readonly track: number
  /** The event pays this otherwise than the season; null for nothing. */
  readonly points: EventPoints | null
  readonly sessions: readonly SessionInput[]
}

export interface SessionInput {
  readonly sessionId: string
  readonly role: SessionRole
  /** All cars of the session belong to this tier; empty if each driver's entry in the roster decides. */
  readonly tier: string
  readonly pointsFactor: number
  /** If it is true, a race that was stopped early pays by the distance it went. */
  readonly pointsByDistance: boolean
  /** It is being driven: its distance says nothing yet of how far it will go. */
  readonly isLive: boolean
  /** It is 0 where the session runs by time. */
  readonly plannedLaps: number
  /** The list has the assigned name by car index; null where the game's name stands. */
  readonly driverNames: readonly (string | null)[]
  readonly cars: readonly CarResult[]
  /** They are for the driver of the day, and counted; the list is empty without a vote and as long as it is open. */
  readonly votes: readonly DriverVotes[]
}

export interface DriverVotes {
  readonly driverIdx: number
  readonly votes: number
}
