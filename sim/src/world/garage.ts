import { currentStint, type Car } from './car.ts'
import type { Run } from '../plan/plan.ts'
import { sessionMs, type World } from './world.ts'

/** Practice and qualifying: cars wait in the garage, go out at their time and come back in. */
export function openGarages(world: World): void {
  const now = sessionMs(world.step)
  for (const car of world.cars) {
    const [run] = car.runs
    if (car.pit !== 'box' || !run || now < run.atMs || car.resultStatus !== 2) continue
    goOut(car, run, now)
  }
}

function goOut(car: Car, run: Run, now: number): void {
  car.pit = 'none'
  car.lapStartMs = Math.round(now)
  const stint = currentStint(car)
  if (stint.compound.visual === run.compound.visual) return
  stint.endLap = car.laps.length
  car.stints.push({ compound: run.compound, startLap: car.laps.length + 1, endLap: null })
}

/** Ends the run of a car at the line: the last lap of a run leads into the garage. */
export function endRun(world: World, car: Car): void {
  const [run, ...later] = car.runs
  if (!run) return
  if (run.laps > 1) {
    car.runs.splice(0, 1, { ...run, laps: run.laps - 1 })
    return
  }
  car.runs.splice(0, car.runs.length, ...later)
  car.pit = 'box'
  car.speed = 0
  car.lapStartMs = Math.round(sessionMs(world.step))
}

/** Ends the session once no car is on the track. */
export function closeSession(world: World): void {
  const stillGoing = world.cars.some((car) => car.runs.length > 0 && car.resultStatus === 2)
  if (stillGoing || world.lastCarHomeMs !== null) return
  world.lastCarHomeMs = sessionMs(world.step)
  if (world.setup.kind === 'timeTrial') return
  for (const car of world.cars) {
    if (car.resultStatus === 2) car.resultStatus = 3
  }
}
