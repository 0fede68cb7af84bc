import type { Driver } from '@pitboard/contract/sessions/driver'
import type { CountingSeasons } from '@pitboard/contract/sessions/counting-seasons'
import {
  limitEvents,
  type LiveLeader,
  type LiveSession,
  type LiveSummary,
  type TrackMarks,
} from '@pitboard/contract/live/live'
import { isRaceType } from '@pitboard/contract/wire/enumerations'
import { raceFlag } from '@pitboard/analysis/live/race-flag'
import type { MiniSectors } from '@pitboard/contract/live/mini-sectors'
import { coarsenMotion, driveToTiming } from './coarse-motion.ts'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import type { SessionEvent } from '@pitboard/contract/sessions/session-events'

/** Gaps flicker with every frame and are read by people: twice a second is enough. */
const GAP_BEAT_MS = 500
/** Fuel and energy change all the time and are read now and then. */
const CONDITION_BEAT_MS = 1_000
const COMPLETENESS_BEAT_MS = 5_000

/** A live session has this beside the document. */
interface LiveSituation {
  readonly sessionTimeMs: number
  /** Positions are older than the session time by this. */
  readonly motionLagMs: number
  readonly viewers: number
  readonly receiving: boolean
  readonly recorderConnected: boolean
  /** The marks include the outline, of which more may be known than the session has drawn. */
  readonly marks: TrackMarks & Partial<Pick<SessionDetail, 'trackOutline'>>
  readonly miniSectors: MiniSectors
}

/** Returns the document for the live page, in which values that flicker are updated at a slower rate. */
export function toLiveView(
  published: LiveSession | null,
  detail: SessionDetail,
  situation: LiveSituation,
): LiveSession {
  const { sessionTimeMs, motionLagMs, viewers, receiving, recorderConnected, marks, miniSectors } =
    situation
  const gapBeat = crosses(GAP_BEAT_MS, published, sessionTimeMs) || !receiving
  const conditionBeat = crosses(CONDITION_BEAT_MS, published, sessionTimeMs) || !receiving
  const completenessBeat = crosses(COMPLETENESS_BEAT_MS, published, sessionTimeMs) || !receiving
  // Each car is copied once, and the copy is changed in place: there are twenty of them ten times a second.
  const drivers = detail.drivers.map((driver) => ({ ...driver }))
  driveToTiming(drivers, motionLagMs)
  // The last state stays on the pages while nothing arrives, so that it is exact.
  if (published && receiving) {
    coarsenMotion(published.drivers, drivers, sessionTimeMs - published.sessionTimeMs)
  }
  if (published) holdValues(published.drivers, drivers, { gapBeat, conditionBeat })
  return {
    ...detail,
    ...marks,
    miniSectors,
    version: 0,
    sessionTimeMs,
    receiving,
    recorderConnected,
    viewers: published && !gapBeat ? published.viewers : viewers,
    events: lastEvents(published, detail.events),
    drivers,
    completeness: published && !completenessBeat ? published.completeness : detail.completeness,
  }
}

function crosses(beatMs: number, published: LiveSession | null, sessionTimeMs: number): boolean {
  if (!published) return true
  return Math.floor(published.sessionTimeMs / beatMs) !== Math.floor(sessionTimeMs / beatMs)
}

/** Returns the published list if it has the same events, so that nothing is sent. */
function lastEvents(published: LiveSession | null, events: SessionEvent[]): SessionEvent[] {
  const limited = limitEvents(events)
  if (limited === events) return events
  const held = published?.events
  const isSame =
    held?.length === limited.length && held.every(({ seq }, place) => seq === limited[place]?.seq)
  return isSame ? held : limited
}

/** Gives the drivers the published values of all fields that are not due. */
function holdValues(
  published: readonly Driver[],
  drivers: readonly Driver[],
  due: { readonly gapBeat: boolean; readonly conditionBeat: boolean },
): void {
  for (const [place, driver] of drivers.entries()) {
    const before = published[place]
    if (before?.driverIdx !== driver.driverIdx) continue
    // A change of position shows at once, because the earlier gaps belong to other cars.
    if (!due.gapBeat && before.position === driver.position) {
      driver.deltaToCarAhead = before.deltaToCarAhead
      driver.deltaToLeader = before.deltaToLeader
    }
    if (due.conditionBeat) continue
    driver.fuelRemainingLaps = before.fuelRemainingLaps
    driver.ersStorePercent = before.ersStorePercent
    driver.ersDeployedPercent = before.ersDeployedPercent
    driver.tyreWear = before.tyreWear
  }
}

/** Returns the entry of a live session in the list. */
export function toLiveSummary(session: LiveSession, seasons: CountingSeasons): LiveSummary {
  const leader = session.drivers.find(({ position }) => position === 1)
  return {
    id: session.id,
    sessionId: session.sessionId,
    userId: session.userId,
    userName: session.userName,
    trackId: session.trackId,
    trackName: session.trackName,
    sessionType: session.sessionType,
    raceKind: session.raceKind ?? null,
    sessionStartTime: session.sessionStartTime,
    numberOfLaps: session.numberOfLaps,
    currentLapNumber: leader?.currentLapNumber || null,
    leaderName: leader?.name ?? null,
    leaders: leadersOf(session),
    numberOfDrivers: session.drivers.length,
    sessionTimeLeft: session.sessionTimeLeft,
    weather: session.weather,
    safetyCarStatus: session.safetyCarStatus,
    flag: raceFlag(session),
    viewers: session.viewers,
    receiving: session.receiving,
    trackOutline: session.trackOutline,
    seasons,
  }
}

const LEADERS = 3
/** A list is read at a glance, and each change of it is sent to all who see it. */
const GAP_STEP_MS = 500

function leadersOf({ drivers, sessionType }: LiveSession): LiveLeader[] {
  const isRace = isRaceType(sessionType)
  const first = drivers
    .flatMap((driver) => {
      const { position } = driver
      return position !== null && position <= LEADERS ? [{ driver, position }] : []
    })
    .toSorted((a, b) => a.position - b.position)
    .map(({ driver }) => driver)
  const [leader] = first
  return first.map((driver) => {
    const gapMs = isRace ? driver.deltaToLeader : differenceOf(driver, leader)
    return {
      name: driver.name,
      teamColour: driver.teamColour,
      gapMs:
        driver === leader || gapMs === null ? null : gapMs - (isRace ? gapMs % GAP_STEP_MS : 0),
    }
  })
}

function differenceOf(driver: Driver, leader: Driver | undefined): number | null {
  if (driver.bestLapTimeMs === null || !leader || leader.bestLapTimeMs === null) return null
  return driver.bestLapTimeMs - leader.bestLapTimeMs
}
