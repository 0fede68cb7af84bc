import * as cells from './tower-cells.tsx'
import type { TowerColumn } from './tower-column.ts'

/** Every tower has these columns, the short one too. */
export const CORE_COLUMNS = {
  position: {
    short: '#',
    long: 'live.position',
    width: 1.375,
    look: 'text-right font-semibold',
    Cell: cells.PositionCell,
  },
  driver: {
    short: 'live.driver',
    long: 'live.driver',
    width: 3.25,
    grows: true,
    look: 'text-left',
    Cell: cells.DriverCell,
  },
  gap: {
    short: 'live.gap',
    long: 'live.gapLong',
    width: 3.5,
    look: 'text-right',
    runs: true,
    Cell: cells.GapCell,
  },
  interval: {
    short: 'live.interval',
    long: 'live.intervalLong',
    width: 3.5,
    look: 'text-right',
    runs: true,
    Cell: cells.IntervalCell,
  },
  tyre: {
    short: 'live.tyre',
    long: 'live.tyreLong',
    width: 3,
    look: 'pl-1 text-left',
    Cell: cells.TyreCell,
  },
  status: {
    short: null,
    long: 'live.status',
    width: 2.25,
    look: 'text-right',
    Cell: cells.StatusCell,
  },
} as const satisfies Readonly<Record<string, Omit<TowerColumn, 'key'>>>
