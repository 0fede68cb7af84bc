import type { ReactNode } from 'react'
import { TeamBar } from '../../timing/team-bar.tsx'

export interface EmbedColumn<Row> {
  readonly name: string
  /** A narrow head shows this; `name` is its long form. */
  readonly short?: string
  readonly align?: 'left' | 'right'
  /** The column is left out of narrow frames. */
  readonly isExtra?: boolean
  readonly cell: (row: Row) => ReactNode
}

interface EmbedTableProps<Row> {
  readonly label: string
  readonly columns: readonly EmbedColumn<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string | number
}

/** Shows a table without tools, which fits a frame of 300 px. */
export function EmbedTable<Row>({ label, columns, rows, rowKey }: EmbedTableProps<Row>) {
  return (
    <table aria-label={label} className="timing text-timing">
      <thead>
        <tr className="label border-b border-line">
          {columns.map((column) => (
            <th key={column.name} scope="col" className={lookOf(column)} title={column.name}>
              {column.short ?? column.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)} className="border-b border-line last:border-b-0 even:bg-stripe">
            {columns.map((column) => (
              <td key={column.name} className={lookOf(column)}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function lookOf<Row>({ align = 'left', isExtra = false, short }: EmbedColumn<Row>): string {
  const side = align === 'right' ? 'text-right' : 'text-left'
  return `px-2 py-1 font-medium ${side} ${isExtra ? 'max-sm:hidden' : ''} ${short === undefined ? '' : 'w-10'}`
}

interface EmbedNameProps {
  readonly name: string
  readonly team?: string
  readonly teamColour: string
}

/** Shows a driver or a team beside the team's colour. */
export function EmbedName({ name, team = '', teamColour }: EmbedNameProps) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <TeamBar teamColour={teamColour} />
      <span className="min-w-0 wrap-anywhere">
        {name}
        {team !== '' && <span className="block text-small text-muted">{team}</span>}
      </span>
    </span>
  )
}
