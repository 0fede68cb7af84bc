import { SessionType } from '@pitboard/contract/wire/enumerations'

interface Team {
  readonly name: string
  /** It is written as `#rrggbb`. */
  readonly colour: string
}

/**
 * The tables say what the ids of a year mean: the contract's number where it has an enumeration, otherwise a
 * name. An id that is missing from its table is passed on unchanged.
 */
export interface IdTables {
  readonly sessionTypes: Readonly<Record<number, number>>
  readonly penaltyTypes: Readonly<Record<number, number>>
  readonly resultStatuses: Readonly<Record<number, number>>
  readonly weathers: Readonly<Record<number, number>>
  /** These are visual compounds. */
  readonly tyreCompounds: Readonly<Record<number, number>>
  readonly actualTyreCompounds: Readonly<Record<number, string>>
  readonly tracks: Readonly<Record<number, string>>
  readonly teams: Readonly<Record<number, Team>>
  readonly drivers: Readonly<Record<number, string>>
  readonly nationalities: Readonly<Record<number, string>>
  readonly infringements: Readonly<Record<number, string>>
}

const unknownColour = '#8a8f98'

/** Returns the contract's session type for a number of the game; Unknown for an unknown number. */
export function sessionTypeOf(ids: IdTables, id: number): number {
  return ids.sessionTypes[id] ?? SessionType.Unknown
}

/** Returns the name of a track; a name with the game's number for an unknown track. */
export function trackNameOf(ids: IdTables, id: number): string {
  return ids.tracks[id] ?? `Track ${id}`
}

/** Returns a team; an unknown team has a name with the game's number. */
export function teamOf(ids: IdTables, id: number): Team {
  return ids.teams[id] ?? { name: `Team ${id}`, colour: unknownColour }
}

/** Returns the contract's number of a visual compound; an unknown number stays unchanged. */
export function tyreCompoundOf(ids: IdTables, id: number): number {
  return ids.tyreCompounds[id] ?? id
}
