import type { LiveSession } from '@pitboard/contract/live/live'
import type { TrackPitLoss } from '@pitboard/contract/pit-losses/track-pit-loss'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionEvent } from '@pitboard/contract/sessions/session-events'
import { isRaceType, ResultStatus, SessionType } from '@pitboard/contract/wire/enumerations'
import { advancingCount } from '@pitboard/analysis/outcome/advancing-count'
import { pitLossOf } from '@pitboard/analysis/outlook/pit-loss'
import { pitOutlookOf } from '@pitboard/analysis/outlook/rejoin'
import { stintOutlooksOf } from '@pitboard/analysis/outlook/stint-outlook'
import type { SeasonPoints } from '../live/live-season.ts'
import { netPosition } from '../live/penalty-figures.ts'
import {
  isInBattle,
  isOut,
  lapsBetween,
  leaderLap,
  neighbours,
  standingOf,
  statusOf,
} from '../race/standing.ts'
import { concernsDriver } from '../race-control/session-feed.ts'
import type { EngineerCall, LapMark, Rival } from './engineer-call.ts'

export interface EngineerMoment {
  readonly session: LiveSession
  /** These are points of the season as they stand; null where the session counts in none. */
  readonly points: ReadonlyMap<number, SeasonPoints> | null
  readonly trackPitLoss: TrackPitLoss | null
}

export interface EngineerSubject {
  readonly driverIdx: number
  readonly gapsEvery: 'lap' | 'sector'
}

/** Moments further apart do not follow each other: after a seek nothing just happened. */
const APART_MS = 3_000
/** The pit window of a stint opens this many laps before its expected end. */
const WINDOW_LAPS = 3
const NARROW_PLACES = 1
const LAPS_LEFT: readonly number[] = [10, 5, 3, 2, 1]
const MINUTES_LEFT: readonly number[] = [10, 5, 2, 1]
/** Race control counts them; others say little about the chosen driver. */
const FLAG_KINDS: readonly SessionEvent['kind'][] = ['safetyCar', 'redFlag', 'chequeredFlag']
const PENALTY_KINDS: readonly SessionEvent['kind'][] = ['penalty', 'warning']

/**
 * Returns what happened to a driver between two successive moments of the page, in the order in which it is reported.
 */
export function callsBetween(
  before: EngineerMoment,
  after: EngineerMoment,
  { driverIdx, gapsEvery }: EngineerSubject,
): readonly EngineerCall[] {
  const passedMs = after.session.sessionTimeMs - before.session.sessionTimeMs
  const isNext = before.session.id === after.session.id && passedMs >= 0 && passedMs <= APART_MS
  const was = before.session.drivers.find((driver) => driver.driverIdx === driverIdx)
  const is = after.session.drivers.find((driver) => driver.driverIdx === driverIdx)
  if (!isNext || !was || !is) return []
  const change: Change = { before, after, was, is, gapsEvery }
  const own = isRaceType(after.session.sessionType) ? raceCalls(change) : timedCalls(change)
  return [...eventCalls(change), ...zoneCalls(change), ...own, ...pointCalls(change)]
}

interface Change {
  readonly before: EngineerMoment
  readonly after: EngineerMoment
  readonly was: Driver
  readonly is: Driver
  readonly gapsEvery: EngineerSubject['gapsEvery']
}

function hasCompletedLap({ was, is }: Change): boolean {
  return is.currentLapNumber > was.currentLapNumber
}

function raceCalls(change: Change): readonly EngineerCall[] {
  const { was, is } = change
  if (was.resultStatus === ResultStatus.Active && is.resultStatus === ResultStatus.Finished) {
    const { position } = is
    const net = netPosition(is, change.after.session)
    return position === null || net === null
      ? []
      : [{ kind: 'finished', position, netPosition: net }]
  }
  if (is.resultStatus !== ResultStatus.Active) return []
  return [
    ...placeCalls(change),
    ...battleCalls(change),
    ...rivalStopCalls(change),
    ...lapCalls(change),
    ...gapCalls(change),
    ...stopCalls(change),
  ]
}

