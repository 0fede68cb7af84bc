import { isRacing } from './car.ts'
import { sessionMs, type World } from './world.ts'

/** A human leaves and the AI drives on in his car; he may come back. */
export function changeHands(world: World): void {
  const { takeover } = world.plan
  const car = takeover && world.cars[takeover.car]
  if (!car || !isRacing(car)) return
  car.aiDriving = car.progressM >= takeover.leavesAtM && car.progressM < takeover.returnsAtM
}

/** A car spins and stands beside the track for a while: its sector takes more than a minute. */
export function strand(world: World): void {
  const { stuck } = world.plan
  const car = stuck && world.cars[stuck.car]
  if (!car) return
  const now = sessionMs(world.step)
  const isDue = car.progressM >= stuck.atM && car.pit === 'none'
  if (car.stuckUntilMs === null && isDue) car.stuckUntilMs = now + stuck.forMs
  car.isStuckNow = car.stuckUntilMs !== null && now < car.stuckUntilMs && isRacing(car)
}
