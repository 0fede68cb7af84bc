import { BLANK_SESSION } from '@pitboard/contract/sessions/blank-session'
import { BLANK_DRIVER } from '@pitboard/contract/sessions/blank-driver'
import type { Lap } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { SessionType, TyreCompound, Weather } from '@pitboard/contract/wire/enumerations'
import type { AppContext } from '../../context.ts'
import type { PackedTrace } from '../traces/pack-trace.ts'
import { storeTraces } from '../traces/stored-traces.ts'

/** Builds a lap whose first two sectors take 30 s each. */
export function aLap(lapTime: number, parts: Partial<Lap> = {}): Lap {
  const [sector1Time, sector2Time] = [30_000, 30_000]
  const sector3Time = lapTime - sector1Time - sector2Time
  return { lapTime, sector1Time, sector2Time, sector3Time, invalidLap: false, ...parts }
}

export interface Drive extends Partial<SessionDetail> {
  readonly laps: readonly Lap[]
  readonly compound?: number
}

export const OWN_CAR = 3

let started = 0

/** Builds a time trial on a track of 5 km in which the user drives these laps. */
export function driveSession(
  { context }: { readonly context: Pick<AppContext, 'newId'> },
  userId: string,
  { laps, compound = TyreCompound.Soft, ...parts }: Drive,
): SessionDetail {
  const driver = {
    ...BLANK_DRIVER,
    driverIdx: OWN_CAR,
    numberOfLaps: laps.length,
    lapTimes: [...laps],
    tyres: [{ tyreCompound: compound, actualTyreCompound: null, endLap: null }],
  }
  const id = context.newId()
  return {
    ...BLANK_SESSION,
    id,
    sessionId: id,
    userId,
    trackId: 3,
    gameVersion: 2025,
    trackLength: 5_000,
    sessionType: SessionType.TimeTrial,
    startWeather: Weather.Clear,
    recorderDriverIdx: OWN_CAR,
    drivers: [driver],
    sessionStartTime: new Date(Date.UTC(2026, 0, 1) + started++ * 3_600_000).toISOString(),
    ...parts,
  }
}

/** Stores traces that prove every lap of the recording user, as those of an honest recording do. */
export async function proveLaps(
  { context }: { readonly context: Pick<AppContext, 'db'> },
  { id, drivers, recorderDriverIdx }: SessionDetail,
  partsOf: (lapNum: number) => Partial<PackedTrace> = () => ({}),
): Promise<void> {
  const driver = drivers.find(({ driverIdx }) => driverIdx === recorderDriverIdx)
  if (!driver) return
  const traces = driver.lapTimes.map((_, index): PackedTrace => {
    return {
      driverIdx: driver.driverIdx,
      lapNum: index + 1,
      flags: 0,
      sampleHz: 60,
      trace: new Uint8Array(),
      miniSectorsMs: null,
      tyreAgeLaps: null,
      contradiction: null,
      isProven: true,
      ...partsOf(index + 1),
    }
  })
  await storeTraces(context.db, id, traces)
}
