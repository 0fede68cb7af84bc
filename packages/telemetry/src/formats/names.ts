import { SessionType } from '@pitboard/contract/enumerations'
import type { FormatTable, Team } from './format-table.ts'
import { formats } from './registry.ts'

const tables = new Map<number, FormatTable>(
  Object.values(formats).map((table) => [table.format, table]),
)

const unknownColour = '#8a8f98'

/** The specification's session type for the game's number; Unknown where the year has no such. */
export function sessionTypeOf(format: number, id: number): number {
  return tables.get(format)?.sessionTypes[id] ?? SessionType.Unknown
}

export function knowsSessionType(format: number, id: number): boolean {
  return tables.get(format)?.sessionTypes[id] !== undefined
}

export function knowsTrack(format: number, id: number): boolean {
  return tables.get(format)?.tracks[id] !== undefined
}

export function knowsTeam(format: number, id: number): boolean {
  return tables.get(format)?.teams[id] !== undefined
}

export function trackNameOf(format: number, id: number): string {
  return tables.get(format)?.tracks[id] ?? `Track ${id}`
}

export function teamOf(format: number, id: number): Team {
  return tables.get(format)?.teams[id] ?? { name: `Team ${id}`, colour: unknownColour }
}