function gapCalls(change: Change): readonly EngineerCall[] {
  const { was, is, after, gapsEvery } = change
  if (is.position === null || is.pitStatus > 0) return []
  const isAtLine = hasCompletedLap(change)
  const isAtSector = gapsEvery === 'sector' && is.sector !== was.sector
  const hasLeftPit = was.pitStatus > 0
  if (!isAtLine && !isAtSector && !hasLeftPit) return []
  const { ahead, behind } = neighbours(is, after.session)
  return [
    {
      kind: 'gaps',
      position: is.position,
      ahead: ahead && !isOut(ahead) ? rivalOf(ahead, [is, ahead], after.session) : null,
      behind: behind && !isOut(behind) ? rivalOf(behind, [behind, is], after.session) : null,
    },
  ]
}

/** The pair is the rival and the driver, the one behind first. */
function rivalOf(
  driver: Driver,
  [behind, ahead]: readonly [Driver, Driver],
  { trackLength }: LiveSession,
): Rival {
  const laps = lapsBetween(behind, ahead, trackLength)
  return { name: nameOf(driver), gapMs: behind.deltaToCarAhead, laps }
}

/** Returns the driver's name; if the game hides it, the car's number. A voice would spell out capitals. */
function nameOf({ name, carNumber, driverIdx }: Driver): string {
  if (name === '') return `#${carNumber ?? driverIdx}`
  if (name !== name.toUpperCase()) return name
  return name
    .split(' ')
    .map((word) => word.slice(0, 1) + word.slice(1).toLowerCase())
    .join(' ')
}

/** Calls cars that passed each other on the road; in the pit lane, the stop is the news. */
function placeCalls({ before, after, is }: Change): readonly EngineerCall[] {
  const { position } = is
  if (position === null) return []
  return newEvents(before, after).flatMap((event): EngineerCall[] => {
    if (event.kind !== 'overtake' || !concernsDriver(event, is.driverIdx)) return []
    const isGain = event.driverIdx === is.driverIdx
    const rival = driverAt(after.session, isGain ? event.otherDriverIdx : event.driverIdx)
    if (!rival || rival.pitStatus > 0 || is.pitStatus > 0) return []
    return [{ kind: isGain ? 'gained' : 'lost', rivalName: nameOf(rival), position }]
  })
}

/** Calls cars that have come closer; who leaves the pit lane has gaps reported instead. */
function battleCalls({ before, after, was, is }: Change): readonly EngineerCall[] {
  if (was.pitStatus > 0 || is.pitStatus > 0) return []
  const now = neighbours(is, after.session)
  const then = neighbours(was, before.session)
  const calls: EngineerCall[] = []
  const isNewAttack = isInBattle(is, after.session) && !isInBattle(was, before.session)
  const gapMs = is.deltaToCarAhead
  if (now.ahead && isNewAttack && now.ahead.driverIdx === then.ahead?.driverIdx && gapMs !== null) {
    calls.push({ kind: 'attack', rival: { name: nameOf(now.ahead), gapMs } })
  }
  const { behind } = now
  if (!behind || !then.behind || behind.driverIdx !== then.behind.driverIdx) return calls
  if (then.behind.pitStatus > 0) return calls
  const behindMs = behind.deltaToCarAhead
  const isNewDefence = isInBattle(behind, after.session) && !isInBattle(then.behind, before.session)
  if (isNewDefence && behindMs !== null) {
    calls.push({ kind: 'defence', rival: { name: nameOf(behind), gapMs: behindMs } })
  }
  return calls
}

function rivalStopCalls({ before, after, was }: Change): readonly EngineerCall[] {
  const { ahead, behind } = neighbours(was, before.session)
  const stopping = (side: 'ahead' | 'behind', rival: Driver | null): EngineerCall[] => {
    const now = rival && driverAt(after.session, rival.driverIdx)
    const comesIn = now && rival.pitStatus === 0 && now.pitStatus > 0 && !isOut(now)
    return comesIn ? [{ kind: 'rivalPits', rivalName: nameOf(now), side }] : []
  }
  return [...stopping('ahead', ahead), ...stopping('behind', behind)]
}

