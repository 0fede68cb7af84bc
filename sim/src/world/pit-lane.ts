import { driveThroughServed, stopGoServed } from './announcement.ts'
import { currentStint, isOut, isRacing, type Car, type DrivenStop } from './car.ts'
import { nextSentMs, sessionMs, type World } from './world.ts'

/** 80 km/h. */
export const PIT_SPEED = 22.2

/** Returns where the car leaves the track for its next stop, or null when it stays out. */
export function pitEntryProgress(world: World, car: Car): number | null {
  const [stop] = car.plannedStops
  // No car comes in after the flag.
  if (stop?.lapNum !== car.lapNum || !isRacing(car) || world.winner) return null
  return (stop.lapNum - 1) * world.track.lengthM + world.track.pitEntry
}

export function boxProgress(world: World, car: Car): number {
  return servedStopOf(car).lapNum * world.track.lengthM + car.boxM
}

/** Takes the car through the pit lane: in, to a halt, new tyres, out. */
export function passPitLane(world: World, car: Car): void {
  const now = sessionMs(world.step)
  if (isOut(car)) return
  if (car.pit === 'none') {
    const entry = pitEntryProgress(world, car)
    if (entry !== null && car.progressM >= entry) enter(car, now)
    return
  }
  const stop = car.servedStop
  if (!stop) return
  if (car.pit === 'box') {
    const stoppedMs = now - car.boxArrivedMs
    car.stopTimeMs = Math.min(stop.stopTimeMs, Math.round(stoppedMs))
    if (stoppedMs < stop.stopTimeMs) return
    car.pit = 'lane'
    if (stop.isStopGo) serveStopGo(world, car)
    else changeTyres(car)
    return
  }
  const mustStop = stop.stopTimeMs > 0 && car.stopTimeMs === 0
  const box = boxProgress(world, car)
  if (mustStop && car.progressM >= box - 0.15) {
    car.pit = 'box'
    car.boxArrivedMs = now
    car.speed = 0
    return
  }
  if (car.progressM >= stop.lapNum * world.track.lengthM + world.track.pitExit) {
    car.pit = 'none'
    car.rejoining = true
    car.servedStop = null
    car.pitLeftMs = stop.stopTimeMs > 0 && !stop.isStopGo ? now : null
    if (stop.stopTimeMs === 0) serveDriveThrough(world, car)
  }
}

/** The timers hold their last values for a while after the exit. */
const TIMERS_HELD_MS = 2000

/** Records the timers as the frames show them; the last value counts. */
export function noteTimers(world: World, car: Car): void {
  const stop = shownStop(world, car)
  if (!stop) return
  const sentMs = nextSentMs(world)
  if (car.pit === 'none') {
    stop.heldMs.push(sentMs)
    return
  }
  stop.shownMs.push(sentMs)
  if (car.lapNum > stop.lapNum) stop.lineMs = Math.min(stop.lineMs, sentMs)
  stop.pitLaneTimeMs = pitLaneTimerMs(world, car)
  stop.stopTimeMs = car.stopTimeMs
  if (car.pit === 'lane' && car.stopTimeMs > 0) stop.departedMs = Math.min(stop.departedMs, sentMs)
}

/** The stop of the timers in a frame; null for a drive-through. */
function shownStop(world: World, car: Car): DrivenStop | null {
  if (car.pit !== 'none') {
    if (car.servedStop?.stopTimeMs === 0) return null
    return (car.servedStop?.isStopGo ? car.stopGoVisits : car.pitStops).at(-1) ?? null
  }
  if (car.pitLeftMs === null || sessionMs(world.step) > car.pitLeftMs + TIMERS_HELD_MS) return null
  return car.pitStops.at(-1) ?? null
}

/** The stop timer as frames show it. */
export function pitStopTimerMs(world: World, car: Car): number {
  if (car.pit !== 'none') return car.stopTimeMs
  return shownStop(world, car)?.stopTimeMs ?? 0
}

export function pitLaneTimerMs(world: World, car: Car): number {
  if (car.pit === 'none') return shownStop(world, car)?.pitLaneTimeMs ?? 0
  const untilMs = isOut(car) ? car.endMs : sessionMs(world.step)
  return Math.round(untilMs - car.pitEnteredMs)
}

function enter(car: Car, now: number): void {
  const stop = car.plannedStops.shift()
  if (!stop) return
  car.pit = 'lane'
  car.pitEnteredMs = now
  car.stopTimeMs = 0
  car.servedStop = stop
  car.attacking = null
  if (stop.stopTimeMs === 0) return
  const visits = stop.isStopGo ? car.stopGoVisits : car.pitStops
  visits.push({
    lapNum: stop.lapNum,
    pitLaneTimeMs: 0,
    stopTimeMs: 0,
    shownMs: [],
    lineMs: Infinity,
    departedMs: Infinity,
    heldMs: [],
  })
}

/** The stop of a car that is in the pit lane. */
function servedStopOf({ index, servedStop }: Car) {
  if (!servedStop) throw new Error(`Car ${index} is not in the pit lane`)
  return servedStop
}

function serveDriveThrough(world: World, car: Car): void {
  car.unservedDriveThroughs--
  world.announcements.push(driveThroughServed(car.index))
}

function serveStopGo(world: World, car: Car): void {
  car.unservedStopGos--
  world.announcements.push(stopGoServed(car.index, servedStopOf(car).stopTimeMs / 1000))
}

function changeTyres(car: Car): void {
  const stop = car.servedStop
  if (!stop) return
  currentStint(car).endLap = stop.lapNum
  car.stints.push({ compound: stop.compound, startLap: stop.lapNum + 1, endLap: null })
}
