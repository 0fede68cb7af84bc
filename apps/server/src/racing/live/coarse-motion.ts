import type { Driver } from '@pitboard/contract/sessions/driver'
import { type ColumnRule, COLUMNS, predicted } from '@pitboard/contract/live/live-columns'
import { stepMsOf } from '@pitboard/contract/live/live-delta'
import type { Vector } from '@pitboard/contract/wire/schema'
import { toTenth } from '@pitboard/telemetry/session/packets/motion'

/** Positions that are older belong to another moment: the game was paused or went back. */
const LAG_MAX_MS = 250

/** Moves every car to where it is at the moment of its timing: it has driven on at its speed since its position was sent. */
export function driveToTiming(drivers: readonly Driver[], motionLagMs: number): void {
  if (motionLagMs === 0 || Math.abs(motionLagMs) > LAG_MAX_MS) return
  const seconds = motionLagMs / 1000
  for (const driver of drivers) {
    const { livePosition: from, velocity } = driver
    if (from === null || velocity === null) continue
    driver.livePosition = {
      x: toTenth(from.x + velocity.x * seconds),
      y: toTenth(from.y + velocity.y * seconds),
      z: toTenth(from.z + velocity.z * seconds),
    }
  }
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
 * Leaves the drivers what maps show of their motion, and no more, because most of a message is motion.
 * A car is where viewers predict it while that is near enough, its direction has whole steps, and its speed
 * is exact.
 */
export function coarsenMotion(
  published: readonly Driver[],
  drivers: readonly Driver[],
  sessionStepMs: number,
): void {
  if (drivers.length <= EXACT_CARS_MAX) return
  const dtMs = stepMsOf(published, drivers) ?? sessionStepMs
  for (const [place, after] of drivers.entries()) {
    const before = published[place]
    if (before?.driverIdx !== after.driverIdx || isSlow(after)) continue
    if (before.velocity && after.velocity) {
      after.velocity = coarseVelocity(before.velocity, after.velocity)
    }
    const step = { before, after, dtMs }
    for (const [column, metres] of HELD_WITHIN) {
      const from = column.read(before)
      const exact = column.read(after)
      if (from === null || exact === null) continue
      const expected = predicted(column, from, step) / column.scale
      if (expected !== exact && Math.abs(expected - exact) <= metres) column.write(after, expected)
    }
  }
}

function isSlow({ velocity }: Driver): boolean {
  return velocity !== null && speedOf(velocity) < EXACT_BELOW
}

function speedOf({ x, y, z }: Vector): number {
  // It is several times as quick as Math.hypot.
  return Math.sqrt(x ** 2 + y ** 2 + z ** 2)
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
  if (!isHeld) {
    const rest = Math.sqrt(Math.max(0, speed ** 2 - velocity.y ** 2 - velocity[across] ** 2))
    velocity[along] = toTenth(exact[along] < 0 ? -rest : rest)
  }
  // A slow car that falls steeply would give the step of its height to its way.
  const besideItsWay = Math.hypot(velocity.x - exact.x, velocity.z - exact.z)
  return besideItsWay <= DIRECTION_STEP ? velocity : exact
}

function stepped(before: number, exact: number): number {
  if (Math.abs(before - exact) <= DIRECTION_STEP / 2) return before
  return Math.round(exact / DIRECTION_STEP) * DIRECTION_STEP + 0
}
