import { CORE_COLUMNS } from '../table/core-columns.tsx'
import * as bare from './bare-columns.ts'
import * as car from './car-cells.tsx'
import { FocusDriverCell } from './focus-driver-cell.tsx'
import * as laps from './lap-cells.tsx'
import * as race from './race-cells.tsx'
import { MiniSectorCell } from './mini-sector-cell.tsx'
import { SeasonPointsCell } from './season-cells.tsx'
import { SwitchingGapCell, SwitchingGapHead, TrendingIntervalCell } from './switching-gap.tsx'
import type { RoomyWidth, TowerColumn } from '../table/tower-column.ts'

const NUMBER = 'text-right'

/** These are all columns that a tower can have; which one shows them, its kind of session decides. */
export const TOWER_COLUMNS = {
  ...CORE_COLUMNS,
  // The name stands beside the code. Drivers of a league are known by it: it has room before what is read now and then.
  driver: { ...CORE_COLUMNS.driver, roomy: [{ width: 8.25, rank: 8 }], Cell: FocusDriverCell },
  status: { ...CORE_COLUMNS.status, bare: { width: 0, isBare: bare.hasNoStatus } },
  gained: {
    short: '±',
    long: 'screen.gainedLong',
    width: 1.75,
    rank: 11,
    look: NUMBER,
    Cell: race.PlacesGainedCell,
  },
  number: {
    short: 'screen.number',
    long: 'screen.numberLong',
    width: 1.5,
    rank: 15,
    look: `${NUMBER} text-muted`,
    Cell: race.NumberCell,
  },
  team: {
    short: 'screen.team',
    long: 'screen.team',
    width: 7,
    rank: 22,
    look: 'text-left',
    Cell: race.TeamCell,
  },
  interval: { ...CORE_COLUMNS.interval, width: 4, rank: 2, Cell: TrendingIntervalCell },
  gap: { ...CORE_COLUMNS.gap, rank: 1 },
  switchingGap: {
    short: 'live.gap',
    long: 'screen.switchingGapLong',
    width: 4.25,
    rank: 1,
    look: 'pr-1 text-right',
    runs: true,
    Head: SwitchingGapHead,
    Cell: SwitchingGapCell,
  },
  trend: {
    short: 'screen.trend',
    long: 'screen.trendLong',
    width: 2.5,
    rank: 16,
    look: NUMBER,
    Cell: race.TrendCell,
  },
  last: {
    short: 'screen.last',
    long: 'screen.lastLong',
    width: 4.125,
    rank: 4,
    look: NUMBER,
    Cell: laps.LastLapCell,
  },
  best: {
    short: 'screen.best',
    long: 'screen.bestLong',
    width: 4.125,
    rank: 3,
    look: NUMBER,
    Cell: laps.BestLapCell,
  },
  sector1: {
    short: 'screen.sectorShort1',
    long: 'screen.sector1',
    width: 3.25,
    rank: 13,
    look: NUMBER,
    Cell: laps.Sector1Cell,
  },
  sector2: {
    short: 'screen.sectorShort2',
    long: 'screen.sector2',
    width: 3.25,
    rank: 13,
    look: NUMBER,
    Cell: laps.Sector2Cell,
  },
  sector3: {
    short: 'screen.sectorShort3',
    long: 'screen.sector3',
    width: 3.25,
    rank: 13,
    look: NUMBER,
    Cell: laps.Sector3Cell,
  },
  miniSectors: {
    short: 'screen.miniSectors',
    long: 'screen.miniSectorsLong',
    width: 7.5,
    rank: 9,
    look: 'text-left',
    Cell: MiniSectorCell,
  },
  tyre: { ...CORE_COLUMNS.tyre, rank: 5 },
  stints: {
    short: 'screen.stints',
    long: 'screen.stintsLong',
    width: 4,
    rank: 12,
    look: 'text-left',
    Cell: race.StintsCell,
  },
  stops: {
    short: 'screen.pits',
    long: 'screen.pitStops',
    width: 3.5,
    bare: { width: 1.75, isBare: bare.hasNoStops },
    rank: 6,
    look: 'pl-1 text-left',
    Cell: race.StopsCell,
  },
  penalties: {
    short: 'screen.penalties',
    long: 'screen.penaltiesLong',
    width: 3.25,
    bare: { width: 1.75, isBare: bare.hasNoPenalties },
    rank: 7,
    look: NUMBER,
    Cell: race.PenaltiesCell,
  },
  net: {
    short: 'screen.net',
    long: 'screen.netLong',
    width: 2.375,
    rank: 16,
    look: NUMBER,
    Cell: race.NetPositionCell,
  },
  points: {
    short: 'screen.points',
    long: 'screen.pointsLong',
    width: 3.375,
    rank: 10,
    look: NUMBER,
    Cell: SeasonPointsCell,
  },
  warnings: {
    short: 'screen.warnings',
    long: 'screen.warningsLong',
    width: 2.25,
    rank: 18,
    look: NUMBER,
    Cell: race.WarningsCell,
  },
  speed: {
    short: 'screen.speed',
    long: 'screen.speedLong',
    width: 2.75,
    rank: 19,
    look: NUMBER,
    Cell: race.SpeedCell,
  },
  wear: {
    short: 'screen.wear',
    long: 'screen.wearLong',
    width: 3.25,
    rank: 21,
    look: NUMBER,
    Cell: car.WearCell,
  },
  ers: {
    short: 'screen.ers',
    long: 'screen.ersLong',
    width: 3.25,
    rank: 23,
    look: NUMBER,
    Cell: car.ErsCell,
  },
  fuel: {
    short: 'screen.fuel',
    long: 'screen.fuelLong',
    width: 3,
    rank: 24,
    look: NUMBER,
    Cell: car.FuelCell,
  },
  aid: {
    short: 'screen.aid',
    long: 'screen.aidLong',
    width: 2.5,
    rank: 25,
    look: 'pl-1 text-left',
    Cell: car.AidCell,
  },
  laps: {
    short: 'screen.laps',
    long: 'screen.lapsLong',
    width: 2.75,
    rank: 14,
    look: NUMBER,
    Cell: laps.LapsCell,
  },
  attempts: {
    short: 'screen.attempts',
    long: 'screen.attemptsLong',
    width: 2.75,
    rank: 6,
    look: NUMBER,
    Cell: laps.LapsCell,
  },
  bestTyre: {
    short: 'screen.bestTyre',
    long: 'screen.bestTyreLong',
    width: 2.25,
    rank: 6,
    look: 'pl-1 text-left',
    Cell: laps.BestLapTyreCell,
  },
  longRun: {
    short: 'screen.longRun',
    long: 'screen.longRunLong',
    width: 4.5,
    rank: 7,
    look: NUMBER,
    Cell: laps.LongRunCell,
  },
  delta: {
    short: 'screen.delta',
    long: 'screen.deltaLong',
    width: 3.75,
    rank: 5,
    look: NUMBER,
    Cell: laps.RunningDeltaCell,
  },
  delta1: {
    short: 'screen.deltaShort1',
    long: 'screen.deltaLong1',
    width: 2.75,
    rank: 12,
    look: NUMBER,
    Cell: laps.SectorDelta1Cell,
  },
  delta2: {
    short: 'screen.deltaShort2',
    long: 'screen.deltaLong2',
    width: 2.75,
    rank: 12,
    look: NUMBER,
    Cell: laps.SectorDelta2Cell,
  },
  delta3: {
    short: 'screen.deltaShort3',
    long: 'screen.deltaLong3',
    width: 2.75,
    rank: 12,
    look: NUMBER,
    Cell: laps.SectorDelta3Cell,
  },
  lapDelta: {
    short: 'screen.lapDelta',
    long: 'screen.lapDeltaLong',
    width: 4,
    rank: 4,
    look: NUMBER,
    Cell: laps.LapDeltaCell,
  },
  cut: {
    short: 'screen.cut',
    long: 'screen.cutLong',
    width: 3,
    rank: 9,
    look: NUMBER,
    Cell: laps.CutCell,
  },
  holds: {
    short: 'screen.holds',
    long: 'screen.holdsLong',
    width: 3,
    rank: 7,
    look: NUMBER,
    Cell: laps.HoldsCell,
  },
  theoretical: {
    short: 'screen.theoretical',
    long: 'screen.theoreticalLong',
    width: 4.5,
    rank: 20,
    look: NUMBER,
    Cell: laps.TheoreticalBestCell,
  },
} as const satisfies Readonly<Record<string, Omit<TowerColumn, 'key'>>>

export type ColumnKey = keyof typeof TOWER_COLUMNS

export function isColumnKey(key: string): key is ColumnKey {
  return Object.hasOwn(TOWER_COLUMNS, key)
}

export function columnsOf(keys: readonly ColumnKey[]): readonly TowerColumn[] {
  return keys.map((key) => ({ key, ...TOWER_COLUMNS[key] }))
}

/** Whole names have room before places gained, sectors, laps and whatever else is read now and then. */
const NAMES_RANK = 10.5

export function withWholeNames(
  columns: readonly TowerColumn[],
  width: number,
): readonly TowerColumn[] {
  const whole: RoomyWidth = { width, rank: NAMES_RANK, keepsRoom: true }
  return columns.map((column) =>
    column.key === 'driver' ? { ...column, roomy: [...(column.roomy ?? []), whole] } : column,
  )
}
