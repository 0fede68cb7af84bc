import { SafetyCarStatus } from '@pitboard/contract/enumerations'
import type { Driver } from '@pitboard/contract/driver'
import type { SessionDetail } from '@pitboard/contract/session'
import { sessionTypeOf, trackNameOf } from '../formats/names.ts'
import { driverOf } from './driver.ts'
import { completenessOf } from './completeness.ts'
import { derivedFields } from './derived.ts'
import { isRace } from './type-of.ts'
import { isListed } from './listed.ts'
import { safetyCarPeriods } from './safety-cars.ts'
import { shared } from './shared.ts'
import type { TrackedSession } from './state.ts'
import { raceKindOf, weekendStructureOf } from './weekend.ts'

/** What the recording knows of a session that the game does not. */
export interface Identity {
  readonly id: string
  readonly internalSessionId: number
  readonly userId: string
  readonly userName: string
}

/**
 * The contract's view of a session, live or ended. Cheap enough for every tick: lists that have
 * not changed since the last view are the same arrays. Treat it as read-only.
 */
export function sessionDetail(session: TrackedSession, identity: Identity): SessionDetail {
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
    weatherForecastSamples: shared(session.forecast),
    timeOfDay: info.timeOfDayMinutes,
    trackTemp: last.trackTemperature,
    airTemp: last.airTemperature,
    numberOfSafetyCars: safetyCarPeriods(session, SafetyCarStatus.Full),
    numberOfVirtualSafetyCars: safetyCarPeriods(session, SafetyCarStatus.Virtual),
    numberOfRedFlags: Math.max(info.numRedFlagPeriods ?? 0, session.redFlags.length),
    trackLength: info.trackLength,
    overtakes: shared(session.overtakes),
    weatherHistory: shared(session.weatherHistory),
    events: shared(session.events),
    classification: session.classifiedAtMs === null ? 'provisional' : 'final',
    trackOutline: shared(session.trackOutline),
    completeness: completenessOf(session, drivers),
    derived: derivedFields(session, hasGrid),
    weekendStructure: weekendStructureOf(info),
    raceKind: raceKindOf(session),
    recorderDriverIdx: info.isSpectating === 1 ? null : info.header.playerCarIndex,
  }
}
