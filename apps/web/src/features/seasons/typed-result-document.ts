import { ResultStatus } from '@pitboard/contract/enumerations'
import type { Driver } from '@pitboard/contract/driver'
import type { SessionDetail } from '@pitboard/contract/session'
import { trackName } from '@pitboard/contract/track-names'

/** A line of a classification as it is typed; empty where nothing is known. */
export interface TypedRow {
  readonly name: string
  readonly team: string
  readonly laps: string
  /** The whole time, or the gap to the winner: `1:32:03.456`, `+12.3`. */
  readonly time: string
  readonly bestLap: string
  readonly grid: string
  /** Seconds. */
  readonly penalty: string
  readonly resultStatus: number
}

export interface TypedSession {
  readonly id: string
  readonly userId: string
  readonly userName: string
  readonly trackId: number
  readonly sessionType: number
  readonly startsAt: string
  readonly gameVersion: number
  readonly laps: number
  readonly rows: readonly TypedRow[]
}

/** Milliseconds of `1:32:03.456`, `1:23.4` or `58.001`; null for what is no time. */
export function readTimeMs(typed: string): number | null {
  const text = typed.trim().replace(/^\+/, '').replace(',', '.')
  if (!/^(\d+:)?(\d{1,2}:)?\d+(\.\d{1,3})?$/.test(text)) return null
  const seconds = text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  return Math.round(seconds * 1000)
}

/** The lines with a field that can't be read. */
export function faultsOf(rows: readonly TypedRow[]): { row: number; field: keyof TypedRow }[] {
  return rows.flatMap((row, index) => {
    const faults: (keyof TypedRow)[] = []
    if (row.time.trim() !== '' && readTimeMs(row.time) === null) faults.push('time')
    if (row.bestLap.trim() !== '' && readTimeMs(row.bestLap) === null) faults.push('bestLap')
    for (const field of ['laps', 'grid', 'penalty'] as const) {
      if (row[field].trim() !== '' && !/^\d{1,3}$/.test(row[field].trim())) faults.push(field)
    }
    return faults.map((field) => ({ row: index, field }))
  })
}

/** A session document of a result that no recorder saw; the rows stand in the finishing order. */
export function toDocument(typed: TypedSession): SessionDetail {
  const { trackId, startsAt, laps, rows } = typed
  const winnerMs = readTimeMs(rows[0]?.time ?? '')
  const drivers = rows.map((row, index) => toDriver(row, index, { laps, winnerMs }))
  const longestMs = Math.max(0, ...drivers.map(({ totalRaceTime }) => totalRaceTime ?? 0))
  return {
    id: typed.id,
    internalSessionId: 0,
    sessionId: uidOf(typed.id),
    userId: typed.userId,
    userName: typed.userName,
    trackId,
    trackName: trackName(trackId),
    sessionType: typed.sessionType,
    numberOfLaps: laps,
    sessionStartTime: startsAt,
    sessionEndTime: new Date(Date.parse(startsAt) + longestMs).toISOString(),
    gameVersion: typed.gameVersion,
    gameBuild: '',
    packetFormat: typed.gameVersion,
    isMultiplayer: true,
    seasonLinkIdentifier: 0,
    weekendLinkIdentifier: 0,
    sessionLinkIdentifier: 0,
    startTrackTemp: 0,
    startAirTemp: 0,
    startWeather: 0,
    completeness: {
      framesSeen: 0,
      lapsMissing: 0,
      hiddenNames: 0,
      restrictedDrivers: 0,
      classification: 'final',
    },
    drivers,
    sessionTimeLeft: 0,
    sessionDuration: Math.round(longestMs / 1000),
    safetyCarStatus: 0,
    weather: 0,
    weatherForecastSamples: [],
    timeOfDay: 0,
    trackTemp: 0,
    airTemp: 0,
    numberOfSafetyCars: 0,
    numberOfVirtualSafetyCars: 0,
    numberOfRedFlags: 0,
    trackLength: 0,
    overtakes: [],
    weatherHistory: [],
    events: [],
    classification: 'final',
    trackOutline: [],
  }
}

interface Winner {
  readonly laps: number
  readonly winnerMs: number | null
}

function toDriver(row: TypedRow, driverIdx: number, { laps, winnerMs }: Winner): Driver {
  const place = driverIdx + 1
  const bestLapTimeMs = readTimeMs(row.bestLap)
  const penaltySeconds = Number(row.penalty.trim() || 0)
  return {
    ...BLANK,
    driverIdx,
    name: row.name.trim(),
    team: row.team.trim(),
    position: place,
    finishingPosition: place,
    startingPosition: row.grid.trim() === '' ? null : Number(row.grid),
    resultStatus: row.resultStatus,
    numberOfLaps: row.laps.trim() === '' ? laps : Number(row.laps),
    totalRaceTime: raceTimeMs(row, place, winnerMs, penaltySeconds),
    totalPenaltiesSeconds: penaltySeconds,
    bestLapTimeMs,
    currentLapNumber: laps,
  }
}

/** Without penalties, as a recorder stores it; a gap is to the winner's time. */
function raceTimeMs(
  { time, resultStatus }: TypedRow,
  place: number,
  winnerMs: number | null,
  penaltySeconds: number,
): number | null {
  const typedMs = readTimeMs(time)
  if (typedMs === null || resultStatus !== ResultStatus.Finished) return null
  const isGap = place > 1 && (time.trim().startsWith('+') || typedMs < (winnerMs ?? 0))
  if (isGap && winnerMs === null) return null
  return (isGap ? (winnerMs ?? 0) + typedMs : typedMs) - penaltySeconds * 1000
}

/** A decimal number as the game's, of the document's own id. */
function uidOf(id: string): string {
  return BigInt(`0x${id.replaceAll('-', '').slice(-15)}`).toString()
}

const BLANK = {
  carNumber: 0,
  teamId: 255,
  teamColour: '#a8aeb9',
  isHuman: true,
  telemetryPublic: false,
  lapTimes: [],
  pitStops: [],
  tyres: [],
  penalties: [],
  warnings: [],
  totalWarnings: 0,
  totalCornerCutWarnings: 0,
  bestSector1TimeMs: null,
  bestSector2TimeMs: null,
  bestSector3TimeMs: null,
  lastLapTimeMs: null,
  lastSector1TimeMs: null,
  lastSector2TimeMs: null,
  lastSector3TimeMs: null,
  currentLapTimeMs: null,
  currentSector1TimeMs: null,
  currentSector2TimeMs: null,
  currentSector3TimeMs: null,
  currentLapInvalid: false,
  sector: 0,
  pitStatus: 0,
  driverStatus: 0,
  deltaToCarAhead: null,
  deltaToLeader: null,
  currentTyreCompound: null,
  currentTyreAgeLaps: null,
  unservedDriveThroughs: 0,
  unservedStopGos: 0,
  livePosition: null,
  velocity: null,
  lapDistance: null,
} satisfies Partial<Driver>
