import './table.css'
import { type ReactNode, useMemo, useState } from 'react'
import { ScrollBox } from '../card.tsx'
import { Section } from '../section.tsx'
import type { Column } from './column.ts'
import { HeadCell } from './head-cell.tsx'
import { nextSorting, type Sorting, sortRows } from './sort-rows.ts'
import { TABLE_ROLES } from '../table-roles.ts'
import { TableRow } from './table-row.tsx'
import { TableTools } from './table-tools.tsx'
import { writeStored, readStored } from '../../state/browser-storage.ts'

interface TableProps<Row> {
  /** The browser stores the reader's choice of columns under this name. */
  readonly name: string
  /** Names the table. */
  readonly label: string
  /** The name stands above it as the heading of a section. */
  readonly headed?: boolean
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string | number
  /** `lines` folds rows on a phone; `scroll` fixes the first column and scrolls the others. */
  readonly form?: 'lines' | 'scroll'
  /** Rows have 32 px in place of 40, for long tables that are read down. */
  readonly dense?: boolean
  /** Places the tools and the table, which then shows all of its rows. */
  readonly renderFrame?: (tools: ReactNode, table: ReactNode) => ReactNode
}

/** Shows rows under heads that stay in sight, can be sorted by, and can be chosen. */
export function Table<Row>({
  name,
  label,
  headed = false,
  columns,
  rows,
  rowKey,
  form = 'lines',
  dense = false,
  renderFrame,
}: TableProps<Row>) {
  const [sorting, setSorting] = useState<Sorting | null>(null)
  // It is read for each table and each set of columns: some columns come later than their table.
  const keys = columns.map(({ key }) => key).join()
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- columns are created for each render
  const stored = useMemo(() => hiddenColumns(name, columns), [name, keys])
  /** They were chosen on this page, by table and column: a browser may refuse to store it. */
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map())
  const hidden = columns
    .map(({ key }) => key)
    .filter((key) => chosen.get(`${name} ${key}`) ?? stored.includes(key))
  const shown = columns.filter(({ key }) => !hidden.includes(key))
  const scrolls = form === 'scroll'
  const table = (
    <table
      aria-label={label}
      {...TABLE_ROLES.table}
      className={`timing border-separate border-spacing-0 whitespace-nowrap ${scrolls ? 'table-scroll text-small' : 'table-lines w-full text-timing'}`}
    >
      <thead {...TABLE_ROLES.group}>
        <tr {...TABLE_ROLES.row}>
          {shown.map((column, index) => (
            <HeadCell
              key={column.key}
              column={column}
              stays={scrolls && index === 0}
              sorting={sorting}
              onSort={() => setSorting(nextSorting(sorting, column.key))}
            />
          ))}
        </tr>
      </thead>
      <tbody {...TABLE_ROLES.group}>
        {sortRows(rows, columns, sorting).map((row) => (
          <TableRow key={rowKey(row)} row={row} columns={shown} scrolls={scrolls} dense={dense} />
        ))}
      </tbody>
    </table>
  )
  const tools = (
    <TableTools
      columns={columns}
      hidden={hidden}
      onHidden={(next) => {
        const choices = columns.map(({ key }) => [`${name} ${key}`, next.includes(key)] as const)
        setChosen(new Map([...chosen, ...choices]))
        keepHiddenColumns(name, columns, next)
      }}
      sorting={sorting}
      onSorting={setSorting}
    />
  )
  const framed = scrolls ? (
    <ScrollBox
      label={label}
      className={`rounded-l border border-line bg-panel ${renderFrame ? 'w-fit max-w-full' : 'max-h-[80dvh]'}`}
    >
      {table}
    </ScrollBox>
  ) : (
    // A box that scrolls would hold the head back, so a page with the room for the table has none.
    // Words for the ear alone lie absolutely: without a place in it they would widen the page.
    <div className="relative rounded-l border border-line bg-panel max-wide:overflow-x-auto">
      {table}
    </div>
  )
  if (renderFrame) return renderFrame(tools, framed)
  if (headed) {
    return (
      <Section title={label} actions={tools}>
        {framed}
      </Section>
    )
  }
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {tools}
      {framed}
    </div>
  )
}

type Choosable = Pick<Column<never>, 'key' | 'optional' | 'hiddenAtFirst'>

/** Returns the keys of the columns that a reader does not see: their choice in this table, else the default. */
function hiddenColumns(table: string, columns: readonly Choosable[]): readonly string[] {
  const stored = parse(readStored(nameOf(table)))
  return columns
    .filter(({ key, optional, hiddenAtFirst }) => {
      const choice = optional === true ? stored.get(key) : undefined
      return typeof choice === 'boolean' ? !choice : hiddenAtFirst === true
    })
    .map(({ key }) => key)
}

/** Stores whether each optional column is shown; columns of a later version have their default. */
function keepHiddenColumns(
  table: string,
  columns: readonly Choosable[],
  hidden: readonly string[],
): void {
  const shown = columns
    .filter(({ optional }) => optional === true)
    .map(({ key }): [string, boolean] => [key, !hidden.includes(key)])
  // A table has other columns in other sessions; the choice of those stays.
  const stored = parse(readStored(nameOf(table)))
  writeStored(nameOf(table), JSON.stringify(Object.fromEntries([...stored, ...shown])))
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
