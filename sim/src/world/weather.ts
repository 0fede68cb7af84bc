import { isRacing } from './car.ts'
import { intermediate } from '../plan/compounds.ts'
import type { Plan } from '../plan/plan.ts'
import { switchDrs } from './race-control.ts'
import { leaderOf, nextSentMs, sessionMs, headerTimeMs, type World } from './world.ts'

const CLEAR = 0
const LIGHT_RAIN = 3
const SOAKED = 0.5
const SOAKING_MS = 70_000

export function trackTempOf(weather: number): number {
  return [34, 32, 29, 25][weather] ?? 25
}

export function airTempOf(weather: number): number {
  return [24, 23, 22, 20][weather] ?? 20
}

/** The weather at a share of the distance; it is dry and clear until the plan says otherwise. */
export function weatherAt({ weather }: Plan, done: number): number {
  return weather.findLast(({ at }) => done >= at)?.weather ?? CLEAR
}

/** Changes the weather; call it before a Session packet is sent. */
export function turnWeather(world: World): void {
  const { laps, track } = world.setup
  const leader = leaderOf(world)
  const done = leader.progressM / (laps * track.lengthM)
  const due = weatherAt(world.plan, done)
  const last = world.weatherTurns.at(-1)
  if (last && due <= last.weather) return
  world.weather = due
  world.weatherTurns.push({
    atMs: headerTimeMs(world),
    sentMs: nextSentMs(world),
    lapNum: leader.lapNum,
    weather: due,
    trackTemp: trackTempOf(due),
    airTemp: airTempOf(due),
  })
  if (due === LIGHT_RAIN) startRain(world)
}

/** The track soaks bit by bit. */
export function soakTrack(world: World): void {
  if (world.rainSinceMs === null) return
  const since = sessionMs(world.step) - world.rainSinceMs
  world.wetness = SOAKED * Math.min(1, since / SOAKING_MS)
}

function startRain(world: World): void {
  world.rainSinceMs = sessionMs(world.step)
  switchDrs(world, false)
  for (const car of world.cars) {
    const mayStop =
      isRacing(car) &&
      car.pit === 'none' &&
      car.unservedDriveThroughs === 0 &&
      car.unservedStopGos === 0
    if (!mayStop || world.random.next() > 0.35) continue
    const late = car.progressM > (car.lapNum - 1) * world.track.lengthM + world.track.pitEntry - 400
    const lapNum = late ? car.lapNum + 1 : car.lapNum
    if (lapNum >= world.setup.laps) continue
    car.plannedStops.splice(0, car.plannedStops.length, {
      lapNum,
      compound: intermediate,
      stopTimeMs: world.random.integer(2200, 3200),
    })
  }
}
