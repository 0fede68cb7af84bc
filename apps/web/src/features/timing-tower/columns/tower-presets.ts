import type { PlainKey } from '../../../messages/create-text.ts'
import type { SessionKind } from '@pitboard/contract/wire/session-kind'
import type { ColumnKey } from './tower-columns.tsx'

/** A narrow tower shows one group of columns at a time. */
interface ColumnGroup {
  readonly key: string
  readonly label: PlainKey
  readonly columns: readonly ColumnKey[]
}

interface TowerPreset {
  /** The columns stand in order; a tower without room for all leaves some out by rank. */
  readonly columns: readonly ColumnKey[]
  readonly more: readonly ColumnKey[]
  readonly groups: readonly ColumnGroup[]
}

/** These are shown whatever the choice, and in a narrow tower whatever the group. */
export const FIXED_COLUMNS: readonly ColumnKey[] = ['position', 'driver', 'status']

const SECTORS: readonly ColumnKey[] = ['sector1', 'sector2', 'sector3']
const SECTOR_DELTAS: readonly ColumnKey[] = ['delta1', 'delta2', 'delta3']
const CAR = ['wear', 'ers', 'fuel', 'aid'] as const satisfies readonly ColumnKey[]
const SECTOR_GROUP: ColumnGroup = { key: 'sectors', label: 'screen.groupSectors', columns: SECTORS }

/** A race has these columns: gaps and their trends, tyres and stops. */
export const STRATEGY_COLUMNS: readonly ColumnKey[] = [
  'position',
  'driver',
  'gap',
  'interval',
  'trend',
  'last',
  'tyre',
  'wear',
  'stints',
  'stops',
  'penalties',
  'net',
  'points',
  'status',
]

export const TOWER_PRESETS: Readonly<Record<SessionKind, TowerPreset>> = {
  race: {
    columns: [
      'position',
      'gained',
      'number',
      'driver',
      'gap',
      'interval',
      'last',
      'best',
      ...SECTORS,
      'miniSectors',
      'tyre',
      'stints',
      'stops',
      'penalties',
      'net',
      'points',
      'warnings',
      'speed',
      'status',
    ],
    more: ['switchingGap', 'trend', 'team', 'laps', 'theoretical', 'longRun', ...CAR],
    groups: [
      { key: 'gaps', label: 'screen.groupGaps', columns: ['gained', 'switchingGap', 'tyre'] },
      { key: 'laps', label: 'screen.groupLaps', columns: ['last', 'best'] },
      SECTOR_GROUP,
      {
        key: 'stops',
        label: 'screen.groupStops',
        columns: ['tyre', 'stints', 'stops', 'penalties', 'net'],
      },
      { key: 'car', label: 'screen.groupCar', columns: CAR },
      { key: 'season', label: 'screen.groupSeason', columns: ['points', 'penalties', 'net'] },
    ],
  },
  qualifying: {
    columns: [
      'position',
      'number',
      'driver',
      'best',
      'gap',
      'delta',
      'holds',
      ...SECTORS,
      'miniSectors',
      'cut',
      'bestTyre',
      'tyre',
      'laps',
      'last',
      'speed',
      'status',
    ],
    more: [...SECTOR_DELTAS, 'team', 'interval', 'theoretical', 'penalties', 'warnings', ...CAR],
    groups: [
      { key: 'laps', label: 'screen.groupLaps', columns: ['best', 'gap', 'holds'] },
      { key: 'delta', label: 'screen.groupRunning', columns: ['delta', 'delta1', 'delta2', 'cut'] },
      SECTOR_GROUP,
    ],
  },
  practice: {
    columns: [
      'position',
      'number',
      'driver',
      'best',
      'gap',
      'laps',
      'bestTyre',
      'last',
      'longRun',
      ...SECTORS,
      'tyre',
      'theoretical',
      'warnings',
      'speed',
      'status',
    ],
    more: ['miniSectors', 'team', 'interval', 'delta', ...SECTOR_DELTAS, 'penalties', ...CAR],
    groups: [
      { key: 'laps', label: 'screen.groupLaps', columns: ['best', 'gap', 'laps'] },
      { key: 'runs', label: 'screen.groupRuns', columns: ['longRun', 'bestTyre', 'tyre'] },
      SECTOR_GROUP,
    ],
  },
  timeTrial: {
    columns: [
      'position',
      'driver',
      'attempts',
      'best',
      'last',
      'lapDelta',
      'delta',
      ...SECTORS,
      'theoretical',
      'speed',
      'status',
    ],
    more: ['miniSectors', ...SECTOR_DELTAS, 'team', 'number', 'gap', 'tyre', 'ers', 'aid'],
    groups: [
      { key: 'laps', label: 'screen.groupLaps', columns: ['attempts', 'best', 'lapDelta'] },
      { key: 'delta', label: 'screen.groupRunning', columns: ['delta', 'theoretical'] },
      SECTOR_GROUP,
    ],
  },
}
