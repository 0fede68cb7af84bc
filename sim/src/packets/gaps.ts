import { isOut, isRacing, type Car } from '../world/car.ts'
import { isRaceKind } from '../situations.ts'
import { MARK_M } from '../world/timing.ts'
import { sessionMs, type World } from '../world/world.ts'

/** How long ago the car in front was where this one is now, in ms; 0 where it never was. */
export function gapMs(world: World, car: Car, front: Car): number {
  if (!isRaceKind(world.setup.kind)) return 0
  if (car === front || isOut(car) || car.progressM <= 0) return 0
  // At the flag the gap is that of the result.
  if (!isRacing(car)) return Math.max(0, car.endMs - front.endMs)
  const nowMs = sessionMs(world.step)
  const mark = Math.floor(car.progressM / MARK_M)
  const [before, after] = [front.marks[mark], front.marks[mark + 1]]
  if (before === undefined) return 0
  // Until the next mark it is where it is now.
  const lengthM = after === undefined ? front.progressM - mark * MARK_M : MARK_M
  const share = lengthM > 0 ? (car.progressM - mark * MARK_M) / lengthM : 0
  const passedMs = before + ((after ?? nowMs) - before) * share
  return Math.max(0, Math.round(nowMs - passedMs))
}
