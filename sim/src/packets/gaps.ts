import type { Car } from '../world/car.ts'
import { MARK_M } from '../world/timing.ts'
import { sessionMs, type World } from '../world/world.ts'

/** How long ago the car in front was where this one is now, in ms; 0 where it never was. */
export function gapMs(world: World, car: Car, front: Car): number {
  if (car === front || car.progressM <= 0) return 0
  const place = car.progressM / MARK_M
  const mark = Math.floor(place)
  const [before, after] = [front.marks[mark], front.marks[mark + 1]]
  if (before === undefined) return 0
  const passed = after === undefined ? before : before + (after - before) * (place - mark)
  return Math.max(0, Math.round(sessionMs(world.step) - passed))
}
