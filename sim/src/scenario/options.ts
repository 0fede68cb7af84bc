import type { Format } from '@pitboard/telemetry/formats/registry'
import type { SessionKind, Situation } from '../setup/situations.ts'
import type { SprintNumbering } from '../setup/session-types.ts'

export interface ScenarioOptions {
  /** Decides everything that is left to chance: the same seed gives the same datagrams. */
  readonly seed: number
  readonly format: Format
  readonly rateHz: 10 | 20 | 30 | 60
  readonly cars: number
  readonly laps: number
  /** One session, or those of a weekend in their order. */
  readonly kinds: readonly SessionKind[]
  readonly situations: readonly Situation[]
  readonly numbering?: SprintNumbering
  readonly trackId?: number
  /** Leaves out the packets that no session is made of. */
  readonly lean?: boolean
}

/** Reception time of the beginning of a stream. */
export const START_MS = Date.UTC(2026, 4, 3, 13)
export const SHORT_TRACK = 22
