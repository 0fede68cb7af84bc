import { useMemo } from 'react'
import { advancingCount } from '@pitboard/analysis/outcome/advancing-count'
import { useLive, useSessionKind } from '../../features/race/use-live.ts'
import { layoutOf } from '../../features/timing-tower/table/tower-column.ts'
import { TowerTable } from '../../features/timing-tower/table/tower-table.tsx'
import { overlayColumns } from './overlay-columns.ts'

/** The gap is in rem; the tower's style sheet has the same value. */
const GAP = 0.625
const EDGE = 1.5

interface OverlayTowerProps {
  readonly columns: readonly string[] | null
  readonly rows: number
}

/** Shows the live page's tower with the columns of the address, as wide as they are. */
export function OverlayTower({ columns, rows }: OverlayTowerProps) {
  const kind = useSessionKind()
  const advancing = useLive(advancingCount)
  const shown = useMemo(() => overlayColumns(columns, kind), [columns, kind])
  const shownRows = useLive(({ drivers }) => Math.min(drivers.length, rows)) ?? rows
  const width = shown.reduce((sum, column) => sum + column.width + GAP, EDGE)
  return (
    <section
      className="tower tower-short"
      style={{ width: `${width}rem`, '--cars': Math.max(1, shownRows) }}
    >
      <TowerTable layout={layoutOf(shown)} rows={rows} advancing={advancing} />
    </section>
  )
}
