import { Icon } from '../icon.tsx'
import { alignment, FROM, padding } from './table-row.tsx'
import type { Column } from './column.ts'
import type { Sorting } from './sort-rows.ts'
import { TABLE_ROLES } from '../table-roles.ts'

interface HeadCellProps<Row> {
  readonly column: Column<Row>
  /** The cell stays in sight while the others scroll. */
  readonly stays: boolean
  readonly sorting: Sorting | null
  readonly onSort: () => void
}

export function HeadCell<Row>({ column, stays, sorting, onSort }: HeadCellProps<Row>) {
  const direction = sorting?.key === column.key ? sorting.direction : undefined
  const name = <HeadName column={column} />
  return (
    <th
      scope="col"
      {...TABLE_ROLES.columnHead}
      aria-sort={column.sortBy && (direction ?? 'none')}
      className={`label sticky top-0 h-10 border-b border-line bg-panel first:rounded-tl-l last:rounded-tr-l ${stays ? 'left-0 z-2 px-3' : `z-1 ${padding(column)} first:pl-3 last:pr-3`} ${alignment(column)} ${column.narrow === true ? 'w-px' : ''} ${column.from ? FROM[column.from] : ''}`}
    >
      {column.sortBy ? (
        <button
          type="button"
          onClick={onSort}
          className="group -mx-1 inline-flex min-h-8 items-center gap-1 rounded-s px-1 font-medium uppercase hover:text-text coarse:min-h-11"
        >
          {name}
          <span className={direction ? 'text-text' : 'opacity-60 group-hover:opacity-100'}>
            <Icon name={direction ?? 'sortable'} size="size-4" />
          </span>
        </button>
      ) : (
        name
      )}
    </th>
  )
}

function HeadName<Row>({ column: { head, name } }: { readonly column: Column<Row> }) {
  if (head === undefined) return name
  return (
    <span title={name}>
      <span aria-hidden="true">{head}</span>
      <span className="sr-only">{name}</span>
    </span>
  )
}
