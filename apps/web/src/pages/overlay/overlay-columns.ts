import type { SessionKind } from '@pitboard/contract/wire/session-kind'
import {
  type ColumnKey,
  columnsOf,
  isColumnKey,
} from '../../features/timing-tower/columns/tower-columns.tsx'
import { MarkedDriverCell } from '../../features/timing-tower/columns/marked-driver-cell.tsx'
import { CORE_COLUMNS } from '../../features/timing-tower/table/core-columns.tsx'
import type { TowerColumn } from '../../features/timing-tower/table/tower-column.ts'
import { COLUMNS_OF_KIND } from './overlay-options.ts'

/** Every tower has the first three; an overlay knows nothing of seasons, and nobody presses a button in it. */
const FIXED: readonly ColumnKey[] = ['position', 'driver', 'status', 'points', 'switchingGap']

function isOptionalColumn(key: string): key is ColumnKey {
  return isColumnKey(key) && !FIXED.includes(key)
}

const DRIVER_WIDTH = 9

/** Returns the wanted columns that there are, else those that suit the session, between those of every tower. */
export function overlayColumns(
  wanted: readonly string[] | null,
  kind: SessionKind,
): readonly TowerColumn[] {
  const known = wanted?.filter(isOptionalColumn) ?? []
  const { position, driver, status } = CORE_COLUMNS
  return [
    { key: 'position', ...position },
    { key: 'driver', ...driver, width: DRIVER_WIDTH, Cell: MarkedDriverCell },
    ...columnsOf(known.length > 0 ? known : COLUMNS_OF_KIND[kind]),
    { key: 'status', ...status },
  ]
}