function lapCalls(change: Change): readonly EngineerCall[] {
  const { is, after } = change
  if (!hasCompletedLap(change)) return []
  const calls: EngineerCall[] = []
  const { numberOfLaps } = after.session
  // The flag is out with the leader: a lapped driver has fewer laps to go than are missing.
  const lap = Math.max(is.currentLapNumber, leaderLap(after.session))
  const laps = numberOfLaps === null ? null : numberOfLaps - lap + 1
  if (laps !== null && LAPS_LEFT.includes(laps)) calls.push({ kind: 'lapsLeft', laps })
  const lapMs = is.lastLapTimeMs
  const mark = lapMs === null ? null : lapMarkOf(lapMs, change)
  // Most laps of a race are like the lap before.
  if (lapMs !== null && mark !== null) calls.push({ kind: 'lapTime', lapMs, mark, ranked: null })
  return calls
}

/** Compares the lap with the times from before the line: afterwards it is its own best. */
function lapMarkOf(lapMs: number, { was, before }: Change): LapMark {
  if (was.currentLapInvalid) return 'invalid'
  if (was.bestLapTimeMs === null) return null
  if (lapMs < standingOf(before.session).bests.lapMs) return 'sessionBest'
  return lapMs < was.bestLapTimeMs ? 'personalBest' : null
}

/** Calls a stop at the line while the pit window is open, and when a safety car makes a stop cheaper. */
function stopCalls(change: Change): readonly EngineerCall[] {
  const { before, after, is } = change
  const { session, trackPitLoss } = after
  if (is.pitStatus > 0) return []
  const isSlow = session.safetyCarStatus === 1 || session.safetyCarStatus === 2
  const isNewlySlow = isSlow && before.session.safetyCarStatus === 0
  if (!hasCompletedLap(change) && !isNewlySlow) return []
  const place = session.drivers.indexOf(is)
  const end = stintOutlooksOf(session)[place]?.end ?? null
  const lapsLeft = end === null || end.reason === 'finish' ? null : end.lap - is.currentLapNumber
  const isOpen = lapsLeft !== null && lapsLeft <= WINDOW_LAPS
  if (!isOpen && !isNewlySlow) return []
  const outlook = pitOutlookOf(session, pitLossOf(session, trackPitLoss))
  const rejoin = outlook?.rejoins[place]
  if (!rejoin) return []
  // The car ahead is that of one position: in a wide band it would mislead.
  const isNarrow = rejoin.band !== null && rejoin.band.worst - rejoin.band.best <= NARROW_PLACES
  const ahead = rejoin.position === rejoin.expectedPosition && isNarrow ? rejoin.ahead : null
  const carAhead = ahead && driverAt(session, ahead.driverIdx)
  return [
    {
      kind: 'stop',
      lapsLeft: isNewlySlow || lapsLeft === null ? null : Math.max(0, lapsLeft),
      position: rejoin.expectedPosition,
      band: rejoin.band,
      aheadName: carAhead ? nameOf(carAhead) : null,
    },
  ]
}

function timedCalls(change: Change): readonly EngineerCall[] {
  return [
    ...timeLeftCalls(change),
    ...timedLapCalls(change),
    ...sectorCalls(change),
    ...cutCalls(change),
  ]
}

function timeLeftCalls({ before, after }: Change): readonly EngineerCall[] {
  const leftBefore = before.session.sessionTimeLeft
  const leftAfter = after.session.sessionTimeLeft
  if (after.session.sessionType === SessionType.TimeTrial) return []
  return MINUTES_LEFT.filter(
    (minutes) => leftBefore > minutes * 60 && leftAfter <= minutes * 60,
  ).map((minutes) => ({ kind: 'minutesLeft', minutes }))
}

function timedLapCalls(change: Change): readonly EngineerCall[] {
  const { is, was, before, after } = change
  const lapMs = is.lastLapTimeMs
  const wasFlying = statusOf(was, before.session) === 'flying' || isTimeTrial(after.session)
  if (!hasCompletedLap(change) || lapMs === null || !wasFlying) return []
  const first = after.session.drivers[standingOf(after.session).order[0] ?? -1]
  const firstMs = first?.bestLapTimeMs ?? null
  const mark = lapMarkOf(lapMs, change)
  const { position } = is
  const hasRank = mark !== 'invalid' && !isTimeTrial(after.session)
  const toFirstMs = firstMs === null || first === is ? null : Math.max(0, lapMs - firstMs)
  const ranked = hasRank && position !== null ? { position, toFirstMs } : null
  return [{ kind: 'lapTime', lapMs, mark, ranked }]
}

