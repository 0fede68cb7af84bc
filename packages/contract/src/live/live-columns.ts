import type { Driver } from '../sessions/driver.ts'
import type { Vector } from '../wire/schema.ts'

/**
 * A column carries a number of each driver that changes with every tick. It is sent as the difference from a
 * prediction that both sides make from their common state.
 */
export interface ColumnRule {
  readonly name: string
  readonly read: (driver: Driver) => number | null
  readonly write: (driver: MutableDriver, value: number) => void
  /** A unit has this many steps: 10 stands for one decimal. */
  readonly scale: number
  /** Returns the expected change in units; `after` already has the columns that stand before this one. */
  readonly predict: (before: Driver, after: Driver, dtSeconds: number) => number
}

export type MutableDriver = { -readonly [K in keyof Driver]: Driver[K] }

const still = () => 0
const sameTime: ColumnRule['predict'] = (_, __, dtSeconds) => dtSeconds * 1000

type Axis = 'x' | 'y' | 'z'

function velocityColumn(axis: Axis): ColumnRule {
  return {
    name: `v${axis}`,
    read: (driver) => driver.velocity?.[axis] ?? null,
    write: (driver, value) => {
      if (driver.velocity) driver.velocity = { ...driver.velocity, [axis]: value }
    },
    scale: 10,
    predict: still,
  }
}

function positionColumn(axis: Axis): ColumnRule {
  return {
    name: axis,
    read: (driver) => driver.livePosition?.[axis] ?? null,
    write: (driver, value) => {
      if (driver.livePosition) driver.livePosition = { ...driver.livePosition, [axis]: value }
    },
    scale: 10,
    predict: ({ velocity }, after, dtSeconds) =>
      velocity === null ? 0 : mean(velocity[axis], (after.velocity ?? velocity)[axis]) * dtSeconds,
  }
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

/** A patch that sets a velocity where there was none follows the columns, which therefore count it as 0. */
function meanSpeed(before: Driver, after: Driver): number {
  if (before.velocity === null) return 0
  return mean(speedOf(before.velocity), speedOf(after.velocity ?? before.velocity))
}

function speedOf({ x, y, z }: Vector): number {
  return Math.sqrt(x ** 2 + y ** 2 + z ** 2)
}

function mean(a: number, b: number): number {
  return (a + b) / 2
}

export const COLUMNS: readonly ColumnRule[] = [
  ...(['x', 'y', 'z'] as const).map(velocityColumn),
  ...(['x', 'y', 'z'] as const).map(positionColumn),
  numberColumn('lapDistance', (before, after, dtSeconds) => meanSpeed(before, after) * dtSeconds),
  numberColumn('currentLapTimeMs', sameTime),
  numberColumn('currentSector3TimeMs', sameTime),
  numberColumn('position'),
  numberColumn('deltaToCarAhead'),
  numberColumn('deltaToLeader'),
  numberColumn('currentLapNumber'),
  numberColumn('sector'),
  numberColumn('ersStorePercent'),
  numberColumn('ersDeployedPercent'),
  numberColumn('drsStatus'),
  numberColumn('activeAeroStatus'),
  numberColumn('overtakeStatus'),
]

/** Columns carry these fields, vectors as a whole. A change between null and a value is sent as a patch. */
export const COLUMN_FIELDS = new Set<string>([
  ...COLUMNS.map((column) => column.name),
  'livePosition',
  'velocity',
])

/** Returns the predicted value of a column in steps after `dtMs`. */
export function predicted(column: ColumnRule, from: number, { before, after, dtMs }: Step): number {
  return Math.round((from + column.predict(before, after, dtMs / 1000)) * column.scale)
}

interface Step {
  readonly before: Driver
  readonly after: Driver
  readonly dtMs: number
}
