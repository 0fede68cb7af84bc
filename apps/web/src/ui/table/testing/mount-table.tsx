import { createRoot } from 'react-dom/client'
import '../../styles/site.css'
import { startLanguage } from '../../../messages/language.ts'
import type { Column } from '../column.ts'
import { Table } from '../table.tsx'

interface Standing {
  readonly name: string
  readonly points: number
  readonly wins: number | null
}

const ROWS: readonly Standing[] = [
  { name: 'Moreau', points: 118, wins: 4 },
  { name: 'Ibarra', points: 121, wins: null },
  { name: 'Kovacs', points: 87.5, wins: 3 },
]

const COLUMNS: readonly Column<Standing>[] = [
  { key: 'name', name: 'Driver', namesRow: true, cell: ({ name }) => name },
  {
    key: 'points',
    name: 'Points',
    sortBy: ({ points }) => points,
    cell: ({ points }) => points,
  },
  {
    key: 'wins',
    name: 'Wins',
    optional: true,
    phone: 'below',
    sortBy: ({ wins }) => wins,
    cell: ({ wins }) => wins ?? '–',
  },
]

/** The browser test mounts a table alone on the page. */
export async function mountTable(): Promise<void> {
  await startLanguage()
  const place = document.body.appendChild(document.createElement('main'))
  const root = createRoot(place)
  const show = (name: string, columns: readonly Column<Standing>[]) =>
    root.render(
      <Table
        name={name}
        label="Standings"
        columns={columns}
        rows={ROWS}
        rowKey={({ name: driver }) => driver}
      />,
    )
  Object.assign(window, {
    showTable: (name: string, columnCount: number) => show(name, COLUMNS.slice(0, columnCount)),
  })
  show('standings', COLUMNS)
}
