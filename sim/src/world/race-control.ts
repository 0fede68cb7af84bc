import { plain, safetyCar } from './announcement.ts'
import { isRacing } from './car.ts'
import { leaderOf, sessionMs, type World } from './world.ts'

const SHORT_RACE_LAPS = 3
const RESTART_MS = 1500
const VIRTUAL_MS = 6000
const DUE_M = 400

/** Calls the safety car, sends it in at the end of a lap and lets the race go on. */
export function controlSafetyCar(world: World): void {
  const now = sessionMs(world.step)
  const { safetyCar: current, track } = world
  const { progressM } = leaderOf(world)
  switch (current.phase) {
    case 'virtual':
      return controlVirtual(world, current.untilMs)
    case 'none':
      callSafetyCars(world, progressM)
      if (world.safetyCarCalledAtMs === null || now < world.safetyCarCalledAtMs) return
      world.safetyCarCalledAtMs = null
      world.safetyCarPeriods++
      world.safetyCar = { phase: 'deployed', untilM: progressM + neutralM(world) }
      world.announcements.push(safetyCar('full', 'deployed'))
      switchDrs(world, false)
      if (!world.setup.situations) callStops(world)
      return
    case 'deployed':
      if (progressM < current.untilM) return
      world.safetyCar = {
        phase: 'returning',
        untilM: Math.ceil(progressM / track.lengthM) * track.lengthM - 60,
      }
      world.announcements.push(safetyCar('full', 'returning'))
      return
    case 'returning':
      if (progressM < current.untilM) return
      world.safetyCar = { phase: 'returned', untilMs: now + RESTART_MS }
      world.announcements.push(safetyCar('full', 'returned'))
      return
    case 'returned':
      if (now < current.untilMs) return
      world.safetyCar = { phase: 'none' }
      world.announcements.push(safetyCar('none', 'resume'))
  }
}

/** Where the story calls for one: each once. */
function callSafetyCars(world: World, progressM: number): void {
  const { safetyCarAtM, virtualSafetyCarAtM } = world.plan
  const isDue = (atM: number | null): boolean =>
    atM !== null && progressM >= atM && progressM < atM + DUE_M
  if (isDue(virtualSafetyCarAtM) && world.virtualSafetyCarPeriods === 0) {
    world.virtualSafetyCarPeriods++
    world.safetyCar = { phase: 'virtual', untilMs: sessionMs(world.step) + VIRTUAL_MS }
    world.announcements.push(safetyCar('virtual', 'deployed'))
    switchDrs(world, false)
    return
  }
  if (isDue(safetyCarAtM) && world.safetyCarPeriods === 0) {
    world.safetyCarCalledAtMs ??= sessionMs(world.step)
  }
}

/** A virtual safety car ends after a while, or a full one replaces it. */
function controlVirtual(world: World, untilMs: number): void {
  if (sessionMs(world.step) < untilMs) return
  const { safetyCarAtM } = world.plan
  if (safetyCarAtM !== null && world.safetyCarPeriods === 0) {
    world.safetyCar = { phase: 'none' }
    world.safetyCarCalledAtMs = sessionMs(world.step)
    return
  }
  world.safetyCar = { phase: 'none' }
  world.announcements.push(safetyCar('virtual', 'returning'), safetyCar('none', 'resume'))
}

/** Returns how far the leader drives behind the safety car, in metres. */
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
