import type { Column } from './column.ts'
import { ColumnChoice } from './column-choice.tsx'
import { SortChoice } from './sort-choice.tsx'
import type { Sorting } from './sort-rows.ts'

interface TableToolsProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly hidden: readonly string[]
  readonly onHidden: (hidden: readonly string[]) => void
  readonly sorting: Sorting | null
  readonly onSorting: (sorting: Sorting | null) => void
}

/** Which columns there are; and how they are sorted, where a phone has no heads to press. */
export function TableTools<Row>({
  columns,
  hidden,
  onHidden,
  sorting,
  onSorting,
}: TableToolsProps<Row>) {
  const sortable = columns.filter(({ sortBy }) => sortBy !== undefined)
  const optional = columns.filter((column) => column.optional === true)
  if (sortable.length === 0 && optional.length === 0) return null
  return (
    <div
      className={`flex justify-end gap-2 max-sm:w-full ${optional.length === 0 ? 'sm:hidden' : ''}`}
    >
      {sortable.length > 0 && (
        <SortChoice columns={sortable} sorting={sorting} onSorting={onSorting} />
      )}
      {optional.length > 0 && (
        <ColumnChoice columns={optional} hidden={hidden} onHidden={onHidden} />
      )}
    </div>
  )
}
