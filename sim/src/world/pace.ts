import { currentStint, tyreAgeLaps, type Car } from './car.ts'
import { gripOf } from './compounds.ts'
import type { World } from './world.ts'

const FUEL_PER_LAP = 0.0003
const SLOW_SHARE = 0.54

/** Share of the profile's speed that car, driver, tyres, fuel and weather allow. */
export function paceOf(world: World, car: Car): number {
  const { compound } = currentStint(car)
  const wear = compound.wear * tyreAgeLaps(car)
  const share = world.plan.slow.includes(car.index) ? SLOW_SHARE : 1
  const fuel = FUEL_PER_LAP * Math.min(20, world.setup.laps - car.lapNum)
  return share * car.entry.skill * car.form * (gripOf(compound, world.wetness) - wear - fuel)
}
