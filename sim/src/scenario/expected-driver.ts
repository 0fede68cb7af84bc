import type { Driver, Lap } from '@pitboard/contract/driver'
import { bestLapMs, pointsOf } from '../classification.ts'
import { has, type Setup } from '../setup.ts'
import { isRaceKind } from '../situations.ts'
import { CORNER_CUTTING, truthOfCar, penaltyOf, warningOf } from '../truth.ts'
import { currentStint, type Car, type DrivenLap } from '../world/car.ts'
import type { Near } from './differences.ts'
import type { Driven } from './session-script.ts'

type Gaps = 'deltaToCarAhead' | 'deltaToLeader'
export type ExpectedDriver = Partial<Omit<Driver, Gaps>> & {
  readonly [K in Gaps]: number | null | Near
}

const DERIVED_WITHIN_MS = 300

interface Asked {
  readonly setup: Setup
  readonly driven: Driven
  readonly car: Car
  readonly place: number
  readonly joinedMs: number
  readonly unknowable: string[]
}

/** What must be stored of one car. */
export function expectedDriver(asked: Asked): ExpectedDriver {
  const { setup, driven, car, place, unknowable } = asked
  const { entry } = car
  const isRace = isRaceKind(setup.kind)
  const truth = truthOfCar(driven.world, car, place)
  const told = driven.told.cars[car.index]
  const where = driven.told.places[car.index]
  const last = truth.lapTimes.at(-1)
  const isHuman = wasSeenHuman(asked)
  if (isHuman !== entry.human) unknowable.push(`drivers.${car.index}.isHuman`)
  return {
    driverIdx: car.index,
    name: entry.name,
    carNumber: entry.raceNumber,
    teamId: entry.teamId,
    isHuman,
    telemetryPublic: !entry.restricted || !isHuman,
    lapTimes: truth.lapTimes,
    ...happenings(asked),
    tyres: truth.tyres,
    position: hasClassification(setup) ? place : (told?.position ?? null),
    startingPosition: isRace ? car.gridPosition : null,
    finishingPosition: place,
    resultStatus: car.resultStatus,
    numberOfLaps: car.laps.length,
    currentLapNumber: car.lapNum,
    totalRaceTime: isRace && car.laps.length > 0 ? truth.totalRaceTime : null,
    totalPenaltiesSeconds: car.penaltySeconds,
    totalWarnings: car.warnings.length,
    bestLapTimeMs: finite(bestLapMs(car)),
    bestSector1TimeMs: best(car, ({ sector1Ms }) => sector1Ms),
    bestSector2TimeMs: best(car, ({ sector2Ms }) => sector2Ms),
    bestSector3TimeMs: best(car, ({ sector3Ms }) => sector3Ms),
    ...lastLap(last),
    currentLapTimeMs: null,
    currentSector1TimeMs: null,
    currentSector2TimeMs: null,
    currentSector3TimeMs: null,
    currentTyreCompound: currentStint(car).compound.visual,
    currentTyreAgeLaps: where?.tyreAgeLaps ?? null,
    points: isRace && hasClassification(setup) ? pointsOf(driven.world, car, place) : null,
    ...gapsOf(asked),
    unservedDriveThroughs: car.unservedDriveThroughs,
    unservedStopGos: 0,
    livePosition: where?.livePosition ?? null,
    lapDistance: told?.lapDistance ?? null,
    currentLapInvalid: told?.currentLapInvalid ?? false,
    sector: told?.sector ?? 0,
    pitStatus: told?.pitStatus ?? 0,
    driverStatus: told?.driverStatus ?? 0,
    velocity: where?.velocity ?? null,
  }
}

export function hasClassification(setup: Setup): boolean {
  return setup.kind !== 'timeTrial' && !has(setup, 'classificationMissing')
}

/** What is told once: a late recorder has missed what came before it. */
function happenings({ setup, car, joinedMs, unknowable }: Asked): Partial<Driver> {
  const path = `drivers.${car.index}`
  const isHeard = ({ sentMs }: { readonly sentMs: number }): boolean => sentMs >= joinedMs
  for (const kind of ['penalties', 'warnings'] as const) {
    const missed = car[kind].filter((issued) => !isHeard(issued)).length
    if (missed > 0) unknowable.push(`${path}.${kind}: ${missed} before joining`)
  }
  const pitStops = car.pitStops.map(({ lapNum, sentMs, pitLaneTimeMs, stopTimeMs }, i) => {
    if (sentMs >= joinedMs) return { lapNum, pitLaneTimeMs, stopTimeMs }
    unknowable.push(`${path}.pitStops.${i}.pitLaneTimeMs`, `${path}.pitStops.${i}.stopTimeMs`)
    return { lapNum, pitLaneTimeMs: null, stopTimeMs: null }
  })
  const warnings = car.warnings.filter(isHeard)
  // In 2022 nobody counts them but the warnings themselves.
  const counted = setup.format < 2023 ? warnings : car.warnings
  return {
    pitStops,
    penalties: car.penalties.filter(isHeard).map(penaltyOf),
    warnings: warnings.map(warningOf),
    totalCornerCutWarnings: counted.filter(({ infringement }) =>
      CORNER_CUTTING.includes(infringement),
    ).length,
  }
}

/**
 * The last ones that were sent. In 2022 none are: they are derived while a car is racing, and on
 * the last metres nothing says when the car in front was there.
 */
function gapsOf({ setup, driven, car, place }: Asked): Pick<ExpectedDriver, Gaps> {
  const told = driven.told.cars[car.index]
  const position = hasClassification(setup) ? place : told?.position
  if (!told || position === 1) return { deltaToCarAhead: null, deltaToLeader: null }
  const { deltaToCarAhead, deltaToLeader } = told
  if (setup.format >= 2023) return { deltaToCarAhead, deltaToLeader }
  const derived = (gapMs: number | null): Near | null =>
    gapMs === null || !told.isRacing
      ? null
      : { near: gapMs, within: DERIVED_WITHIN_MS, orNull: true }
  return { deltaToCarAhead: derived(deltaToCarAhead), deltaToLeader: derived(deltaToLeader) }
}

/** A human whom the AI had replaced before the recorder joined, for good, is not seen as one. */
function wasSeenHuman({ setup, driven, car, joinedMs }: Asked): boolean {
  if (!car.entry.human || !has(setup, 'lateRecorder')) return car.entry.human
  return driven.told.humans.some(({ sentMs, human }) => sentMs >= joinedMs && human[car.index])
}

function lastLap(last: Lap | undefined): Partial<Driver> {
  return {
    lastLapTimeMs: last?.lapTime ?? null,
    lastSector1TimeMs: last?.sector1Time ?? null,
    lastSector2TimeMs: last?.sector2Time ?? null,
    lastSector3TimeMs: last?.sector3Time ?? null,
  }
}

/** Of every lap: where one is invalid, the game calls its sectors valid. */
function best({ laps }: Car, timeOf: (lap: DrivenLap) => number): number | null {
  return finite(Math.min(...laps.map(timeOf)))
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}
