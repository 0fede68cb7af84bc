import { isRacing, type Car, type DrivenLap } from '../world/car.ts'

const VALID = 0b1111
const LAP_INVALID = 0b1110
const CURRENT = 255

export function sessionHistoryOf(car: Car) {
  const done = car.laps.map((lap) => ({
    lapTimeMs: lap.lapTimeMs,
    sector1TimeMs: lap.sector1Ms,
    sector2TimeMs: lap.sector2Ms,
    sector3TimeMs: lap.sector3Ms,
    lapValidBitFlags: lap.invalid ? LAP_INVALID : VALID,
  }))
  // The lap that is being driven counts, as far as it is known.
  const current = {
    lapTimeMs: 0,
    sector1TimeMs: car.sector1Ms,
    sector2TimeMs: car.sector2Ms,
    sector3TimeMs: 0,
    lapValidBitFlags: car.lapInvalid ? LAP_INVALID : VALID,
  }
  const laps = isRacing(car) ? [...done, current] : done
  return {
    carIdx: car.index,
    numLaps: laps.length,
    numTyreStints: car.stints.length,
    bestLapTimeLapNum: bestLapNum(car, ({ lapTimeMs }) => lapTimeMs),
    bestSector1LapNum: bestLapNum(car, ({ sector1Ms }) => sector1Ms),
    bestSector2LapNum: bestLapNum(car, ({ sector2Ms }) => sector2Ms),
    bestSector3LapNum: bestLapNum(car, ({ sector3Ms }) => sector3Ms),
    laps,
    tyreStints: car.stints.map(({ compound, endLap }) => ({
      endLap: endLap ?? CURRENT,
      tyreActualCompound: compound.actual,
      tyreVisualCompound: compound.visual,
    })),
  }
}

/** 0 without a valid lap. */
function bestLapNum({ laps }: Car, timeOf: (lap: DrivenLap) => number): number {
  const valid = laps.filter((lap) => !lap.invalid)
  const best = Math.min(...valid.map(timeOf))
  return laps.findIndex((lap) => !lap.invalid && timeOf(lap) === best) + 1
}
