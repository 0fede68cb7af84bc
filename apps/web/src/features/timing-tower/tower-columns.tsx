import type { ComponentType } from 'react'
import type { PlainKey } from '../../messages/create-text.ts'
import * as cells from './tower-cells.tsx'

/** The room that a tower has. */
export type TowerRoom = 'narrow' | 'middle' | 'wide'

/** A narrow tower shows one group of columns at a time. */
export const COLUMN_GROUPS = ['gaps', 'laps', 'sectors', 'stops'] as const
export type ColumnGroup = (typeof COLUMN_GROUPS)[number]

export interface TowerColumn {
  readonly key: string
  /** The head; null where only a screen reader needs one. */
  readonly short: PlainKey | '#' | null
  readonly long: PlainKey
  /** The groups in which a narrow tower shows the column; without groups it always does. */
  readonly groups?: readonly ColumnGroup[]
  /** In rem; null where the column is not shown. */
  readonly widths: Readonly<Record<TowerRoom, number | null>>
  /** Takes the room that is left. */
  readonly grows?: true
  readonly look: string
  readonly Cell: ComponentType<{ readonly place: number }>
}

const NUMBER = 'text-right'

const TOWER_COLUMNS: readonly TowerColumn[] = [
  {
    key: 'position',
    short: '#',
    long: 'live.position',
    widths: { narrow: 1.25, middle: 1.5, wide: 1.5 },
    look: 'text-right font-semibold',
    Cell: cells.PositionCell,
  },
  {
    key: 'driver',
    short: 'live.driver',
    long: 'live.driver',
    widths: { narrow: 3, middle: 3.5, wide: 3.5 },
    grows: true,
    look: 'text-left',
    Cell: cells.DriverCell,
  },
  {
    key: 'gap',
    short: 'live.gap',
    long: 'live.gapLong',
    groups: ['gaps'],
    widths: { narrow: 3.375, middle: 3.5, wide: 3.5 },
    look: NUMBER,
    Cell: cells.GapCell,
  },
  {
    key: 'interval',
    short: 'live.interval',
    long: 'live.intervalLong',
    groups: ['gaps'],
    widths: { narrow: 3.375, middle: 3.5, wide: 3.5 },
    look: NUMBER,
    Cell: cells.IntervalCell,
  },
  {
    key: 'last',
    short: 'live.last',
    long: 'live.lastLong',
    groups: ['laps'],
    widths: { narrow: 4.75, middle: 4.25, wide: 4.25 },
    look: NUMBER,
    Cell: cells.LastLapCell,
  },
  {
    key: 'best',
    short: 'live.best',
    long: 'live.bestLong',
    groups: ['laps'],
    widths: { narrow: 4.75, middle: 4.25, wide: 4.25 },
    look: NUMBER,
    Cell: cells.BestLapCell,
  },
  {
    key: 's1',
    short: 'live.sectorShort1',
    long: 'live.sector1',
    groups: ['sectors'],
    widths: { narrow: 3.25, middle: null, wide: 3.375 },
    look: NUMBER,
    Cell: ({ place }) => <cells.SectorCell place={place} sector={0} />,
  },
  {
    key: 's2',
    short: 'live.sectorShort2',
    long: 'live.sector2',
    groups: ['sectors'],
    widths: { narrow: 3.25, middle: null, wide: 3.375 },
    look: NUMBER,
    Cell: ({ place }) => <cells.SectorCell place={place} sector={1} />,
  },
  {
    key: 's3',
    short: 'live.sectorShort3',
    long: 'live.sector3',
    groups: ['sectors'],
    widths: { narrow: 3.25, middle: null, wide: 3.375 },
    look: NUMBER,
    Cell: ({ place }) => <cells.SectorCell place={place} sector={2} />,
  },
  {
    key: 'tyre',
    short: 'live.tyre',
    long: 'live.tyreLong',
    groups: ['gaps', 'stops'],
    widths: { narrow: 2.75, middle: 3.625, wide: 3.625 },
    look: 'pl-1.5 text-left',
    Cell: cells.TyreCell,
  },
  {
    key: 'stops',
    short: 'live.pits',
    long: 'live.pitStops',
    groups: ['stops'],
    widths: { narrow: 3, middle: 2, wide: 2 },
    look: NUMBER,
    Cell: cells.StopsCell,
  },
  {
    key: 'penalties',
    short: 'live.penalties',
    long: 'live.penaltiesLong',
    groups: ['stops'],
    widths: { narrow: 3, middle: null, wide: 2.75 },
    look: NUMBER,
    Cell: cells.PenaltiesCell,
  },
  {
    key: 'status',
    short: null,
    long: 'live.status',
    widths: { narrow: 2.25, middle: 2.5, wide: 2.5 },
    look: 'text-right',
    Cell: cells.StatusCell,
  },
]

export interface TowerLayout {
  readonly columns: readonly TowerColumn[]
  /** For `grid-template-columns`. */
  readonly template: string
}

/** The columns that a tower shows; only these are rendered. */
export function towerLayout(room: TowerRoom, group: ColumnGroup): TowerLayout {
  const columns = TOWER_COLUMNS.filter(
    ({ groups, widths }) =>
      widths[room] !== null && (room !== 'narrow' || !groups || groups.includes(group)),
  )
  const template = columns
    .map(({ widths, grows }) => (grows ? `minmax(${widths[room]}rem, 1fr)` : `${widths[room]}rem`))
    .join(' ')
  return { columns, template }
}
