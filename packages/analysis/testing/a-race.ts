import { BLANK_DRIVER } from '@pitboard/contract/sessions/blank-driver'
import { BLANK_SESSION } from '@pitboard/contract/sessions/blank-session'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import type { SessionEvent } from '@pitboard/contract/sessions/session-events'
import { ResultStatus, SessionType, TyreCompound } from '@pitboard/contract/wire/enumerations'

export const WINNER = 1
export const RIVAL = 2
export const SLICK: number = TyreCompound.Medium
export const TREADED: number = TyreCompound.Intermediate

/** Builds a race of two drivers by their lap times, which the first one won. */
export function raceOf(
  winnerLaps: readonly (number | null)[],
  rivalLaps: readonly (number | null)[],
  winner: Partial<Driver> = {},
  rival: Partial<Driver> = {},
  known: Partial<SessionDetail> = {},
): SessionDetail {
  const drivers = [
    aDriver(WINNER, winnerLaps, { startingPosition: 1, finishingPosition: 1, ...winner }),
    aDriver(RIVAL, rivalLaps, { startingPosition: 2, finishingPosition: 2, ...rival }),
  ]
  return aSession(drivers, { sessionType: SessionType.Race, ...known })
}

/** Builds a session of these drivers; `known` has further fields of its document. */
export function aSession(drivers: Driver[], known: Partial<SessionDetail>): SessionDetail {
  return { ...BLANK_SESSION, drivers, ...known }
}

/** Builds a driver with these laps, who finished in the place of their index. */
export function aDriver(
  driverIdx: number,
  laps: readonly (number | null)[],
  known: Partial<Driver> = {},
): Driver {
  return {
    ...BLANK_DRIVER,
    driverIdx,
    finishingPosition: driverIdx,
    resultStatus: ResultStatus.Finished,
    numberOfLaps: laps.length,
    totalRaceTime: laps.reduce<number>((sum, lap) => sum + (lap ?? 0), 0),
    lapTimes: laps.map((lapTime) => ({
      lapTime,
      sector1Time: null,
      sector2Time: null,
      sector3Time: null,
      invalidLap: false,
    })),
    ...known,
  }
}

/** Builds the fields of a driver who changes tyres at the end of this lap. */
export function stopOn(lapNum: number, before = SLICK, after = 18): Partial<Driver> {
  return {
    pitStops: [{ lapNum, pitLaneTimeMs: null, stopTimeMs: null }],
    tyres: [stint(before, lapNum), stint(after, null)],
  }
}

/** Builds a stint on this compound; null stands for one that lasts to the end. */
export function stint(tyreCompound: number, endLap: number | null) {
  return { tyreCompound, actualTyreCompound: null, endLap }
}

/** Builds an overtake of the car `of` by the car `by`, at this session time in ms. */
export function overtake(by: number, of: number, lapNum: number, overtakingTime: number) {
  return {
    overtakingDriverIdx: by,
    overtakenDriverIdx: of,
    lapNum,
    overtakingTime,
    utcTime: '2026-05-03T13:00:00.000Z',
  }
}

/** Builds an event of a safety car. The tens of `value` are its type, the ones its phase. */
export function safetyCar(seq: number, value: number, timeMs: number, lapNum: number) {
  return happened(seq, 'safetyCar', timeMs, { lapNum, value })
}

/** Builds an event of the session's feed. */
export function happened<Kind extends SessionEvent['kind']>(
  seq: number,
  kind: Kind,
  timeMs: number,
  known: Partial<SessionEvent> = {},
) {
  const nothing = { lapNum: null, value: null, driverIdx: null, otherDriverIdx: null }
  return { ...nothing, seconds: null, ...known, seq, kind, timeMs }
}
