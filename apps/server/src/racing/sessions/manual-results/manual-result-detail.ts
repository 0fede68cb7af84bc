import { missingLapsOf } from '@pitboard/telemetry/session/document/missing-laps'
import { BLANK_SESSION } from '@pitboard/contract/sessions/blank-session'
import { BLANK_DRIVER } from '@pitboard/contract/sessions/blank-driver'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import type { DocumentDriver, SessionDocument } from '@pitboard/contract/sessions/session-document'
import { trackName } from '@pitboard/contract/sessions/track-names'
import { toOneLine } from '../../../platform/http/sanitize-text.ts'
import { isNameHidden } from '../store/session-document.ts'

/** The server adds this to a document. */
interface Identity {
  readonly id: string
  readonly internalSessionId: number
  readonly sessionId: string
  readonly userId: string
  readonly userName: string
}

/** Returns the origin of a result: a document with laps was made by a program, one without was typed. */
export function originOf({ drivers }: SessionDocument): 'hand' | 'document' {
  return drivers.some(({ lapTimes = [] }) => lapTimes.length > 0) ? 'document' : 'hand'
}

/** Returns a complete session detail; fields that the document omits are unknown. */
export function toDetail(document: SessionDocument, identity: Identity): SessionDetail {
  const { drivers: documentDrivers, events = [], classification = 'final', ...session } = document
  const drivers = documentDrivers.map((driver) => toDriver(driver, document.numberOfLaps ?? null))
  const startMs = Date.parse(document.sessionStartTime)
  const end = document.sessionEndTime ?? null
  const origin = originOf(document)
  const missingLaps = origin === 'hand' ? [] : drivers.flatMap(missingLapsOf)
  const lastedMs = end === null ? longestMs(drivers) : Date.parse(end) - startMs
  return {
    ...BLANK_SESSION,
    recorderDriverIdx: null,
    ...session,
    sessionDuration:
      document.sessionDuration ?? (lastedMs === null ? null : Math.round(lastedMs / 1000)),
    ...identity,
    trackName: trackName(document.trackId),
    sessionStartTime: new Date(startMs).toISOString(),
    sessionEndTime: lastedMs === null ? null : new Date(startMs + lastedMs).toISOString(),
    drivers,
    events: events.map((event, index) => ({ ...UNKNOWN_EVENT, ...event, seq: index + 1 })),
    classification,
    origin,
    completeness: {
      framesSeen: null,
      lapsMissing: missingLaps.length,
      missingLaps,
      hiddenNames: drivers.filter(isNameHidden).length,
      restrictedDrivers: drivers.filter(({ telemetryPublic }) => !telemetryPublic).length,
      classification,
    },
  }
}

function toDriver(source: DocumentDriver, plannedLaps: number | null): Driver {
  const { lapTimes: laps = [], tyres = [], pitStops = [], penalties = [], ...driver } = source
  const lapTimes = laps.map((lap) => ({ ...UNKNOWN_LAP, ...lap }))
  const finishedLaps = source.resultStatus === ResultStatus.Finished ? plannedLaps : null
  const numberOfLaps = source.numberOfLaps ?? (lapTimes.length || finishedLaps || null)
  return {
    ...UNKNOWN_DRIVER,
    currentLapNumber: numberOfLaps ?? 0,
    ...driver,
    name: toOneLine(source.name),
    team: toOneLine(source.team ?? ''),
    position: source.position ?? source.finishingPosition ?? null,
    finishingPosition: source.finishingPosition ?? source.position ?? null,
    numberOfLaps,
    bestLapTimeMs: source.bestLapTimeMs ?? bestOf(lapTimes),
    lapTimes,
    tyres: tyres.map((stint) => ({ ...UNKNOWN_STINT, ...stint })),
    pitStops: pitStops.map((stop) => ({ ...UNKNOWN_STOP, ...stop })),
    penalties: penalties.map((penalty) => ({ ...UNKNOWN_PENALTY, ...penalty })),
  }
}

function bestOf(laps: Driver['lapTimes']): number | null {
  const times = laps.flatMap(({ lapTime, invalidLap }) =>
    lapTime === null || invalidLap ? [] : [lapTime],
  )
  return times.length > 0 ? Math.min(...times) : null
}

/** Returns the longest race time in ms; null where no car has one. */
function longestMs(drivers: readonly Driver[]): number | null {
  return Math.max(0, ...drivers.map(({ totalRaceTime }) => totalRaceTime ?? 0)) || null
}

const UNKNOWN_LAP = { sector1Time: null, sector2Time: null, sector3Time: null, invalidLap: false }
const UNKNOWN_STINT = { actualTyreCompound: null, endLap: null }
const UNKNOWN_STOP = { pitLaneTimeMs: null, stopTimeMs: null }
const UNKNOWN_PENALTY = { penaltyTime: null, otherVehicleIdx: null }
const UNKNOWN_EVENT = {
  lapNum: null,
  driverIdx: null,
  otherDriverIdx: null,
  value: null,
  seconds: null,
}

/** The driver is a human with the colour that pages show for an unknown team. */
const UNKNOWN_DRIVER: Driver = {
  ...BLANK_DRIVER,
  teamId: 255,
  teamColour: '#a8aeb9',
  isHuman: true,
  driverStatus: 0,
}
