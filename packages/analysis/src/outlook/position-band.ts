import { itemAt } from '@pitboard/contract/wire/item-at'
import type { PitLoss } from './pit-loss.ts'

/** A car comes out between these positions in about four of five stops. */
export interface PositionBand {
  readonly best: number
  readonly worst: number
}

/** A rival may be ahead of the car that stops once that car is back on the track. */
export interface BandRival {
  /** It is the gap to the leader at that time if the rival stays out. */
  readonly afterMs: number
  readonly stayChance: number
}

interface OwnStop {
  /** It is the gap to the leader once the car is back on the track. */
  readonly afterMs: number
  readonly loss: PitLoss
  /** Counts the cars that are ahead in any case. */
  readonly certainlyAhead: number
}

/**
 * Gaps at one moment leave open what traffic, pace and passing will do. The constants were chosen on races of
 * `sim/src/pit-bands`; `docs/pit-window.md` has the result for races that were not used for that.
 */
const RIVAL_SPREAD_MS = 1_200
const LOSS_SPREAD_MIN_MS = 800
/** The quartiles of a normal distribution are this many standard deviations apart. */
const QUARTILES_APART = 1.35
/**
 * Cars come in together more often than chance would have it: at a safety car, in a common window, or to
 * cover each other. So the chance of a stop is smaller or larger for all of them, by these factors and with
 * these weights.
 */
const STOP_FACTORS: readonly (readonly [factor: number, weight: number])[] = [
  [0.3, 0.3],
  [1, 0.3],
  [5, 0.2],
  [20, 0.2],
]
const STOP_CHANCE_MAX = 0.97
/** A stop costs more or less than usual by these numbers of standard deviations, with these weights. */
const LOSS_STEPS: readonly (readonly [deviations: number, weight: number])[] = [
  [-1.65, 0.1],
  [-0.85, 0.2],
  [-0.25, 0.2],
  [0.25, 0.2],
  [0.85, 0.2],
  [1.65, 0.1],
]
/** With this mass of the distribution the band holds four of five stops. */
const BAND_MASS = 0.73
/** Fewer measured stops do not show how much stops differ. */
const STOPS_MIN = 3
/** A rival that is less likely than this to be ahead changes nothing. */
const CHANCE_MIN = 1e-4

/**
 * Returns the positions in which the car may come out; null where too little is known of the cost of a stop.
 */
export function positionBandOf(own: OwnStop, rivals: readonly BandRival[]): PositionBand | null {
  if (own.loss.source === 'game' || own.loss.stops < STOPS_MIN) return null
  const masses = aheadMasses(own, rivals)
  for (let width = 0; width < masses.length; width++) {
    const { from, mass } = heaviest(masses, width)
    if (mass < BAND_MASS) continue
    const first = 1 + own.certainlyAhead + from
    return { best: first, worst: first + width }
  }
  return null
}

/** Returns the chance of each number of cars ahead. */
function aheadMasses({ afterMs, loss }: OwnStop, rivals: readonly BandRival[]): readonly number[] {
  const spreadMs = Math.max(LOSS_SPREAD_MIN_MS, (loss.highMs - loss.lowMs) / QUARTILES_APART)
  const masses = Array.from({ length: rivals.length + 1 }, () => 0)
  for (const [factor, factorWeight] of STOP_FACTORS) {
    for (const [deviations, lossWeight] of LOSS_STEPS) {
      const ownMs = afterMs + deviations * spreadMs
      const chances = rivals.map((rival) => {
        const stopChance = Math.min(STOP_CHANCE_MAX, (1 - rival.stayChance) * factor)
        return (1 - stopChance) * normalShare((ownMs - rival.afterMs) / RIVAL_SPREAD_MS)
      })
      for (const [count, mass] of countMasses(chances).entries()) {
        masses[count] = itemAt(masses, count) + mass * factorWeight * lossWeight
      }
    }
  }
  return masses
}

/** Returns the chance that exactly this number of independent events occur, for each number. */
function countMasses(chances: readonly number[]): readonly number[] {
  let counts = [1]
  for (const chance of chances) {
    if (chance < CHANCE_MIN) continue
    const [unchanged, oneMore] = [
      [...counts, 0],
      [0, ...counts],
    ]
    counts = unchanged.map((mass, count) => mass * (1 - chance) + itemAt(oneMore, count) * chance)
  }
  return counts
}

function heaviest(masses: readonly number[], width: number) {
  let best = { from: 0, mass: 0 }
  for (let from = 0; from + width < masses.length; from++) {
    const mass = masses.slice(from, from + width + 1).reduce((sum, each) => sum + each, 0)
    if (mass > best.mass) best = { from, mass }
  }
  return best
}

/** Returns the normal distribution up to this many standard deviations, to within 0.01. */
function normalShare(deviations: number): number {
  return 1 / (1 + Math.exp(-1.702 * deviations))
}
