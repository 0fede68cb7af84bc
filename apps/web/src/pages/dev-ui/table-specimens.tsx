import { useState } from 'react'
import { Pagination } from '../../ui/lists/pagination.tsx'
import { Section } from '../../ui/section.tsx'
import type { Column } from '../../ui/table/column.ts'
import { Table } from '../../ui/table/table.tsx'

interface Standing {
  readonly name: string
  readonly team: string
  readonly points: number
  readonly wins: number | null
}

const ROWS: readonly Standing[] = [
  { name: 'Moreau', team: 'Ferrari', points: 118, wins: 4 },
  { name: 'Ibarra', team: 'McLaren', points: 121, wins: 3 },
  { name: 'Kovacs', team: 'Red Bull Racing', points: 87.5, wins: null },
]

const COLUMNS: readonly Column<Standing>[] = [
  {
    key: 'name',
    name: 'Driver',
    namesRow: true,
    sortBy: ({ name }) => name,
    cell: ({ name }) => name,
  },
  { key: 'team', name: 'Team', optional: true, phone: 'below', cell: ({ team }) => team },
  {
    key: 'points',
    name: 'Points',
    align: 'right',
    sortBy: ({ points }) => points,
    cell: ({ points }) => points,
  },
  {
    key: 'wins',
    name: 'Wins',
    align: 'right',
    optional: true,
    phone: 'below',
    sortBy: ({ wins }) => wins,
    cell: ({ wins }) => wins ?? '–',
  },
]

export function TableSpecimens() {
  const [page, setPage] = useState(4)
  return (
    <Section title="Tables">
      <Table
        name="specimen"
        label="Standings"
        columns={COLUMNS}
        rows={ROWS}
        rowKey={({ name }) => name}
      />
      <div className="mt-4">
        <Pagination page={page} totalPages={12} onPage={setPage} />
      </div>
    </Section>
  )
}
