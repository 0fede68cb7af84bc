import type { FormatTable, IdTables } from './format-table.ts'

/**
 * A year's ids, and for those it does not have the later years': the format is a choice in the
 * menu, so that a later game's teams and tracks arrive in an earlier year's format.
 */
export function idsWithLater(table: FormatTable, tables: readonly FormatTable[]): IdTables {
  const later = tables
    .filter(({ format }) => format > table.format)
    .toSorted((a, b) => b.format - a.format)
  const years = [...later, table]
  return {
    sessionTypes: Object.assign({}, ...years.map((year) => year.sessionTypes)),
    teams: Object.assign({}, ...years.map((year) => year.teams)),
    tracks: Object.assign({}, ...years.map((year) => year.tracks)),
  }
}
