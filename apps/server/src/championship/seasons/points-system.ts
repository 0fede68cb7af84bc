import { isDeepStrictEqual } from 'node:util'
import { findPreset, POINTS_PRESETS } from '@pitboard/contract/points-presets'
import type { PointsSystem, PointsSystemChoice } from '@pitboard/contract/points-system'
import { invalidField } from '../../platform/diagnostics/errors.ts'

/**
 * The whole model of what an organiser chose: the preset that he names, or else `present`, with what
 * he wants otherwise. Throws a 400 for a preset that there is not, and for two lists of one share.
 */
export function pointsSystemOf(
  { preset, ...own }: PointsSystemChoice,
  present: PointsSystem,
): PointsSystem {
  const base = preset ? getPreset(preset) : present
  const { preset: name, ...before } = base
  const model = { ...before, ...own }
  checkShortened(model)
  return { preset: isDeepStrictEqual(model, before) ? name : null, ...model }
}

/** Of two that pay races below the same share one would never be looked at. */
function checkShortened({ shortenedRaces }: Pick<PointsSystem, 'shortenedRaces'>): void {
  const shares = shortenedRaces.map(({ belowShare }) => belowShare)
  const twice = shares.findIndex((share, at) => shares.indexOf(share) !== at)
  if (twice === -1) return
  const path = `/pointsSystem/shortenedRaces/${twice}/belowShare`
  throw invalidField(path, `is ${shares[twice]} of another list too`)
}

function getPreset(name: string): PointsSystem {
  const preset = findPreset(name)
  if (preset) return preset
  const known = Object.keys(POINTS_PRESETS).join(', ')
  throw invalidField('/pointsSystem/preset', `is none of ${known}`)
}
