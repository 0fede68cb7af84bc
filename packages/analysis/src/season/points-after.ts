import type { StandingsDriver } from '@pitboard/contract/seasons/standings'
import { itemAt } from '@pitboard/contract/wire/item-at'

/** Returns the points of a driver after a round; rounds count from 1. Throws a `RangeError` for one that is not of the season. */
export function pointsAfter(
  { progression }: Pick<StandingsDriver, 'progression'>,
  round: number,
): number {
  return itemAt(progression, round - 1)
}
