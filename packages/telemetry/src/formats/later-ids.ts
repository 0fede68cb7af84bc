import type { FormatTable, IdTables } from './format-table.ts'

/**
 * A year's ids, and for those it does not have the later years': the format is a choice in the
 * menu, so that a later game's teams and tracks arrive in an earlier year's format.
 */
export function idsWithLater(table: FormatTable, tables: readonly FormatTable[]): IdTables {
  const years = tables
    .filter(({ format }) => format > table.format)
    .toSorted((a, b) => b.format - a.format)
  years.push(table)

  function together<T>(of: (year: FormatTable) => Readonly<Record<number, T>>): Record<number, T> {
    return Object.fromEntries(years.flatMap((year) => Object.entries(of(year))))
  }

  return {
    sessionTypes: together((year) => year.sessionTypes),
    penaltyTypes: together((year) => year.penaltyTypes),
    resultStatuses: together((year) => year.resultStatuses),
    weathers: together((year) => year.weathers),
    tyreCompounds: together((year) => year.tyreCompounds),
    actualTyreCompounds: together((year) => year.actualTyreCompounds),
    tracks: together((year) => year.tracks),
    teams: together((year) => year.teams),
    drivers: together((year) => year.drivers),
    nationalities: together((year) => year.nationalities),
    infringements: together((year) => year.infringements),
  }
}
