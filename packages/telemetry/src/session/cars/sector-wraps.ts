import type { FormatTable } from '../../formats/format-table.ts'
import { formats } from '../../formats/registry.ts'
import type { CarState, LapCar, SectorMarks } from '../state/state.ts'

const turnMs = 65_536
/** Sectors are rounded one by one, so their sum may differ by a few ms. */
const roundingMs = 20
/** No lap takes more than an hour. */
const mostTurns = 60

const years: readonly FormatTable[] = Object.values(formats)
const wrappingYears = new Set(
  years.filter(({ wrapsSectorTimes }) => wrapsSectorTimes).map(({ format }) => format),
)

/** It counts how often the times of the first two sectors have wrapped. */
type Turns = [number, number]

type Sectors = readonly [number | null, number | null, number | null]

/** Returns whether sector times of a year wrap at 65.535 s. */
export function wrapsSectors(format: number): boolean {
  return wrappingYears.has(format)
}

/**
 * R21: stores for each lap when its sectors ended, and derives the wraps of the sent times. It does so only
 * for years with sector times that wrap.
 */
export function trackSectors(car: CarState, before: LapCar | null, lap: LapCar): void {
  const marks = marksOf(car, lap.currentLapNum)
  updateMarks(marks, lap)
  const isSame =
    before?.sector === lap.sector &&
    before.currentLapNum === lap.currentLapNum &&
    before.sector1TimeMs === lap.sector1TimeMs &&
    before.sector2TimeMs === lap.sector2TimeMs
  if (isSame) return
  const possible: Turns[] = lap.sector === 0 ? [[0, 0]] : possibleTurns(lap, marks)
  car.wrap1Ms = scaled(agreed(possible.map(([first]) => first)))
  car.wrap2Ms = scaled(agreed(possible.map(([, second]) => second)))
}

function marksOf(car: CarState, lapNum: number): SectorMarks {
  const known = car.sectorMarks.get(lapNum)
  if (known !== undefined) return known
  const made = unseenMarks()
  car.sectorMarks.set(lapNum, made)
  return made
}

function unseenMarks(): SectorMarks {
  return {
    sent1Ms: 0,
    sent2Ms: 0,
    end1FromMs: 0,
    end1ToMs: Infinity,
    end2FromMs: 0,
    end2ToMs: Infinity,
  }
}

function updateMarks(marks: SectorMarks, lap: LapCar): void {
  const nowMs = lap.currentLapTimeMs
  if (lap.sector === 0) {
    Object.assign(marks, { ...unseenMarks(), end1FromMs: nowMs })
    return
  }
  if (marks.sent1Ms !== 0 && marks.sent1Ms !== lap.sector1TimeMs) {
    // The first sector was driven a second time without being seen.
    Object.assign(marks, unseenMarks())
  }
  marks.sent1Ms = lap.sector1TimeMs
  marks.end1ToMs = Math.min(marks.end1ToMs, nowMs)
  if (lap.sector === 1) {
    marks.sent2Ms = 0
    marks.end2FromMs = nowMs
    marks.end2ToMs = Infinity
    return
  }
  if (marks.sent2Ms !== 0 && marks.sent2Ms !== lap.sector2TimeMs) {
    marks.end2FromMs = 0
    marks.end2ToMs = Infinity
  }
  marks.sent2Ms = lap.sector2TimeMs
  marks.end2ToMs = Math.min(marks.end2ToMs, nowMs)
}

/** Returns every possible pair of wraps of the two completed sectors. */
function possibleTurns(lap: LapCar, marks: SectorMarks): Turns[] {
  const possible: Turns[] = []
  for (let first = 0; first <= mostTurns; first++) {
    const end1Ms = lap.sector1TimeMs + first * turnMs
    if (end1Ms > marks.end1ToMs + roundingMs) break
    if (end1Ms < marks.end1FromMs - roundingMs) continue
    if (lap.sector === 1) possible.push([first, 0])
    for (let second = 0; lap.sector === 2 && second <= mostTurns; second++) {
      const end2Ms = end1Ms + lap.sector2TimeMs + second * turnMs
      if (end2Ms > marks.end2ToMs + roundingMs) break
      if (end2Ms >= marks.end2FromMs - roundingMs) possible.push([first, second])
    }
  }
  return possible
}

/** Returns the value that all possibilities share; null if they differ. */
function agreed(values: readonly number[]): number | null {
  const [first] = values
  return first !== undefined && values.every((value) => value === first) ? first : null
}

function scaled(turns: number | null): number | null {
  return turns === null ? null : turns * turnMs
}

/**
 * R21: returns the sectors of a history with their wraps. The lap time gives the sum of the wraps, LapData
 * those of each sector. A sector with unknown wraps is null.
 */
export function unwrapSectors(
  lapTimeMs: number,
  sent: Sectors,
  marks: SectorMarks = unseenMarks(),
): Sectors {
  // A sector that took exactly one wrap is sent as 0, like an unknown one.
  const [sent1Ms, sent2Ms, sent3Ms] = [sent[0] ?? 0, sent[1] ?? 0, sent[2] ?? 0]
  const missingMs = lapTimeMs - sent1Ms - sent2Ms - sent3Ms
  const turns = Math.round(missingMs / turnMs)
  if (turns < 1 || Math.abs(missingMs - turns * turnMs) > roundingMs) return sent
  if (turns > mostTurns) return [null, null, null]
  const isOwn = marks.sent1Ms === 0 || marks.sent1Ms === sent1Ms
  const { end1FromMs, end1ToMs, end2FromMs, end2ToMs } = isOwn ? marks : unseenMarks()
  const possible: [number, number, number][] = []
  for (let first = 0; first <= turns; first++) {
    const end1Ms = sent1Ms + first * turnMs
    if (end1Ms > end1ToMs + roundingMs) break
    if (end1Ms < end1FromMs - roundingMs) continue
    for (let second = 0; first + second <= turns; second++) {
      const end2Ms = end1Ms + sent2Ms + second * turnMs
      if (end2Ms > end2ToMs + roundingMs) break
      if (end2Ms >= end2FromMs - roundingMs) possible.push([first, second, turns - first - second])
    }
  }
  const whole = (place: 0 | 1 | 2, sentMs: number): number | null => {
    const wrapMs = scaled(agreed(possible.map((counts) => counts[place])))
    return wrapMs === null ? null : sentMs + wrapMs
  }
  return [whole(0, sent1Ms), whole(1, sent2Ms), whole(2, sent3Ms)]
}
