import type { Text } from '../messages/create-text.ts'
import { formatPoints } from './format-points.ts'
import { PLACES_MAX, POINTS_RANGE } from './read-points.ts'

/** Says what a list of points by position takes. */
export function pointsListText(t: Text): string {
  const { min, max } = POINTS_RANGE
  const range = { min: formatPoints(min, t.locale), max: formatPoints(max, t.locale) }
  return t('organiser.listBetween', { most: PLACES_MAX, ...range })
}
