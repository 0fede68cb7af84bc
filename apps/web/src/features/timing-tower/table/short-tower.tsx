import { CORE_COLUMNS } from './core-columns.tsx'
import { layoutOf } from './tower-column.ts'
import { TowerTable } from './tower-table.tsx'

const LAYOUT = layoutOf(Object.entries(CORE_COLUMNS).map(([key, column]) => ({ key, ...column })))

/** Shows the first cars alone, with their gaps. */
export function ShortTower({ rows }: { readonly rows: number }) {
  return (
    <div className="tower tower-short min-w-0">
      <TowerTable layout={LAYOUT} rows={rows} />
    </div>
  )
}
