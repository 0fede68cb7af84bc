import { findPreset, POINTS_PRESETS } from '@pitboard/contract/points-presets'
import type { PointsSystem, PointsSystemChoice } from '@pitboard/contract/points-system'
import { invalidField } from '../errors.ts'

/** The whole model of what an organiser chose. Throws a 400 for a preset that there is not. */
export function pointsSystemOf(choice: PointsSystemChoice): PointsSystem {
  if (!('preset' in choice)) return { preset: null, ...choice }
  const preset = findPreset(choice.preset)
  if (preset) return preset
  const known = Object.keys(POINTS_PRESETS).join(', ')
  throw invalidField('/pointsSystem/preset', `is none of ${known}`)
}
