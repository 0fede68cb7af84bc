import type { ComponentType } from 'react'
import type { PlainKey } from '../../messages/create-text.ts'
import * as cells from './tower-cells.tsx'

export interface TowerColumn {
  readonly key: string
  /** What the head shows; null where only those who have it read out need a head. */
  readonly short: PlainKey | '#' | null
  readonly long: PlainKey
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
    long: 'live.position',
    look: 'text-right font-semibold',
    Cell: cells.PositionCell,
  },
  {
    key: 'driver',
    short: 'live.driver',
    long: 'live.driver',
    look: 'text-left',
    Cell: cells.DriverCell,
  },
  {
    key: 'gap',
    short: 'live.gap',
    long: 'live.gapLong',
    group: 'gaps',
    look: NUMBER,
    Cell: cells.GapCell,
  },
  {
    key: 'interval',
    short: 'live.interval',
    long: 'live.intervalLong',
    group: 'gaps',
    look: NUMBER,
    Cell: cells.IntervalCell,
  },
  {
    key: 'last',
    short: 'live.last',
    long: 'live.lastLong',
    group: 'laps',
    look: NUMBER,
    Cell: cells.LastLapCell,
  },
  {
    key: 'best',
    short: 'live.best',
    long: 'live.bestLong',
    group: 'laps',
    look: NUMBER,
    Cell: cells.BestLapCell,
  },
  {
    key: 's1',
    short: 'live.sectorShort1',
    long: 'live.sector1',
    group: 'sectors',
    look: NUMBER,
    Cell: ({ place }) => <cells.SectorCell place={place} sector={0} />,
  },
  {
    key: 's2',
    short: 'live.sectorShort2',
    long: 'live.sector2',
    group: 'sectors',
    look: NUMBER,
    Cell: ({ place }) => <cells.SectorCell place={place} sector={1} />,
  },
  {
    key: 's3',
    short: 'live.sectorShort3',
    long: 'live.sector3',
    group: 'sectors',
    look: NUMBER,
    Cell: ({ place }) => <cells.SectorCell place={place} sector={2} />,
  },
  {
    key: 'tyre',
    short: 'live.tyre',
    long: 'live.tyreLong',
    group: 'gaps stops',
    look: 'pl-1.5 text-left',
    Cell: cells.TyreCell,
  },
  {
    key: 'stops',
    short: 'live.pits',
    long: 'live.pitStops',
    group: 'stops',
    from: '600',
    look: NUMBER,
    Cell: cells.StopsCell,
  },
  {
    key: 'penalties',
    short: 'live.penalties',
    long: 'live.penaltiesLong',
    group: 'stops',
    look: NUMBER,
    Cell: cells.PenaltiesCell,
  },
  { key: 'status', short: null, long: 'live.status', look: 'text-right', Cell: cells.StatusCell },
]

/** What a short tower has: no more is made than it shows. */
export const SHORT_TOWER_COLUMNS = TOWER_COLUMNS.filter(({ group = 'gaps' }) =>
  group.split(' ').includes('gaps'),
)
