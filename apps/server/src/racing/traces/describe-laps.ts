import { compoundOnLap } from '@pitboard/analysis/laps/stints'
import type { Driver, Lap } from '@pitboard/contract/sessions/driver'
import type { RecordedSession } from '@pitboard/contract/sessions/session'
import type {
  LapDetails,
  LapFlag,
  LapTrace,
  SessionLap,
  SessionLaps,
} from '@pitboard/contract/traces/lap-traces'
import {
  ofEachChannel,
  TRACE_CHANNELS,
  type TraceChannel,
} from '@pitboard/contract/traces/trace-channels'
import { isRaceType } from '@pitboard/contract/wire/enumerations'
import { valuesOf } from '@pitboard/telemetry/traces/trace-codec'
import { countPoints, distanceAt } from '@pitboard/telemetry/traces/trace-grid'
import type { LapAddress, StoredTrace } from './stored-traces.ts'

type FlagsOf = (driverIdx: number, lapNum: number) => readonly LapFlag[] | null

/** Describes the laps of a session; `flagsOf` returns the flags of a lap that has a trace. */
export function describeLaps(
  session: RecordedSession,
  flagsOf: FlagsOf,
  isPending: boolean,
): SessionLaps {
  const isRace = isRaceType(session.sessionType)
  const drivers = session.drivers.map((driver) => ({
    ...describeDriver(driver),
    isRecorder: driver.driverIdx === session.recorderDriverIdx,
    laps: driver.lapTimes.map((lap, index): SessionLap => {
      const traced = flagsOf(driver.driverIdx, index + 1)
      return {
        ...describeLap(driver, lap, index + 1),
        flags: [...(traced ?? untracedFlags(driver, index + 1, isRace))],
        hasTrace: traced !== null,
      }
    }),
  }))
  const hasTraces = drivers.some(({ laps }) => laps.some(({ hasTrace }) => hasTrace))
  return {
    ...describeSession(session),
    traces: isPending ? 'pending' : hasTraces ? 'ready' : 'none',
    drivers,
  }
}

/**
 * Describes a lap, without its trace where `stored` is null; returns null where the session does not have the
 * lap.
 */
export function describeLapDetails(
  session: RecordedSession,
  { driverIdx, lapNum }: Pick<LapAddress, 'driverIdx' | 'lapNum'>,
  stored: StoredTrace | null,
): LapDetails | null {
  const driver = session.drivers.find((one) => one.driverIdx === driverIdx)
  const lap = driver?.lapTimes[lapNum - 1]
  if (!driver || !lap) return null
  const { trackLengthM: _, ...details } = describeSession(session)
  return {
    ...details,
    ...describeDriver(driver),
    ...describeLap(driver, lap, lapNum),
    flags: [...(stored?.flags ?? untracedFlags(driver, lapNum, isRaceType(session.sessionType)))],
    sampleHz: stored?.sampleHz ?? null,
  }
}

/** Describes a lap with its trace; returns null where the session does not have the lap. */
export function describeTrace(
  session: RecordedSession,
  address: Pick<LapAddress, 'driverIdx' | 'lapNum'>,
  stored: StoredTrace,
): LapTrace | null {
  const details = describeLapDetails(session, address, stored)
  if (!details) return null
  const { lengthM } = stored
  return {
    ...details,
    trackLengthM: lengthM,
    distanceM: Array.from({ length: countPoints(lengthM) }, (_, point) =>
      distanceAt(point, lengthM),
    ),
    channels: mapColumns(stored, (values) => values),
  }
}

/** Returns what `convert` makes of the values of each channel; null where the trace does not have it. */
export function mapColumns<T>(
  { columns }: StoredTrace,
  convert: (values: (number | null)[], channel: TraceChannel) => T,
): Record<TraceChannel, T | null> {
  const valuesIn = (channel: TraceChannel) => {
    const column = columns.get(channel)
    return column ? convert(valuesOf(channel, column), channel) : null
  }
  return ofEachChannel(valuesIn)
}

/** Returns the trace as a table: a row for each distance, a column for each channel. */
export function traceTable({ distanceM, channels }: LapTrace): (string | number | null)[][] {
  const names = CHANNELS.filter((channel) => channels[channel] !== null)
  const head = ['distanceM', ...names]
  const rows = distanceM.map((distance, point) => [
    distance,
    ...names.map((channel) => channels[channel]?.[point] ?? null),
  ])
  return [head, ...rows]
}

// The keys of the table are its channels.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const CHANNELS = Object.keys(TRACE_CHANNELS) as TraceChannel[]

function describeSession(session: RecordedSession) {
  const { id, trackId, trackName, trackLength, sessionType } = session
  const { sessionStartTime, gameVersion } = session
  return {
    sessionId: id,
    trackId,
    trackName,
    trackLengthM: trackLength,
    sessionType,
    sessionStartTime,
    gameVersion,
  }
}

function describeDriver({ driverIdx, name, team, teamColour }: Driver) {
  return { driverIdx, name, team, teamColour }
}

function describeLap(driver: Driver, lap: Lap, lapNum: number) {
  return {
    lapNum,
    lapTimeMs: lap.lapTime,
    sector1TimeMs: lap.sector1Time,
    sector2TimeMs: lap.sector2Time,
    sector3TimeMs: lap.sector3Time,
    isValid: !lap.invalidLap,
    tyreCompound: compoundOnLap(driver, lapNum),
  }
}

/** Returns what the pit stops of a race say of a lap. */
function untracedFlags({ pitStops }: Driver, lapNum: number, isRace: boolean): LapFlag[] {
  const flags: LapFlag[] = []
  if (pitStops.some((stop) => stop.lapNum === lapNum - 1)) flags.push('outLap')
  if (pitStops.some((stop) => stop.lapNum === lapNum)) flags.push('inLap')
  if (isRace && lapNum === 1) flags.push('standingStart')
  return flags
}
