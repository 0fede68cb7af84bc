import { itemAt } from '@pitboard/contract/wire/item-at'

/** A strength is a normal distribution: how strong a driver is taken to be, and how certain that is. */
export interface Strength {
  readonly mu: number
  readonly sigma: number
}

/** Nobody has been seen to drive: an average driver who may be anything. */
export const UNKNOWN: Strength = { mu: 25, sigma: 25 / 3 }

/** It says how much luck a race holds: drivers a little apart beat each other often. */
const BETA = 25 / 6
/** Form changes, so each race takes some certainty away. */
const TAU = 25 / 300
const VARIANCE_LEFT_MIN = 0.0001

/** A competitor of a race has a rank; equal ranks are a tie. */
export interface Ranked {
  readonly rank: number
  readonly strength: Strength
}

/**
 * Returns the strengths after a race, in the same order: the model of Plackett and Luce, updated as Weng and Lin (2011,
 * algorithm 4) derive it. A race of one driver says nothing.
 */
export function rateRace(race: readonly Ranked[]): Strength[] {
  if (race.length < 2) return race.map(({ strength }) => strength)
  const drivers = race.map(({ rank, strength: { mu, sigma } }) => ({
    rank,
    mu,
    variance: sigma * sigma + TAU * TAU,
  }))
  const c = Math.sqrt(sumOf(drivers.map(({ variance }) => variance + BETA * BETA)))
  const places = drivers.map(({ rank, mu }) => ({
    rank,
    weight: Math.exp(mu / c),
    // The chance to have won this place is that among those who were not placed before.
    behind: sumOf(drivers.map((other) => (other.rank >= rank ? Math.exp(other.mu / c) : 0))),
    tied: drivers.filter((other) => other.rank === rank).length,
  }))
  return drivers.map(({ rank, mu, variance }, index) => {
    let omega = 0
    let delta = 0
    for (const [other, place] of places.entries()) {
      if (place.rank > rank) continue
      const chance = itemAt(places, index).weight / place.behind
      omega += ((other === index ? 1 : 0) - chance) / place.tied
      delta += (chance * (1 - chance)) / place.tied
    }
    const sigma = Math.sqrt(variance)
    const left = 1 - (sigma / c) * (variance / (c * c)) * delta
    return {
      mu: mu + (variance / c) * omega,
      sigma: sigma * Math.sqrt(Math.max(left, VARIANCE_LEFT_MIN)),
    }
  })
}

/** A driver without a race has 1,500; it grows with strength and with certainty, and 24 points are one step of strength. */
export function toPoints({ mu, sigma }: Strength): number {
  return Math.round(1500 + 24 * (mu - 3 * sigma))
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
