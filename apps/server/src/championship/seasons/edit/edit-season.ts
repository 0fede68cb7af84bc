import { isDeepStrictEqual } from 'node:util'
import { findPreset, NO_POINTS, POINTS_PRESETS } from '@pitboard/contract/seasons/points-presets'
import type { StartingPoints } from '@pitboard/contract/seasons/starting-points'
import type { PointsSystem, PointsSystemChoice } from '@pitboard/contract/seasons/points-system'
import {
  type SeasonCreate,
  SeasonFields,
  type SeasonUpdate,
} from '@pitboard/contract/seasons/season'
import type { Insertable } from 'kysely'
import { checkHasUsername, lockUser } from '../../../accounts/users/queries.ts'
import type { AppContext } from '../../../context.ts'
import { presentFields, toColumns } from '../../../platform/db/field-columns.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { SeasonTable } from '../store/season-tables.ts'
import { invalidField } from '../../../platform/diagnostics/errors.ts'
import { readDriverName, readName } from '../../../platform/http/sanitize-text.ts'
import { changedFields, recordChange } from '../../history/changes.ts'
import { readFields } from '../../history/editable-fields.ts'
import { type Caller, type ChangeRequest, checkOwnedCount } from '../../history/versioned-update.ts'
import { ownedLeagues } from '../../leagues/queries.ts'
import { addToLeague } from '../../leagues/league-seasons.ts'
import { ownedSeasons } from '../store/queries.ts'
import { type CopiedSeason, copiedFields, copyParts, getCopied } from './copy-season.ts'

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

function readSeasonFields<Sent extends Omit<SeasonUpdate, 'id'>>(
  sent: Sent,
  current: PointsSystem,
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
 * Returns its id. With an earlier season it takes over parts of it. With a league it is created in that league, for the league's owner, or not at all. Throws a 403 for a user
 * without a username, a 409 for one with too many seasons, a 403 or 404 for somebody else's league.
 */
export async function createSeason(
  context: AppContext,
  user: Caller,
  { leagueId = null, copyOf, ...sent }: SeasonCreate,
): Promise<string> {
  await checkHasUsername(context.db, user.userId)
  const id = context.newId()

  async function create(db: Db, ownerId: string): Promise<void> {
    const copied = copyOf && (await getCopied(db, user, copyOf, ownerId))
    const fields = { ...(copied && copiedFields(copied)), ...sent }
    const values = readSeasonFields({ pointsSystem: { preset: 'f1-2025' }, ...fields }, NO_POINTS)
    await insertSeason(
      { ...context, db },
      { id, owner_id: ownerId, ...toColumns(values) },
      { user, copied, leagueId },
    )
  }

  if (leagueId === null) {
    await inTransaction(context.db, (db) => create(db, user.userId))
    return id
  }
  const change = { user, wanted: null }
  const target = { id: leagueId, action: 'manageSeasons' } as const
  await ownedLeagues.change(context, target, change, async (db, league) => {
    await create(db, league.owner_id)
    const { name } = await addToLeague({ ...context, db }, league, id, change)
    return { action: 'seasonAdded', details: { seasonId: id, name } }
  })
  return id
}

interface CreatedBy {
  readonly user: Caller
  readonly copied: CopiedSeason | undefined
  readonly leagueId: string | null
}

async function insertSeason(
  { db, newId }: Pick<AppContext, 'db' | 'newId'>,
  row: Insertable<SeasonTable>,
  { user, copied, leagueId }: CreatedBy,
): Promise<void> {
  const { id, owner_id: ownerId } = row
  await lockUser(db, ownerId)
  await checkOwnedCount(db, 'season', ownerId)
  await db.insertInto('season').values(row).execute()
  if (copied) await copyParts({ db, newId }, copied, { id, leagueId })
  const noted = { id: newId(), version: 1, authorId: user.userId, action: 'created', details: {} }
  await recordChange(db, { kind: 'season', id }, noted)
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
