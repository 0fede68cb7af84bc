import { SessionType } from '@pitboard/contract/enumerations'
import type { IdTables, Team } from './format-table.ts'

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