function isTimeTrial({ sessionType }: LiveSession): boolean {
  return sessionType === SessionType.TimeTrial
}

function sectorCalls(change: Change): readonly EngineerCall[] {
  const { is, was, before, after, gapsEvery } = change
  const isFlying = statusOf(is, after.session) === 'flying' || isTimeTrial(after.session)
  if (gapsEvery !== 'sector' || !isFlying || is.currentLapInvalid) return []
  const { sectorsMs } = standingOf(before.session).bests
  const sectors = [
    [1, was.currentSector1TimeMs, is.currentSector1TimeMs, was.bestSector1TimeMs, sectorsMs[0]],
    [2, was.currentSector2TimeMs, is.currentSector2TimeMs, was.bestSector2TimeMs, sectorsMs[1]],
  ] as const
  return sectors.flatMap(([sector, beforeMs, timeMs, ownBestMs, bestMs]): EngineerCall[] => {
    if (beforeMs !== null || timeMs === null) return []
    const deltaMs = ownBestMs === null ? null : timeMs - ownBestMs
    const isOwnBest = deltaMs !== null && deltaMs < 0
    const mark = timeMs < bestMs ? 'sessionBest' : isOwnBest ? 'personalBest' : null
    return [{ kind: 'sector', sector, timeMs, mark, deltaMs }]
  })
}

function cutCalls({ before, after, was, is }: Change): readonly EngineerCall[] {
  const advancing = advancingCount(after.session)
  if (advancing === null || advancing !== advancingCount(before.session)) return []
  if (was.position === null || is.position === null) return []
  const wasSafe = was.position <= advancing
  const isSafe = is.position <= advancing
  return wasSafe === isSafe ? [] : [{ kind: isSafe ? 'safe' : 'dropZone', position: is.position }]
}

function eventCalls({ before, after, is }: Change): readonly EngineerCall[] {
  const { ahead, behind } = neighbours(is, after.session)
  const near = [is, ahead, behind].flatMap((driver) => driver?.driverIdx ?? [])
  return newEvents(before, after).flatMap((event): EngineerCall[] => {
    const isFlag = FLAG_KINDS.includes(event.kind)
    const isPenalty = PENALTY_KINDS.includes(event.kind)
    if (!isFlag && !isPenalty) return []
    const isOwn = event.driverIdx === is.driverIdx
    const isNear = event.kind === 'penalty' && near.includes(event.driverIdx ?? -1)
    if (isPenalty && !isOwn && !isNear) return []
    const driver = driverAt(after.session, event.driverIdx)
    const driverName = driver ? nameOf(driver) : ''
    return [{ kind: 'event', topic: isFlag ? 'flags' : 'penalties', event, driverName }]
  })
}

function newEvents(before: EngineerMoment, after: EngineerMoment): readonly SessionEvent[] {
  const lastSeq = before.session.events.at(-1)?.seq ?? 0
  return after.session.events.filter(({ seq }) => seq > lastSeq)
}

function driverAt({ drivers }: LiveSession, driverIdx: number | null): Driver | null {
  return drivers.find((driver) => driver.driverIdx === driverIdx) ?? null
}

/** Calls yellow flags of marshal zones: where the first one is, and when the last one is withdrawn. */
function zoneCalls({ before, after }: Change): readonly EngineerCall[] {
  const then = before.session.flaggedZones.filter(({ isRed }) => !isRed)
  const now = after.session.flaggedZones.filter(({ isRed }) => !isRed)
  const [zone] = now
  if (then.length === 0 && zone) {
    return [{ kind: 'yellow', sector: sectorAt(zone.from, after.session) }]
  }
  const isClear = then.length > 0 && now.length === 0 && after.session.safetyCarStatus === 0
  return isClear ? [{ kind: 'clear' }] : []
}

function sectorAt(distance: number, { sectorStarts }: LiveSession): number | null {
  if (!sectorStarts) return null
  return 1 + sectorStarts.filter((start) => distance >= start).length
}

/** Returns where the driver would stand in the season, whenever that changes. */
function pointCalls({ before, after, is }: Change): readonly EngineerCall[] {
  const then = before.points?.get(is.driverIdx)
  const now = after.points?.get(is.driverIdx)
  if (!then || !now || then.position === now.position) return []
  return [{ kind: 'points', seasonPosition: now.position, points: now.points }]
}
