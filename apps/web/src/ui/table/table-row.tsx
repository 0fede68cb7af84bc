import type { Column } from './column.ts'
import { TABLE_ROLES } from '../table-roles.ts'

/** The widths stand by the names of the breakpoints. */
export const FROM = { sm: 'max-sm:hidden', md: 'max-md:hidden', wide: 'max-wide:hidden' } as const

const ALIGN = { left: 'text-left', right: 'text-right', center: 'text-center' } as const

/** Returns the padding beside the content of a cell. */
export function padding<Row>({ tight = false }: Column<Row>): string {
  return tight ? 'px-0.5' : 'px-2'
}

export function alignment<Row>({ align = 'left' }: Column<Row>): string {
  return ALIGN[align]
}

interface TableRowProps<Row> {
  readonly row: Row
  readonly columns: readonly Column<Row>[]
  readonly scrolls: boolean
  readonly dense: boolean
}

export function TableRow<Row>({ row, columns, scrolls, dense }: TableRowProps<Row>) {
  return (
    <tr {...TABLE_ROLES.row} className={`group/row even:bg-stripe ${dense ? 'h-8' : 'h-10'}`}>
      {columns.map((column, index) => {
        const look = `border-line group-last/row:border-b-0 ${scrolls ? '' : 'border-b'} ${alignment(column)} ${column.from ? FROM[column.from] : ''}`
        const phone = { 'data-phone': column.phone ?? 'line', 'data-name': column.name }
        if (column.namesRow === true) {
          return (
            <th
              key={column.key}
              scope="row"
              {...TABLE_ROLES.rowHead}
              {...phone}
              className={`px-2 font-medium first:pl-3 ${look} ${scrolls && index === 0 ? 'sticky left-0 border-r bg-panel' : ''}`}
            >
              {column.cell(row)}
            </th>
          )
        }
        return (
          <td
            key={column.key}
            {...TABLE_ROLES.cell}
            {...phone}
            className={`${padding(column)} first:pl-3 last:pr-3 ${look}`}
          >
            {column.cell(row)}
          </td>
        )
      })}
    </tr>
  )
}
