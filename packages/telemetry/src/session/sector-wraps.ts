import type { CarState, LapCar } from './state.ts'

const turnMs = 65_536
/** Sectors are rounded one by one: their sum may be off by a few. */
const roundingMs = 20

export type Sectors = readonly [number | null, number | null, number | null]

/**
 * R21: a sector time of 16 bits begins at 0 again beyond 65.535 s (2022). When a sector ends,
 * the time on the lap says how often its time has. Elsewhere nothing is ever missing.
 */
export function followSectors(car: CarState, before: LapCar | null, lap: LapCar): void {
  if (car.wrapLap !== lap.currentLapNum) {
    car.wrapLap = lap.currentLapNum
    car.wrap1Ms = 0
    car.wrap2Ms = 0
  } else if (before?.sector === lap.sector) return
  if (lap.sector === 1) {
    car.wrap1Ms = turnsIn(lap.currentLapTimeMs - lap.sector1TimeMs) * turnMs
  }
  if (lap.sector === 2 && before?.sector === 1) {
    const sector1Ms = lap.sector1TimeMs + car.wrap1Ms
    car.wrap2Ms = turnsIn(lap.currentLapTimeMs - sector1Ms - lap.sector2TimeMs) * turnMs
  }
}

function turnsIn(ms: number): number {
  return Math.max(0, Math.floor(ms / turnMs))
}

/** R21: the sectors of the lap that a car is on, as far as it has driven them. */
export function sectorsSoFar({ lap, wrap1Ms, wrap2Ms }: CarState): Sectors {
  if (lap === null || lap.sector === 0) return [null, null, null]
  const second = lap.sector === 2 ? lap.sector2TimeMs + wrap2Ms : null
  return [lap.sector1TimeMs + wrap1Ms, second, null]
}

/**
 * R21: a history's sectors with what they lack, told by the lap's time; `driven` are those that
 * the lap data showed. Null where the turns can't be told apart.
 */
export function unwrapSectors(lapTimeMs: number, sent: Sectors, driven: Sectors): Sectors {
  const sumMs = sent.reduce((sum: number, ms) => sum + (ms ?? 0), 0)
  const turns = Math.round((lapTimeMs - sumMs) / turnMs)
  if (turns < 1 || Math.abs(lapTimeMs - sumMs - turns * turnMs) > roundingMs) return sent
  const own = driven.map((ms, i) =>
    ms === null ? null : Math.round((ms - (sent[i] ?? 0)) / turnMs),
  )
  const left = turns - own.reduce((sum: number, count) => sum + (count ?? 0), 0)
  const unseen = own.filter((count) => count === null).length
  const isClear = left === 0 || (left > 0 && unseen === 1)
  if (!isClear || own.some((count) => count !== null && count < 0)) return [null, null, null]
  const whole = sent.map((ms, i) => (ms ?? 0) + (own[i] ?? left) * turnMs)
  return [whole[0] ?? null, whole[1] ?? null, whole[2] ?? null]
}
