import { BLANK_SESSION } from '@pitboard/contract/sessions/blank-session'
import { BLANK_DRIVER } from '@pitboard/contract/sessions/blank-driver'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import type { LiveSession } from '@pitboard/contract/live/live'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import {
  type CarTimeline,
  carTimeline,
  lastEndMs,
  metresAt,
  pointOnTrack,
  timeAt,
} from './replay-course.ts'

type ReplayDriver = Pick<
  Driver,
  | 'driverIdx'
  | 'name'
  | 'carNumber'
  | 'team'
  | 'teamColour'
  | 'lapTimes'
  | 'pitStops'
  | 'tyres'
  | 'startingPosition'
  | 'resultStatus'
>

/** A race needs this to be shown again; a recorded session has it. */
export type ReplayRace = Pick<
  SessionDetail,
  'trackId' | 'trackName' | 'trackLength' | 'sessionType' | 'numberOfLaps' | 'trackOutline'
> & { readonly drivers: readonly ReplayDriver[] }

export interface Replay {
  /** The winner is home then. */
  readonly durationMs: number
  /** Returns the race as it was some time after its start, as far as lap times show. */
  readonly at: (timeMs: number) => LiveSession
}

/** Gaps follow from times alone, so that any length gives the same ones where that of the track is unknown. */
const USUAL_LENGTH_METRES = 5000

/** Drives a race again from its lap times: within a lap every car has one speed. */
export function createReplay(race: ReplayRace): Replay {
  const trackLength = race.trackLength ?? USUAL_LENGTH_METRES
  const courses = race.drivers.map((driver, place) => carTimeline(driver, place, trackLength))
  const mostLaps = Math.max(...courses.map(({ ends }) => ends.length))
  const winners = courses.filter(({ ends }) => ends.length === mostLaps)
  let version = 0
  return {
    durationMs: Math.min(...winners.map(lastEndMs)),
    at: (timeMs) => {
      version++
      return {
        ...BLANK_SESSION,
        ...race,
        version,
        sessionTimeMs: Math.round(timeMs),
        viewers: 0,
        receiving: true,
        recorderConnected: true,
        sectorStarts: null,
        flaggedZones: [],
        miniSectors: [],
        pitLane: [],
        drivers: driversAt(race, courses, timeMs),
      }
    },
  }
}

function driversAt(race: ReplayRace, courses: readonly CarTimeline[], timeMs: number): Driver[] {
  const order = courses.toSorted((a, b) => compareAt(a, b, timeMs))
  return race.drivers.map((driver, place) => {
    const course = courses[place]
    if (!course) return { ...BLANK_DRIVER, ...driver }
    const rank = order.indexOf(course)
    return carAt(race, driver, {
      course,
      timeMs,
      position: rank + 1,
      ahead: order[rank - 1],
      leader: order[0],
    })
  })
}

/** Puts the car that is further ahead; if two cars have come equally far, the one that arrived first is ahead. */
function compareAt(a: CarTimeline, b: CarTimeline, timeMs: number): number {
  const metres = metresAt(b, timeMs) - metresAt(a, timeMs)
  return metres === 0 ? lastEndMs(a) - lastEndMs(b) : metres
}

interface Moment {
  readonly course: CarTimeline
  readonly timeMs: number
  readonly position: number
  readonly ahead: CarTimeline | undefined
  readonly leader: CarTimeline | undefined
}

function carAt(race: ReplayRace, driver: ReplayDriver, moment: Moment): Driver {
  const { course, timeMs, position, ahead, leader } = moment
  const metres = metresAt(course, timeMs)
  const lapsDone = course.ends.filter((endMs) => endMs <= timeMs).length
  const isOver = lapsDone === course.ends.length
  const lapNum = isOver ? lapsDone : lapsDone + 1
  const done = driver.lapTimes.slice(0, lapsDone)
  const valid = done.flatMap(({ lapTime, invalidLap }) => (lapTime && !invalidLap ? lapTime : []))
  const gapTo = (other: CarTimeline | undefined) =>
    other === undefined ? null : Math.max(0, Math.round(timeMs - timeAt(other, metres)))
  const spot = isOver ? null : pointOnTrack(race.trackOutline, metres / course.trackLength)
  return {
    ...BLANK_DRIVER,
    ...driver,
    lapTimes: done,
    pitStops: driver.pitStops.filter((stop) => stop.lapNum <= lapsDone),
    resultStatus: isOver ? driver.resultStatus : ResultStatus.Active,
    position,
    numberOfLaps: lapsDone,
    currentLapNumber: lapNum,
    lapDistance: race.trackLength === null ? null : metres - lapsDone * race.trackLength,
    lastLapTimeMs: done.at(-1)?.lapTime ?? null,
    bestLapTimeMs: valid.length > 0 ? Math.min(...valid) : null,
    deltaToLeader: position === 1 ? 0 : gapTo(leader),
    deltaToCarAhead: gapTo(ahead),
    pitStatus: isInPit(driver, course, timeMs, lapsDone) ? 1 : 0,
    livePosition: spot && { x: spot[0], y: 0, z: spot[1] },
    ...tyreAt(driver, lapNum),
  }
}

/** Half of a stop is in the lap it ends, half in the next. */
const HALF_STOP_MS = 11_000

function isInPit(
  driver: ReplayDriver,
  course: CarTimeline,
  timeMs: number,
  lapsDone: number,
): boolean {
  return driver.pitStops.some(({ lapNum }) => {
    if (lapNum !== lapsDone && lapNum !== lapsDone + 1) return false
    const endMs = course.ends[lapNum - 1]
    return endMs !== undefined && Math.abs(endMs - timeMs) < HALF_STOP_MS
  })
}

function tyreAt({ tyres }: ReplayDriver, lapNum: number) {
  const index = tyres.findIndex(({ endLap }) => endLap === null || endLap >= lapNum)
  const stint = tyres[index] ?? tyres.at(-1)
  return {
    currentTyreCompound: stint?.tyreCompound ?? null,
    currentTyreAgeLaps: lapNum - 1 - (tyres[index - 1]?.endLap ?? 0),
  }
}
