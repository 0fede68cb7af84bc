import { SessionType } from '@pitboard/contract/enumerations'

export interface Team {
  readonly name: string
  /** `#rrggbb` */
  readonly colour: string
}

/**
 * What the ids of a year mean: the contract's number where it has an enumeration, otherwise a name.
 * An id that is missing from its table is passed on unchanged.
 */
export interface IdTables {
  readonly sessionTypes: Readonly<Record<number, number>>
  readonly penaltyTypes: Readonly<Record<number, number>>
  readonly resultStatuses: Readonly<Record<number, number>>
  readonly weathers: Readonly<Record<number, number>>
  /** Visual compounds. */
  readonly tyreCompounds: Readonly<Record<number, number>>
  readonly actualTyreCompounds: Readonly<Record<number, string>>
  readonly tracks: Readonly<Record<number, string>>
  readonly teams: Readonly<Record<number, Team>>
  readonly drivers: Readonly<Record<number, string>>
  readonly nationalities: Readonly<Record<number, string>>
  readonly infringements: Readonly<Record<number, string>>
}

const unknownColour = '#8a8f98'

/** The specification's session type for the game's number; Unknown where the year has no such. */
export function sessionTypeOf(ids: IdTables, id: number): number {
  return ids.sessionTypes[id] ?? SessionType.Unknown
}

/** The track's name; a track that the year does not know keeps the game's number. */
export function trackNameOf(ids: IdTables, id: number): string {
  return ids.tracks[id] ?? `Track ${id}`
}

/** The team; one that the year does not know keeps the game's number. */
export function teamOf(ids: IdTables, id: number): Team {
  return ids.teams[id] ?? { name: `Team ${id}`, colour: unknownColour }
}

/** The specification's number of a visual compound; one without a counterpart stays itself. */
export function tyreCompoundOf(ids: IdTables, id: number): number {
  return ids.tyreCompounds[id] ?? id
}
