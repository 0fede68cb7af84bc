import { itemAt } from '@pitboard/contract/wire/item-at'
import { entriesOf } from '../setup/entries.ts'
import type { Announcement } from './announcement.ts'
import { createRandom, type Random } from '../setup/random.ts'
import { has, type Setup } from '../setup/setup.ts'
import { isRaceKind } from '../setup/situations.ts'
import type { Track } from '../tracks/track.ts'
import type { Car } from './car.ts'
import { planRace, type Plan } from '../plan/plan.ts'
import { type Ruling } from '../plan/rulings.ts'
import { planStory } from '../plan/situation-plan.ts'

export const STEPS_PER_SECOND = 60
/** The lights take that long; session time stands at 0 until they go out. */
export const GRID_STEPS = 7 * STEPS_PER_SECOND
const FORMATION_STEPS = 25 * STEPS_PER_SECOND
export const FORMATION_M_PER_STEP = 28 / STEPS_PER_SECOND

export interface Overtake {
  readonly overtaking: number
  readonly overtaken: number
  readonly lapNum: number
  readonly atMs: number
  readonly sentMs: number
}

export interface WeatherTurn {
  readonly atMs: number
  readonly sentMs: number
  readonly lapNum: number
  readonly weather: number
  readonly trackTemp: number
  readonly airTemp: number
}

type SafetyCar =
  | { readonly phase: 'none' }
  | { readonly phase: 'virtual'; readonly untilMs: number }
  | { readonly phase: 'deployed'; readonly untilM: number }
  | { readonly phase: 'returning'; readonly untilM: number }
  | { readonly phase: 'returned'; readonly untilMs: number }

/** A race that a red flag has stopped, until its second start. */
export interface Stoppage {
  readonly sinceStep: number
}

/** The race at one moment. */
export interface World {
  readonly setup: Setup
  readonly track: Track
  readonly plan: Plan
  random: Random
  /** This is the UID of the session; a loaded save has a new one. */
  uid: bigint
  /** Steps of 1/60 s on the clock, which a flashback turns back; below 0 on a formation lap. */
  step: number
  /** Steps that the game has run, including those that a flashback undid. */
  ranSteps: number
  /** `ranSteps` at the start of the session, of a loaded save, or where the player joined again. */
  ranStepsAtStart: number
  /** The step of frame 1. */
  firstFrameStep: number
  /** How long the game was paused, ms. */
  heldMs: number
  readonly stepsPerSample: number
  /** The index is the car index. */
  cars: readonly Car[]
  /** The cars stand in the order of their positions. */
  order: Car[]
  /** Events of the next frame. */
  announcements: Announcement[]
  safetyCar: SafetyCar
  safetyCarCalledAtMs: number | null
  safetyCarPeriods: number
  virtualSafetyCarPeriods: number
  stoppage: Stoppage | null
  /** Rulings that a flashback has made undone. */
  avoided: readonly Ruling[]
  redFlagPeriods: number
  redFlags: readonly { readonly sentMs: number; readonly atMs: number }[]
  /** When the lights went out for the last time. */
  greenMs: number
  drsEnabled: boolean
  weather: number
  /** 0 dry to 1. */
  wetness: number
  rainSinceMs: number | null
  fastestLapMs: number
  fastestTrapKmh: number
  winner: Car | null
  finishedCars: number
  retiredCars: number
  /** Null while anyone races. */
  lastCarHomeMs: number | null
  overtakes: Overtake[]
  weatherTurns: WeatherTurn[]
}

