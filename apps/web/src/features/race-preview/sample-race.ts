import type { ReplayRace } from './replay.ts'
import sample from './sample-race.json' with { type: 'json' }

/** Returns a race of the simulated game, for a server on which nobody has driven yet. */
export function sampleRace(): ReplayRace {
  return {
    ...sample,
    trackOutline: sample.outline.flatMap((x, index): [number, number][] => {
      const z = sample.outline[index + 1]
      return index % 2 === 0 && z !== undefined ? [[x, z]] : []
    }),
    drivers: sample.drivers.map(({ lapTimesMs, stopLaps, tyres, ...driver }, driverIdx) => ({
      ...driver,
      driverIdx,
      lapTimes: lapTimesMs.map((lapTime) => ({
        lapTime,
        sector1Time: null,
        sector2Time: null,
        sector3Time: null,
        invalidLap: false,
      })),
      pitStops: stopLaps.map((lapNum) => ({ lapNum, pitLaneTimeMs: null, stopTimeMs: null })),
      tyres: tyres.map((stint) => ({ ...stint, actualTyreCompound: null })),
    })),
  }
}
