import type { Driver } from '../sessions/driver.ts'

/**
 * A number of a driver that changes with every tick. It is sent as the difference from a prediction
 * that both sides make from their common state.
 */
export interface ColumnRule {
  readonly name: string
  readonly read: (driver: Driver) => number | null
  readonly write: (driver: MutableDriver, value: number) => void
  /** Steps per unit: 10 for one decimal. */
  readonly scale: number
  /** Expected change in units over `dtSeconds`. */
  readonly predict: (driver: Driver, dtSeconds: number) => number
}

export type MutableDriver = { -readonly [K in keyof Driver]: Driver[K] }

const still = () => 0

function axisColumns(axis: 'x' | 'y' | 'z'): ColumnRule[] {
  return [
    {
      name: axis,
      read: (driver) => driver.livePosition?.[axis] ?? null,
      write: (driver, value) => {
        if (driver.livePosition) driver.livePosition = { ...driver.livePosition, [axis]: value }
      },
      scale: 10,
      predict: (driver, dtSeconds) => (driver.velocity?.[axis] ?? 0) * dtSeconds,
    },
    {
      name: `v${axis}`,
      read: (driver) => driver.velocity?.[axis] ?? null,
      write: (driver, value) => {
        if (driver.velocity) driver.velocity = { ...driver.velocity, [axis]: value }
      },
      scale: 10,
      predict: still,
    },
  ]
}

type NumberField = {
  [K in keyof Driver]-?: Driver[K] extends number | null ? K : never
}[keyof Driver]

function numberColumn(field: NumberField, predict: ColumnRule['predict'] = still): ColumnRule {
  return {
    name: field,
    read: (driver) => driver[field],
    write: (driver, value) => {
      Object.assign(driver, { [field]: value })
    },
    scale: 1,
    predict,
  }
}

function speedOf({ velocity }: Driver): number {
  if (!velocity) return 0
  return Math.sqrt(velocity.x ** 2 + velocity.y ** 2 + velocity.z ** 2)
}

export const COLUMNS: readonly ColumnRule[] = [
  ...axisColumns('x'),
  ...axisColumns('y'),
  ...axisColumns('z'),
  numberColumn('lapDistance', (driver, dtSeconds) => speedOf(driver) * dtSeconds),
  numberColumn('currentLapTimeMs', (_, dtSeconds) => dtSeconds * 1000),
  numberColumn('currentSector3TimeMs', (_, dtSeconds) => dtSeconds * 1000),
  numberColumn('position'),
  numberColumn('deltaToCarAhead'),
  numberColumn('deltaToLeader'),
  numberColumn('currentLapNumber'),
  numberColumn('sector'),
  numberColumn('ersStorePercent'),
  numberColumn('ersDeployedPercent'),
]

/**
 * Fields that columns carry, vectors as a whole. A change between null and a value is sent as a
 * patch.
 */
export const COLUMN_FIELDS = new Set<string>([
  ...COLUMNS.map((column) => column.name),
  'livePosition',
  'velocity',
])

/** The predicted value of a column in steps after `dtMs`. */
export function predicted(column: ColumnRule, before: Driver, from: number, dtMs: number): number {
  return Math.round((from + column.predict(before, dtMs / 1000)) * column.scale)
}
