import { plain, redFlag, startLight } from './announcement.ts'
import { currentStint, isRacing, type Car } from './car.ts'
import { medium, soft } from '../plan/compounds.ts'
import {
  gridM,
  leaderOf,
  nextSentMs,
  sessionMs,
  STEPS_PER_SECOND,
  headerTimeMs,
  type Stoppage,
  type World,
} from './world.ts'

const SECTOR_1_AT = 2 * STEPS_PER_SECOND
const SECTOR_2_AT = 4 * STEPS_PER_SECOND
const GRID_AT = 6 * STEPS_PER_SECOND
const GREEN_AT = 12 * STEPS_PER_SECOND
const LIGHT_STEPS = STEPS_PER_SECOND

/** Stops the race once, when no car is in the pits. */
export function controlRedFlag(world: World): void {
  const { redFlagAtM } = world.plan
  if (redFlagAtM === null || world.redFlagPeriods > 0 || world.setup.format < 2023) return
  if (leaderOf(world).progressM < redFlagAtM || world.winner) return
  const racing = world.cars.filter(isRacing)
  if (
    racing.some(
      (car) => car.pit !== 'none' || car.unservedDriveThroughs > 0 || car.unservedStopGos > 0,
    )
  )
    return
  world.redFlagPeriods++
  world.safetyCar = { phase: 'none' }
  world.safetyCarCalledAtMs = null
  world.stoppage = { sinceStep: world.step }
  world.announcements.push(redFlag)
  world.redFlags = [...world.redFlags, { sentMs: nextSentMs(world), atMs: headerTimeMs(world) }]
  for (const car of world.cars) {
    car.attacking = null
    if (isRacing(car)) car.speed = 0
    const later = car.plannedStops.filter((stop) => stop.lapNum > car.lapNum)
    car.plannedStops.splice(0, car.plannedStops.length, ...later)
  }
}

/**
 * The stopped race: the cars are brought to the end of their lap, some on other tyres, and start
 * again from a second grid. The clock runs on, and so does the lap.
 */
export function stopRace(world: World, { sinceStep }: Stoppage): void {
  const passed = world.step - sinceStep
  const racing = world.order.filter(isRacing)
  if (passed === SECTOR_1_AT) for (const car of racing) endSector(world, car, 0)
  if (passed === SECTOR_2_AT) for (const car of racing) endSector(world, car, 1)
  if (passed === GRID_AT) racing.forEach((car, i) => lineUp(world, car, i + 1))
  if (passed > GRID_AT && passed % LIGHT_STEPS === 0 && passed < GREEN_AT) {
    world.announcements.push(startLight((passed - GRID_AT) / LIGHT_STEPS))
  }
  if (passed < GREEN_AT) return
  world.announcements.push(plain('LGOT'))
  world.stoppage = null
  world.greenMs = sessionMs(world.step)
}

function endSector(world: World, car: Car, sector: 0 | 1): void {
  if (car.sector !== sector) return
  const nowMs = Math.round(sessionMs(world.step))
  if (sector === 0) car.sector1Ms = nowMs - car.lapStartMs
  else car.sector2Ms = nowMs - car.lapStartMs - car.sector1Ms
  car.sector = sector === 0 ? 1 : 2
}

/** Lapped cars stay lapped. */
function lineUp(world: World, car: Car, place: number): void {
  car.progressM = car.lapNum * world.track.lengthM + gridM(place)
  if (place % 2 === 0) return
  const stint = currentStint(car)
  stint.endLap = car.lapNum
  const compound = stint.compound.visual === soft.visual ? medium : soft
  car.stints.push({ compound, startLap: car.lapNum + 1, endLap: null })
  car.redFlagSets++
}
