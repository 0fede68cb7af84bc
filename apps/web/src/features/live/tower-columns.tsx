import type { ComponentType } from 'react'
import * as cells from './tower-cells.tsx'

export interface TowerColumn {
  readonly key: string
  readonly short: string
  readonly long: string
  /** The groups a narrow tower shows it in; without one it is always there. */
  readonly group?: string
  /** Set where a tower of middle width has room for it too. */
  readonly from?: '600'
  readonly look: string
  readonly Cell: ComponentType<{ readonly place: number }>
}

const NUMBER = 'text-right'

export const TOWER_COLUMNS: readonly TowerColumn[] = [
  {
    key: 'position',
    short: '#',
    long: 'Position',
    look: 'text-right font-semibold',
    Cell: cells.PositionCell,
  },
  { key: 'driver', short: 'Driver', long: 'Driver', look: 'text-left', Cell: cells.DriverCell },
  {
    key: 'gap',
    short: 'Gap',
    long: 'Gap to the leader',
    group: 'gaps',
    look: NUMBER,
    Cell: cells.GapCell,
  },
  {
    key: 'interval',
    short: 'Int',
    long: 'Interval to the car ahead',
    group: 'gaps',
    look: NUMBER,
    Cell: cells.IntervalCell,
  },
  {
    key: 'last',
    short: 'Last',
    long: 'Last lap',
    group: 'laps',
    look: NUMBER,
    Cell: cells.LastLapCell,
  },
  {
    key: 'best',
    short: 'Best',
    long: 'Best lap',
    group: 'laps',
    look: NUMBER,
    Cell: cells.BestLapCell,
  },
  {
    key: 's1',
    short: 'S1',
    long: 'Sector 1',
    group: 'sectors',
    look: NUMBER,
    Cell: ({ place }) => <cells.SectorCell place={place} sector={0} />,
  },
  {
    key: 's2',
    short: 'S2',
    long: 'Sector 2',
    group: 'sectors',
    look: NUMBER,
    Cell: ({ place }) => <cells.SectorCell place={place} sector={1} />,
  },
  {
    key: 's3',
    short: 'S3',
    long: 'Sector 3',
    group: 'sectors',
    look: NUMBER,
    Cell: ({ place }) => <cells.SectorCell place={place} sector={2} />,
  },
  {
    key: 'tyre',
    short: 'Tyre',
    long: 'Tyre and its laps',
    group: 'gaps stops',
    look: 'pl-1.5 text-left',
    Cell: cells.TyreCell,
  },
  {
    key: 'stops',
    short: 'Pits',
    long: 'Pit stops',
    group: 'stops',
    from: '600',
    look: NUMBER,
    Cell: cells.StopsCell,
  },
  {
    key: 'penalties',
    short: 'Pen',
    long: 'Penalties',
    group: 'stops',
    look: NUMBER,
    Cell: cells.PenaltiesCell,
  },
  { key: 'status', short: '', long: 'Status', look: 'text-right', Cell: cells.StatusCell },
]
