import { itemAt } from '@pitboard/contract/wire/item-at'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { carsLapData } from '../packets/lap-data.ts'
import { timeOf } from '../packets/broadcast.ts'
import type { World } from '../world/world.ts'
import { differences } from './differences.ts'

/** What a live document shows once the frame of this moment has arrived. */
export interface LiveMoment {
  readonly uid: string
  readonly sentMs: number
  readonly drivers: readonly LiveDriver[]
}

type LiveTiming = Pick<Driver, 'driverIdx' | 'position' | 'currentLapNumber' | 'resultStatus'> &
  Pick<Driver, 'numberOfLaps' | 'totalPenaltiesSeconds' | 'totalWarnings' | 'sector'> &
  Pick<Driver, 'currentLapInvalid' | 'pitStatus' | 'driverStatus' | 'lapDistance'>

interface LiveDriver {
  readonly timing: LiveTiming
  /** These are the times of the completed laps; a document may not have all of them yet, but has no others. */
  readonly lapTimesMs: readonly number[]
  readonly stopLaps: readonly number[]
}

export function liveMomentOf(world: World): LiveMoment {
  const drivers = carsLapData(world).map((lap, index) => {
    const { laps, pitStops } = itemAt(world.cars, index)
    const timing = {
      driverIdx: index,
      position: lap.carPosition,
      currentLapNumber: lap.currentLapNum,
      resultStatus: lap.resultStatus,
      numberOfLaps: laps.length,
      totalPenaltiesSeconds: lap.penaltiesSeconds,
      totalWarnings: lap.totalWarnings,
      sector: lap.sector,
      currentLapInvalid: lap.currentLapInvalid === 1,
      pitStatus: lap.pitStatus,
      driverStatus: lap.driverStatus,
      lapDistance: Math.round(Math.fround(lap.lapDistance)) + 0,
    }
    const lapTimesMs = laps.map(({ lapTimeMs }) => lapTimeMs)
    return { timing, lapTimesMs, stopLaps: pitStops.map(({ lapNum }) => lapNum) }
  })
  return { uid: String(world.uid), sentMs: timeOf(world), drivers }
}

/** Returns what a live document has that was not so at this moment. */
export function findLiveFaults({ sentMs, drivers }: LiveMoment, detail: SessionDetail): string[] {
  return drivers.flatMap(({ timing, lapTimesMs, stopLaps }) => {
    const path = `live at ${Math.round(sentMs)}: ${timing.driverIdx}`
    const driver = detail.drivers.find(({ driverIdx }) => driverIdx === timing.driverIdx)
    if (!driver) return [`${path} is not listed`]
    const laps = driver.lapTimes.map(({ lapTime }) => lapTime)
    const isWrongLap = laps.some((ms, i) => ms !== null && ms !== lapTimesMs[i])
    const stops = driver.pitStops.map(({ lapNum }) => lapNum)
    return [
      ...differences(timing, driver, path),
      ...(isWrongLap ? [`${path}: laps ${laps.join()}, driven ${lapTimesMs.join()}`] : []),
      ...(stops.every((lapNum) => stopLaps.includes(lapNum))
        ? []
        : [`${path}: stops on laps ${stops.join()}, made on ${stopLaps.join()}`]),
    ]
  })
}
