import { isDeepStrictEqual } from 'node:util'
import { findPreset, NO_POINTS, POINTS_PRESETS } from '@pitboard/contract/seasons/points-presets'
import type { PointsSystem, PointsSystemChoice } from '@pitboard/contract/seasons/points-system'
import type { SeasonCreate, SeasonUpdate } from '@pitboard/contract/seasons/season'
import { checkHasUsername, lockUser } from '../../../accounts/users/queries.ts'
import type { AppContext } from '../../../context.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { invalidField } from '../../../platform/diagnostics/errors.ts'
import { readName } from '../../../platform/http/sanitize-text.ts'
import { changedFields, recordChange } from '../../history/changes.ts'
import { type Caller, type ChangeRequest, checkOwnedCount } from '../../history/versioned-update.ts'
import { ownedLeagues } from '../../leagues/queries.ts'
import { addToLeague } from '../../leagues/league-seasons.ts'
import { ownedSeasons } from '../store/queries.ts'

/** Omitted fields stay. */
export async function updateSeason(
  context: AppContext,
  change: ChangeRequest,
  { id, name, pointsSystem }: SeasonUpdate,
): Promise<void> {
  await ownedSeasons.change(
    context,
    id.toLowerCase(),
    { ...change, refusal: 401 },
    async (_db, season) => {
      const before = { name: season.name, pointsSystem: season.points_system }
      const wanted = {
        ...(name !== undefined && { name: readName('/name', name) }),
        ...(pointsSystem && {
          pointsSystem: resolvePointsSystem(pointsSystem, before.pointsSystem),
        }),
      }
      const details = changedFields(before, wanted)
      if (Object.keys(details).length === 0) return null
      const after = { ...before, ...wanted }
      const points = JSON.stringify(after.pointsSystem)
      return { action: 'updated', details, set: { name: after.name, points_system: points } }
    },
  )
}

const SEASONS_MAX = 500

/**
 * Returns its id. With a league it is created in that league or not at all. Throws a 403 for a user
 * without a username, a 409 for one with too many seasons, a 403 or 404 for somebody else's league.
 */
export async function createSeason(
  context: AppContext,
  user: Caller,
  { name, pointsSystem = { preset: 'f1-2025' }, leagueId = null }: SeasonCreate,
): Promise<string> {
  await checkHasUsername(context.db, user.userId)
  const points = JSON.stringify(resolvePointsSystem(pointsSystem, NO_POINTS))
  const row = { id: context.newId(), name: readName('/name', name), points_system: points }
  if (leagueId === null) {
    await inTransaction(context.db, (db) => insertSeason({ ...context, db }, user, row))
    return row.id
  }
  const change = { user, wanted: null }
  await ownedLeagues.change(context, leagueId, change, async (db, league) => {
    await insertSeason({ ...context, db }, user, row)
    await addToLeague({ ...context, db }, league, row.id, change)
    return { action: 'seasonAdded', details: { seasonId: row.id, name: row.name } }
  })
  return row.id
}

interface NewSeason {
  readonly id: string
  readonly name: string
  readonly points_system: string
}

async function insertSeason(
  { db, newId }: Pick<AppContext, 'db' | 'newId'>,
  { userId }: Caller,
  row: NewSeason,
): Promise<void> {
  await lockUser(db, userId)
  await checkOwnedCount(db, 'season', userId, SEASONS_MAX)
  await db
    .insertInto('season')
    .values({ ...row, owner_id: userId, deleted_at: null })
    .execute()
  const noted = { id: newId(), version: 1, authorId: userId, action: 'created', details: {} }
  await recordChange(db, { kind: 'season', id: row.id }, noted)
}

/**
 * The complete points system of a choice: the named preset, or else `current`, with the chosen changes.
 * Throws a 400 for an unknown preset, and for two lists of one share.
 */
function resolvePointsSystem(
  { preset, ...own }: PointsSystemChoice,
  current: PointsSystem,
): PointsSystem {
  const base = preset ? getPreset(preset) : current
  const { preset: name, ...before } = base
  const model = { ...before, ...own }
  checkShortened(model)
  return { preset: isDeepStrictEqual(model, before) ? name : null, ...model }
}

/** Throws a 400 for two lists with the same share: one would never apply. */
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
  throw invalidField('/pointsSystem/preset', `must be one of ${known}`)
}
