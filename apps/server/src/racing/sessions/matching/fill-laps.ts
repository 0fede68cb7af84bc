import type { Driver, Lap } from '@pitboard/contract/driver'
import { isSameLapTime } from './match-cars.ts'

const TIMES = ['lapTime', 'sector1Time', 'sector2Time', 'sector3Time'] as const

/** Laps up to `numberOfLaps` with the times that the own recording missed. */
export function fillLaps(
  own: Driver,
  other: Driver,
  numberOfLaps: number,
  note: (field: string) => void,
): Lap[] {
  const laps = own.lapTimes.map((lap, place) => {
    const otherLap = other.lapTimes[place]
    return otherLap ? fillLap(lap, otherLap, (time) => note(`lapTimes.${place}.${time}`)) : lap
  })
  for (const [place, lap] of other.lapTimes.slice(0, numberOfLaps).entries()) {
    if (place < laps.length) continue
    laps.push(lap)
    note(`lapTimes.${place}`)
  }
  return laps
}

function fillLap(own: Lap, other: Lap, note: (time: string) => void): Lap {
  // Sectors of another lap time would not add up to the own one.
  if (own.lapTime !== null && !isSameLapTime(own.lapTime, other.lapTime)) return own
  const filled = { ...own }
  for (const time of TIMES) {
    if (own[time] !== null || other[time] === null) continue
    filled[time] = other[time]
    note(time)
  }
  if (own.lapTime === null && filled.lapTime !== null && own.invalidLap !== other.invalidLap) {
    filled.invalidLap = other.invalidLap
    note('invalidLap')
  }
  return filled
}
