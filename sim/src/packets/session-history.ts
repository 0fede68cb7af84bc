import { isInvalid, isRacing, type Car, type DrivenLap } from '../world/car.ts'

const CURRENT = 255

export function sessionHistoryOf(car: Car) {
  const done = car.laps.map((lap) => ({
    lapTimeMs: lap.lapTimeMs,
    sector1TimeMs: lap.sector1Ms,
    sector2TimeMs: lap.sector2Ms,
    sector3TimeMs: lap.sector3Ms,
    lapValidBitFlags: validBits(lap),
  }))
  // The lap that is being driven counts, as far as it is known.
  const current = {
    lapTimeMs: 0,
    sector1TimeMs: car.sector1Ms,
    sector2TimeMs: car.sector2Ms,
    sector3TimeMs: 0,
    lapValidBitFlags: validBits(car),
  }
  const laps = isRacing(car) ? [...done, current] : done
  return {
    carIdx: car.index,
    numLaps: laps.length,
    numTyreStints: car.stints.length,
    bestLapTimeLapNum: bestLapNum(car, 3, ({ lapTimeMs }) => lapTimeMs),
    bestSector1LapNum: bestLapNum(car, 1, ({ sector1Ms }) => sector1Ms),
    bestSector2LapNum: bestLapNum(car, 2, ({ sector2Ms }) => sector2Ms),
    bestSector3LapNum: bestLapNum(car, 3, ({ sector3Ms }) => sector3Ms),
    laps,
    tyreStints: car.stints.map(({ compound, endLap }) => ({
      endLap: endLap ?? CURRENT,
      tyreActualCompound: compound.actual,
      tyreVisualCompound: compound.visual,
    })),
  }
}

/** The first bit is that of the lap, those after it are of its sectors. */
function validBits(lap: Pick<DrivenLap, 'validSectors'>): number {
  const sectors = (1 << lap.validSectors) - 1
  return (sectors << 1) | (isInvalid(lap) ? 0 : 1)
}

/** Compares laps whose first sectors count, as many as are asked for; returns 0 without one. */
function bestLapNum(
  { laps }: Car,
  validSectors: number,
  timeOf: (lap: DrivenLap) => number,
): number {
  const isValid = (lap: DrivenLap) => lap.validSectors >= validSectors
  const best = Math.min(...laps.filter(isValid).map(timeOf))
  return laps.findIndex((lap) => isValid(lap) && timeOf(lap) === best) + 1
}
