import type { LiveSession } from '@pitboard/contract/live/live'
import { standingOf } from '../../race/standing.ts'

/** Cars at these places are above the others. */
export type FirstPlaces = (session: LiveSession) => readonly number[]

/** The order says which cars the rows show, from the first row. */
export interface TowerOrder {
  readonly places: readonly number[]
  /** This many of the rows are above the others. */
  readonly first: number
  /** These cars do not advance as it stands. */
  readonly atRisk: readonly number[]
}

/** The order is written as a text, because a new list of the same order would repaint the tower at every tick. */
export function towerOrderKey(
  session: LiveSession,
  rows: number,
  advancing: number | null,
  firstPlaces: FirstPlaces | null,
): string {
  const { order } = standingOf(session)
  const first = firstPlaces?.(session) ?? []
  const places = [...first, ...order.filter((place) => !first.includes(place))].slice(0, rows)
  const atRisk = advancing === null ? [] : order.slice(advancing)
  return [places, [Math.min(first.length, places.length)], atRisk].map(String).join(';')
}

export function readTowerOrder(key: string): TowerOrder {
  const [places = [], [first = 0] = [], atRisk = []] = key
    .split(';')
    .map((list) => (list === '' ? [] : list.split(',').map(Number)))
  return { places, first, atRisk }
}
