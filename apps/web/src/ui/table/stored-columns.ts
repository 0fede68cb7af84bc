import { keep, readKept } from '../../state/browser-storage.ts'
import type { Column } from './column.ts'

type Choosable = Pick<Column<never>, 'key' | 'optional' | 'hiddenAtFirst'>

/** The keys of the columns that a reader does not see: what he chose in this table, else as it comes. */
export function hiddenColumns(table: string, columns: readonly Choosable[]): readonly string[] {
  const kept = parse(readKept(nameOf(table)))
  return columns
    .filter(({ key, optional, hiddenAtFirst }) => {
      const choice = optional === true ? kept.get(key) : undefined
      return typeof choice === 'boolean' ? !choice : hiddenAtFirst === true
    })
    .map(({ key }) => key)
}

/** Keeps each optional column's being there: columns of a later version come as they come. */
export function keepHiddenColumns(
  table: string,
  columns: readonly Choosable[],
  hidden: readonly string[],
): void {
  const shown = columns
    .filter(({ optional }) => optional === true)
    .map(({ key }): [string, boolean] => [key, !hidden.includes(key)])
  // A table has other columns in other sessions, whose choice stays.
  const kept = parse(readKept(nameOf(table)))
  keep(nameOf(table), JSON.stringify(Object.fromEntries([...kept, ...shown])))
}

function nameOf(table: string): string {
  return `columns.${table}`
}

function parse(text: string | null): Map<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : [])
  } catch {
    return new Map()
  }
}