export function createWorld(setup: Setup): World {
  const random = createRandom(setup.seed)
  const { fieldSeed } = setup
  const entries = entriesOf(setup, fieldSeed === null ? random : createRandom(fieldSeed))
  // A session that is no race has runs, whatever else is to happen in it.
  const plan =
    setup.situations || !isRaceKind(setup.kind)
      ? planStory(setup, setup.situations ?? new Set(), random)
      : planRace(setup, random)
  const qualified = entries
    .map((entry, index) => ({ index, pace: entry.skill + random.between(-0.004, 0.004) }))
    .toSorted((a, b) => b.pace - a.pace)
    .map(({ index }) => index)
  const cars = entries.map((entry, index): Car => {
    const { startCompound, stops } = itemAt(plan.strategies, index)
    const gridPosition = qualified.indexOf(index) + 1
    return {
      index,
      entry,
      gridPosition,
      boxM: -115 + 11 * index,
      reactionS: random.between(0.18, 0.5),
      launch: random.between(0.86, 1),
      progressM: isRaceKind(setup.kind)
        ? gridM(gridPosition) + firstStepOf(setup) * FORMATION_M_PER_STEP
        : 1,
      speed: 0,
      acceleration: 0,
      lateralM: gridPosition % 2 === 1 ? 3.2 : -3.2,
      form: 1,
      lapNum: 1,
      sector: 0,
      lapStartMs: 0,
      sector1Ms: 0,
      sector2Ms: 0,
      validSectors: 3,
      lastLapMs: 0,
      laps: [],
      lapEndPositions: [],
      position: gridPosition,
      resultStatus: 2,
      outOrder: 0,
      endMs: 0,
      pit: 'none',
      wasInPits: false,
      pitEnteredMs: 0,
      pitLeftMs: null,
      boxArrivedMs: 0,
      stopTimeMs: 0,
      servedStop: null,
      rejoining: false,
      plannedStops: stops.map((stop) => ({ ...stop })),
      pitStops: [],
      stopGoVisits: [],
      stints: [{ compound: startCompound, startLap: 1, endLap: null }],
      attacking: null,
      attackEndsMs: 0,
      noAttackUntilMs: 4000,
      rulings: plan.rulings
        .filter((ruling) => ruling.car === index)
        .toSorted((a, b) => a.atM - b.atM),
      penalties: [],
      warnings: [],
      penaltySeconds: 0,
      unservedDriveThroughs: 0,
      unservedStopGos: 0,
      nextLapInvalid: false,
      stuckUntilMs: null,
      isStuckNow: false,
      redFlagSets: 0,
      aiDriving: !entry.human,
      runs: [...(plan.runs[index] ?? [])],
      trapSpeedKmh: 0,
      trapLap: 255,
      marks: [],
    }
  })
  return {
    setup,
    track: setup.track,
    plan,
    random,
    uid: setup.uid,
    step: firstStepOf(setup),
    ranSteps: 0,
    ranStepsAtStart: 0,
    firstFrameStep: firstStepOf(setup),
    heldMs: 0,
    stepsPerSample: STEPS_PER_SECOND / setup.rateHz,
    cars,
    order: cars.toSorted((a, b) => a.gridPosition - b.gridPosition),
    announcements: [],
    safetyCar: { phase: 'none' },
    safetyCarCalledAtMs: null,
    safetyCarPeriods: 0,
    virtualSafetyCarPeriods: 0,
    stoppage: null,
    avoided: [],
    redFlagPeriods: 0,
    redFlags: [],
    greenMs: 0,
    drsEnabled: false,
    weather: 0,
    wetness: 0,
    rainSinceMs: null,
    fastestLapMs: Infinity,
    fastestTrapKmh: 0,
    winner: null,
    finishedCars: 0,
    retiredCars: 0,
    lastCarHomeMs: null,
    overtakes: [],
    weatherTurns: [],
  }
}

/** Session time of a step in ms. */
export function sessionMs(step: number): number {
  return (Math.max(0, step - GRID_STEPS) * 1000) / STEPS_PER_SECOND
}

/** Session time in the header: in 2022 it also runs before the lights go out. */
export function clockMs(setup: Setup, step: number): number {
  if (!runsBeforeStart(setup)) return sessionMs(step)
  return ((step - firstStepOf(setup)) * 1000) / STEPS_PER_SECOND
}

function runsBeforeStart({ format }: Setup): boolean {
  const year: number = format
  return year === 2022
}

/** A formation lap comes before step 0. */
function firstStepOf(setup: Setup): number {
  return has(setup, 'formationLap') ? -FORMATION_STEPS : 0
}

/** Returns the distance of a grid place from the line in metres. */
export function gridM(place: number): number {
  return -6 - 8 * place
}

/** Session time as a receiver of the next frame reads it from the header, rounded to the ms. */
export function headerTimeMs(world: World): number {
  const { step, stepsPerSample, setup } = world
  const sample = Math.ceil(step / stepsPerSample) * stepsPerSample
  return Math.round(Math.fround(clockMs(setup, sample) / 1000) * 1000)
}

/** Returns when the next frame leaves, in ms since the stream began. */
export function nextSentMs({ step, stepsPerSample, ranSteps, heldMs }: World): number {
  const sample = Math.ceil(step / stepsPerSample) * stepsPerSample
  return heldMs + ((ranSteps + sample - step) * 1000) / STEPS_PER_SECOND
}

export function leaderOf(world: World): Car {
  return itemAt(world.order, 0)
}
