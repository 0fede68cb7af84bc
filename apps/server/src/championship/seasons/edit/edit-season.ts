import { isDeepStrictEqual } from 'node:util'
import { findPreset, POINTS_PRESETS } from '@pitboard/contract/seasons/points-presets'
import type { StartingPoints } from '@pitboard/contract/seasons/starting-points'
import type { CompletePoints, PointsSystemChoice } from '@pitboard/contract/seasons/points-system'
import { SeasonFields, type SeasonUpdate } from '@pitboard/contract/seasons/season'
import type { AppContext } from '../../../context.ts'
import { presentFields, toColumns } from '../../../platform/db/field-columns.ts'
import { invalidField } from '../../../platform/http/api-error.ts'
import { readDriverName, readName } from '../../../platform/http/sanitize-text.ts'
import { changedFields } from '../../history/changes.ts'
import { readFields } from '../../history/editable-fields.ts'
import type { ChangeRequest } from '../../history/versioned-update.ts'
import { ownedSeasons } from '../store/queries.ts'

/** Omitted fields stay. */
export async function updateSeason(
  context: AppContext,
  change: ChangeRequest,
  body: SeasonUpdate,
): Promise<void> {
  const id = body.id.toLowerCase()
  const target = { id, action: 'manageSeasons' } as const
  await ownedSeasons.change(context, target, { ...change, refusal: 401 }, async (_db, season) => {
    const values = readSeasonFields(body, season.points_system)
    const details = changedFields(presentFields(SeasonFields, season), values)
    if (Object.keys(details).length === 0) return null
    return { action: 'updated', details, set: toColumns(values) }
  })
}

/** Returns the fields of a request, as they are stored. */
export function readSeasonFields<Sent extends Omit<SeasonUpdate, 'id'>>(
  sent: Sent,
  current: CompletePoints,
) {
  return readFields(SeasonFields, sent, {
    name: readName,
    startingPoints: readStartingPoints,
    tiers: readTiers,
    pointsSystem: (_path: string, choice: PointsSystemChoice) =>
      resolvePointsSystem(choice, current),
  })
}

/** Throws a 400 for a name without anything visible, and for one that occurs twice. */
function readTiers(path: string, sent: readonly string[]): string[] {
  const names = sent.map((name, index) => readName(`${path}/${index}`, name))
  const twice = names.findIndex((name, index) => names.indexOf(name) !== index)
  if (twice !== -1) throw invalidField(`${path}/${twice}`, 'is the name of another tier')
  return names
}

/** Throws a 400 for a name without anything visible, and for one that occurs twice. */
function readStartingPoints(path: string, sent: StartingPoints): StartingPoints {
  return {
    drivers: readEntries(`${path}/drivers`, sent.drivers),
    teams: readEntries(`${path}/teams`, sent.teams),
  }
}

function readEntries(path: string, sent: StartingPoints['drivers']): StartingPoints['drivers'] {
  const entries = sent.map(({ name, points }, index) => ({
    name: readDriverName(`${path}/${index}/name`, name),
    points,
  }))
  const names = entries.map(({ name }) => name)
  const twice = names.findIndex((name, index) => names.indexOf(name) !== index)
  if (twice !== -1) throw invalidField(`${path}/${twice}/name`, 'is the name of another entry')
  return entries
}

/**
 * Returns the complete points system of a choice: the named preset, or else `current`, with the chosen changes. Throws
 * a 400 for an unknown preset, and for two lists of one share.
 */
function resolvePointsSystem(
  { preset, ...own }: PointsSystemChoice,
  current: CompletePoints,
): CompletePoints {
  const base = preset ? getPreset(preset) : current
  const { preset: name, ...before } = base
  const model = { ...before, ...own }
  checkShortened(model)
  return { preset: isDeepStrictEqual(model, before) ? name : null, ...model }
}

/** Throws a 400 for two lists with the same share: one would never apply. */
function checkShortened({ shortenedRaces }: Pick<CompletePoints, 'shortenedRaces'>): void {
  const shares = shortenedRaces.map(({ belowShare }) => belowShare)
  const twice = shares.findIndex((share, at) => shares.indexOf(share) !== at)
  if (twice === -1) return
  const path = `/pointsSystem/shortenedRaces/${twice}/belowShare`
  throw invalidField(path, `is ${shares[twice]} of another list too`)
}

function getPreset(name: string): CompletePoints {
  const preset = findPreset(name)
  if (preset) return preset
  const known = Object.keys(POINTS_PRESETS).join(', ')
  throw invalidField('/pointsSystem/preset', `must be one of ${known}`)
}
