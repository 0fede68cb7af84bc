import { itemAt } from '@pitboard/contract/wire/item-at'
import { playerCarOf } from '../setup/entries.ts'
import type { Random } from '../setup/random.ts'
import type { Setup } from '../setup/setup.ts'
import { type Compound, hard, medium, soft } from './compounds.ts'
import { type Draw, LONG_RACE_LAPS, type Ruling, usualRulings } from './rulings.ts'

export interface PlannedStop {
  /** The car comes in at the end of this lap. */
  lapNum: number
  compound: Compound
  /** 0 drives through without a stop: a penalty is served. */
  readonly stopTimeMs: number
  /** The car serves a stop-and-go without a tyre change, which is not a pit stop. */
  readonly isStopGo?: boolean
}

export interface Strategy {
  readonly startCompound: Compound
  readonly stops: PlannedStop[]
}

export interface Retirement {
  readonly car: number
  readonly atM: number
  /** 4 did not finish, 7 retired. */
  readonly resultStatus: 4 | 7
  readonly bringsSafetyCar: boolean
  /** It ends in the car's box, at the stop planned for it. */
  readonly inPits?: boolean
}

/** A run on the track in a practice or qualifying session. */
export interface Run {
  readonly atMs: number
  /** The lap out of the pits counts. */
  readonly laps: number
  readonly compound: Compound
}

interface Takeover {
  readonly car: number
  readonly leavesAtM: number
  /** Infinity where the human stays away. */
  readonly returnsAtM: number
}

/** Somebody else drives the car from this distance on. */
export interface SeatChange {
  readonly car: number
  readonly atM: number
  readonly by: 'ai' | 'newcomer' | { readonly driverOf: number }
}

/** The story of a session, drawn before it begins: how it comes about is left to the driving. */
export interface Plan {
  readonly strategies: readonly Strategy[]
  readonly rulings: readonly Ruling[]
  readonly retirements: readonly Retirement[]
  /** Share of the leader's distance at which the weather turns. */
  readonly weather: readonly { readonly at: number; readonly weather: number }[]
  /** The index is the car; the list is empty in a race. */
  readonly runs: readonly (readonly Run[])[]
  /** Cars that go at a part of their pace. */
  readonly slow: readonly number[]
  readonly notClassified: number | null
  readonly takeover: Takeover | null
  /** The changes of each car come in the order of the distance. */
  readonly seatChanges: readonly SeatChange[]
  /** A car that stands beside the track for a while. */
  readonly stuck: { readonly car: number; readonly atM: number; readonly forMs: number } | null
  /** Where the leader is when they are called. */
  readonly safetyCarAtM: number | null
  readonly virtualSafetyCarAtM: number | null
  readonly redFlagAtM: number | null
}

/** A race in which nothing happens but racing. */
export const quietPlan = {
  retirements: [],
  rulings: [],
  weather: [],
  runs: [],
  slow: [],
  notClassified: null,
  takeover: null,
  seatChanges: [],
  stuck: null,
  safetyCarAtM: null,
  virtualSafetyCarAtM: null,
  redFlagAtM: null,
} as const

/** Never draws the player, who always finishes, so that their game sees the whole race. */
export function createDraw({ cars, laps, track }: Setup, random: Random): Draw {
  const others = random.shuffle(
    Array.from({ length: cars }, (_, i) => i).filter((i) => i !== playerCarOf(cars)),
  )
  return {
    car: (turn) => itemAt(others, turn % others.length),
    within: (low, high) => track.lengthM * laps * random.between(low, high),
  }
}

export function planRace(setup: Setup, random: Random): Plan {
  const { cars, laps } = setup
  const { car, within } = createDraw(setup, random)
  return {
    ...quietPlan,
    strategies: Array.from({ length: cars }, () => strategyOf(laps, random)),
    retirements: retirementsOf(laps, { car, within }),
    rulings: usualRulings(setup, { car, within }),
    weather: [
      { at: 0.25, weather: 1 },
      { at: 0.5, weather: 2 },
      { at: 0.7, weather: 3 },
    ],
  }
}

export function strategyOf(laps: number, random: Random): Strategy {
  const dry = [soft, medium, hard]
  const startCompound = itemAt(dry, random.integer(0, laps > 12 ? 1 : 2))
  const count = laps < 2 || random.next() < 0.25 ? 0 : laps > 25 ? 2 : 1
  const stops = Array.from({ length: count }, (_, i): PlannedStop => {
    const middle = (laps * (i + 1)) / (count + 1)
    const lap = Math.round(random.between(middle - 0.16 * laps, middle + 0.16 * laps))
    return {
      lapNum: Math.max(1, Math.min(laps - 1, lap)),
      compound: random.pick(dry.filter((compound) => compound !== startCompound)),
      stopTimeMs: random.integer(2100, 3600),
    }
  })
  return { startCompound, stops }
}

function retirementsOf(laps: number, { car, within }: Draw): Retirement[] {
  if (laps < 3) return []
  const [firstAtM, secondAtM] = [within(0.35, 0.38), within(0.65, 0.9)]
  const first = { car: car(0), atM: firstAtM, resultStatus: 7, bringsSafetyCar: true } as const
  const second = { car: car(1), atM: secondAtM, resultStatus: 4, bringsSafetyCar: false } as const
  return laps < LONG_RACE_LAPS ? [first] : [first, second]
}
