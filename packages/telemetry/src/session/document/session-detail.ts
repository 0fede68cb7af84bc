import { missingLapsOf } from './missing-laps.ts'
import { SafetyCarStatus } from '@pitboard/contract/wire/enumerations'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { Completeness, SessionDetail } from '@pitboard/contract/sessions/session'
import { sessionTypeOf, trackNameOf } from '../../ids/id-tables.ts'
import { driverOf, isTelemetryPublic, withoutCopy } from './driver.ts'
import { hidesName, isListed, isRace } from '../state/queries.ts'
import { settingsOf } from '../packets/settings.ts'
import { safetyCarPeriods } from '../packets/safety-cars.ts'
import type { TrackedSession } from '../state/state.ts'
import { raceKindOf, weekendStructureOf } from './weekend.ts'
import { lacksOvertakeEvents } from '../cars/overtakes.ts'
import { isResultKnown } from '../cars/result-order.ts'

/** The game does not know the identity of the recording. */
export interface RecordingIdentity {
  readonly id: string
  readonly internalSessionId: number
  readonly userId: string
  readonly userName: string
}

/**
 * Returns the contract's document of a session, live or ended. It is cheap enough for every tick, because unchanged
 * lists are the same arrays. Treat it as read-only.
 */
export function sessionDetail(session: TrackedSession, identity: RecordingIdentity): SessionDetail {
  const { info, header } = session
  const first = session.firstWeather ?? info
  const last = session.lastWeather ?? info
  const hasGrid = isRace(session)
  const drivers: Driver[] = []
  for (const car of session.cars) {
    if (car.participant === null || !isListed(session, car)) continue
    drivers.push(driverOf(session, car, car.participant, hasGrid))
  }
  return {
    id: identity.id,
    internalSessionId: identity.internalSessionId,
    sessionId: session.uid,
    userId: identity.userId,
    userName: identity.userName,
    trackId: info.trackId,
    trackName: trackNameOf(info.ids, info.trackId),
    sessionType: sessionTypeOf(info.ids, info.sessionType),
    numberOfLaps: hasGrid ? info.totalLaps : 0,
    sessionStartTime: new Date(session.startedAtMs).toISOString(),
    sessionEndTime: session.endedAtMs === null ? null : new Date(session.endedAtMs).toISOString(),
    gameVersion: 2000 + header.gameYear,
    gameBuild: `${header.gameMajorVersion}.${String(header.gameMinorVersion).padStart(2, '0')}`,
    packetFormat: header.packetFormat,
    isMultiplayer: info.networkGame === 1,
    seasonLinkIdentifier: info.seasonLinkIdentifier,
    weekendLinkIdentifier: info.weekendLinkIdentifier,
    sessionLinkIdentifier: info.sessionLinkIdentifier,
    startTrackTemp: first.trackTemperature,
    startAirTemp: first.airTemperature,
    startWeather: first.weather,
    drivers,
    sessionTimeLeft: info.sessionTimeLeftSeconds,
    sessionDuration: info.sessionDurationSeconds,
    safetyCarStatus: info.safetyCarStatus,
    weather: last.weather,
    weatherForecastSamples: withoutCopy(session.forecast),
    timeOfDay: info.timeOfDayMinutes,
    trackTemp: last.trackTemperature,
    airTemp: last.airTemperature,
    numberOfSafetyCars: safetyCarPeriods(session, SafetyCarStatus.Full),
    numberOfVirtualSafetyCars: safetyCarPeriods(session, SafetyCarStatus.Virtual),
    // 2022 does not count its red flags.
    numberOfRedFlags: Math.max(info.numRedFlagPeriods ?? 0, session.redFlags.length),
    trackLength: info.trackLength,
    overtakes: withoutCopy(session.overtakes),
    weatherHistory: withoutCopy(session.weatherHistory),
    events: withoutCopy(session.events),
    classification: session.classifiedAtMs === null ? 'provisional' : 'final',
    trackOutline: withoutCopy(session.trackOutline),
    completeness: completenessOf(session, drivers),
    derived: derivedFields(session, hasGrid),
    weekendStructure: weekendStructureOf(info),
    raceKind: raceKindOf(session),
    settings: settingsOf(session),
    recorderDriverIdx: info.isSpectating === 1 ? null : info.header.playerCarIndex,
  }
}

/** R22: returns the names of the fields that are derived in this session. */
function derivedFields(session: TrackedSession, isRace: boolean): string[] {
  const { info } = session
  const fields: string[] = []
  const hidesGaps = lacksOvertakeEvents(info.format)
  if (isRace && hidesGaps) fields.push('overtakes')
  if (isRace && (hidesGaps || isResultKnown(session))) {
    fields.push('drivers.deltaToCarAhead', 'drivers.deltaToLeader')
  }
  if (info.numSafetyCarPeriods === undefined) {
    fields.push('numberOfSafetyCars', 'numberOfVirtualSafetyCars')
  }
  const [timing] = session.cars
  if (timing?.lap?.cornerCuttingWarnings === null) fields.push('drivers.totalCornerCutWarnings')
  if (session.status !== 'live' && session.classifiedAtMs === null) {
    fields.push('drivers.finishingPosition')
    if (isRace) fields.push('drivers.totalRaceTime')
  }
  return fields
}

/** R19: returns how complete the recording of a session is. */
function completenessOf(session: TrackedSession, drivers: readonly Driver[]): Completeness {
  let hiddenNames = 0
  let restrictedDrivers = 0
  const missingLaps: ReturnType<typeof missingLapsOf> = []
  for (const driver of drivers) {
    const car = session.cars[driver.driverIdx]
    if (car === undefined || car.participant === null) continue
    if (car.isHuman && hidesName(driver.name)) hiddenNames++
    if (!isTelemetryPublic(session, car, car.participant)) restrictedDrivers++
    missingLaps.push(...missingLapsOf(driver))
  }
  const classification = session.classifiedAtMs === null ? 'provisional' : 'final'
  const framesSeen = shareSeen(session)
  const lapsMissing = missingLaps.length
  return { framesSeen, lapsMissing, missingLaps, hiddenNames, restrictedDrivers, classification }
}

/**
 * Returns the share of the session that was recorded, from 0 to 1. It counts half seconds and not frames,
 * because thinning drops most frames on purpose, and the player chooses the rate.
 */
function shareSeen(session: TrackedSession): number {
  const due = Math.floor(session.order.timeMs / 500) + 1
  return Math.min(1, Math.round((session.halfSeconds.size / due) * 1000) / 1000)
}
