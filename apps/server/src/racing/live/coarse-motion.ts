import type { Driver } from '@pitboard/contract/sessions/driver'
import { type ColumnRule, COLUMNS, predicted } from '@pitboard/contract/live/live-columns'
import { stepMsOf } from '@pitboard/contract/live/live-delta'
import type { Vector } from '@pitboard/contract/wire/schema'
import { toTenth } from '@pitboard/telemetry/session/packets/motion'

/** Positions that are older belong to another moment: the game was paused or went back. */
const LAG_MAX_MS = 250

/** Returns every car where it is at the moment of its timing: it has driven on at its speed since its position was sent. */
export function atTiming(drivers: Driver[], motionLagMs: number): Driver[] {
  if (motionLagMs === 0 || Math.abs(motionLagMs) > LAG_MAX_MS) return drivers
  const seconds = motionLagMs / 1000
  return drivers.map((driver) => {
    const { livePosition: from, velocity } = driver
    if (from === null || velocity === null) return driver
    const along = (axis: keyof Vector) => toTenth(from[axis] + velocity[axis] * seconds)
    return { ...driver, livePosition: { x: along('x'), y: along('y'), z: along('z') } }
  })
}

/** Messages of no more cars than this are small, and in a time trial each line on the map is drawn of them. */
const EXACT_CARS_MAX = 4

/**
 * The truth may be this far, in metres, from what viewers predict before it is sent: less than the width of a
 * car. No view shows heights.
 */
const HELD_WITHIN: readonly (readonly [column: ColumnRule, metres: number])[] = COLUMNS.flatMap(
  (column) => {
    const metres = { x: 0.5, z: 0.5, y: 2 }[column.name]
    return metres === undefined ? [] : [[column, metres]]
  },
)

/**
 * Directions change in steps of this many m/s. A car that is 0.5 m/s beside its way is 5 cm beside it a tick
 * later.
 */
const DIRECTION_STEP = 1
/** Slower cars (in m/s) hardly change their direction, and stand still where they are. */
const EXACT_BELOW = 5
/** A speed is shown in whole km/h; this is a quarter of one in m/s. */
const SPEED_WITHIN = 0.07

/**
 * Returns the drivers with what maps show of their motion, and no more, because most of a message is motion.
 * A car is where viewers predict it while that is near enough, its direction has whole steps, and its speed
 * is exact.
 */
export function withCoarseMotion(
  published: readonly Driver[],
  drivers: Driver[],
  sessionStepMs: number,
): Driver[] {
  if (drivers.length <= EXACT_CARS_MAX) return drivers
  const dtMs = stepMsOf(published, drivers) ?? sessionStepMs
  return drivers.map((driver, place) => {
    const before = published[place]
    if (before?.driverIdx !== driver.driverIdx || isSlow(driver)) return driver
    const after = { ...driver }
    if (before.velocity && driver.velocity) {
      after.velocity = coarseVelocity(before.velocity, driver.velocity)
    }
    for (const [column, metres] of HELD_WITHIN) {
      const [from, exact] = [column.read(before), column.read(after)]
      if (from === null || exact === null) continue
      const expected = predicted(column, from, { before, after, dtMs }) / column.scale
      if (Math.abs(expected - exact) <= metres) column.write(after, expected)
    }
    return after
  })
}

function isSlow({ velocity }: Driver): boolean {
  return velocity !== null && speedOf(velocity) < EXACT_BELOW
}

function speedOf({ x, y, z }: Vector): number {
  return Math.hypot(x, y, z)
}

/** The axis along which the car mostly drives takes what its speed needs, so that the steps do not change it. */
function coarseVelocity(before: Vector, exact: Vector): Vector {
  const speed = speedOf(exact)
  const isAlongX = Math.abs(exact.x) >= Math.abs(exact.z)
  const [along, across] = isAlongX ? (['x', 'z'] as const) : (['z', 'x'] as const)
  const velocity = {
    x: stepped(before.x, exact.x),
    y: stepped(before.y, exact.y),
    z: stepped(before.z, exact.z),
  }
  velocity[along] = before[along]
  const isHeld =
    before[along] * exact[along] >= 0 && Math.abs(speedOf(velocity) - speed) <= SPEED_WITHIN
  if (isHeld) return velocity
  const rest = Math.sqrt(Math.max(0, speed ** 2 - velocity.y ** 2 - velocity[across] ** 2))
  velocity[along] = toTenth(exact[along] < 0 ? -rest : rest)
  return velocity
}

function stepped(before: number, exact: number): number {
  if (Math.abs(before - exact) <= DIRECTION_STEP / 2) return before
  return Math.round(exact / DIRECTION_STEP) * DIRECTION_STEP + 0
}
