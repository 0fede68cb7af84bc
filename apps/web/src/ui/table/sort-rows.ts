import type { Column } from './column.ts'

export interface Sorting {
  readonly key: string
  readonly direction: 'ascending' | 'descending'
}

/** Unknown values come last in either direction; equal rows keep the order they had. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sorting: Sorting | null,
): readonly Row[] {
  const valueOf = columns.find(({ key }) => key === sorting?.key)?.sortBy
  if (!sorting || !valueOf) return rows
  const sign = sorting.direction === 'ascending' ? 1 : -1
  return rows.toSorted((a, b) => {
    const [first, second] = [valueOf(a), valueOf(b)]
    if (first === null || second === null) return Number(first === null) - Number(second === null)
    return sign * compare(first, second)
  })
}

function compare(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a).localeCompare(String(b))
}

/** Returns the order after a press on a head: first ascending, then descending, then the order the rows came in. */
export function nextSorting(sorting: Sorting | null, key: string): Sorting | null {
  if (sorting?.key !== key) return { key, direction: 'ascending' }
  return sorting.direction === 'ascending' ? { key, direction: 'descending' } : null
}
