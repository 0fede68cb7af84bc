import type { Driver } from '@pitboard/contract/sessions/driver'

interface MissingLap {
  readonly driverIdx: number
  readonly lapNum: number
}

/** R19: returns the laps that a driver has completed and whose time is unknown. */
export function missingLapsOf({
  driverIdx,
  numberOfLaps,
  lapTimes,
}: Pick<Driver, 'driverIdx' | 'numberOfLaps' | 'lapTimes'>): MissingLap[] {
  const missing: MissingLap[] = []
  for (let lapNum = 1; lapNum <= (numberOfLaps ?? 0); lapNum++) {
    if ((lapTimes[lapNum - 1]?.lapTime ?? null) === null) missing.push({ driverIdx, lapNum })
  }
  return missing
}
