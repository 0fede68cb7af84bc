import { isDeepStrictEqual } from 'node:util'
import { findPreset, POINTS_PRESETS } from '@pitboard/contract/points-presets'
import type { PointsSystem, PointsSystemChoice } from '@pitboard/contract/points-system'
import { invalidField } from '../errors.ts'

/**
 * The whole model of what an organiser chose: the preset that he names, or else `present`, with what
 * he wants otherwise. Throws a 400 for a preset that there is not.
 */
export function pointsSystemOf(
  { preset, ...own }: PointsSystemChoice,
  present: PointsSystem,
): PointsSystem {
  const base = preset ? getPreset(preset) : present
  const { preset: name, ...before } = base
  const model = { ...before, ...own }
  return { preset: isDeepStrictEqual(model, before) ? name : null, ...model }
}

function getPreset(name: string): PointsSystem {
  const preset = findPreset(name)
  if (preset) return preset
  const known = Object.keys(POINTS_PRESETS).join(', ')
  throw invalidField('/pointsSystem/preset', `is none of ${known}`)
}
