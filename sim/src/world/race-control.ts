import { plain, safetyCar } from '../packets/announcement.ts'
import { isRacing } from './car.ts'
import { leaderOf, sessionMs, type World } from './world.ts'

const SHORT_RACE_LAPS = 3
const RESTART_MS = 1500

/** Calls the safety car, sends it in at the end of a lap and lets the race go on. */
export function controlSafetyCar(world: World): void {
  const now = sessionMs(world.step)
  const { safetyCar: current, track } = world
  const { progressM } = leaderOf(world)
  switch (current.phase) {
    case 'none':
      if (world.safetyCarCalledAtMs === null || now < world.safetyCarCalledAtMs) return
      world.safetyCarCalledAtMs = null
      world.safetyCarPeriods++
      world.safetyCar = { phase: 'deployed', untilM: progressM + neutralM(world) }
      world.announcements.push(safetyCar('deployed'))
      switchDrs(world, false)
      callStops(world)
      return
    case 'deployed':
      if (progressM < current.untilM) return
      world.safetyCar = {
        phase: 'returning',
        untilM: Math.ceil(progressM / track.lengthM) * track.lengthM - 60,
      }
      world.announcements.push(safetyCar('returning'))
      return
    case 'returning':
      if (progressM < current.untilM) return
      world.safetyCar = { phase: 'returned', untilMs: now + RESTART_MS }
      world.announcements.push(safetyCar('returned'))
      return
    case 'returned':
      if (now < current.untilMs) return
      world.safetyCar = { phase: 'none' }
      world.announcements.push(safetyCar('resume'))
  }
}

/** How far the leader drives behind the safety car before it is told to come in. */
function neutralM({ setup, track }: World): number {
  return (setup.laps <= SHORT_RACE_LAPS ? 0.2 : 0.62) * track.lengthM
}

/** DRS from the leader's second lap on, and again a while after a restart. */
export function controlDrs(world: World): void {
  if (world.drsEnabled || world.safetyCar.phase !== 'none' || world.rainSinceMs !== null) return
  const { lapNum, sector } = leaderOf(world)
  if (lapNum >= 2 && sector === 1 && world.safetyCarCalledAtMs === null) switchDrs(world, true)
}

export function switchDrs(world: World, enabled: boolean): void {
  if (world.drsEnabled === enabled) return
  world.drsEnabled = enabled
  world.announcements.push(plain(enabled ? 'DRSE' : 'DRSD'))
}

/** Some bring their stop forward while the field is slow. */
function callStops(world: World): void {
  for (const car of world.cars) {
    const [stop] = car.plannedStops
    if (!stop || stop.stopTimeMs === 0 || !isRacing(car) || car.lapNum >= world.setup.laps) continue
    const lapDistance = car.progressM - (car.lapNum - 1) * world.track.lengthM
    if (lapDistance > world.track.pitEntry - 400 || world.random.next() < 0.5) continue
    stop.lapNum = car.lapNum
  }
}
