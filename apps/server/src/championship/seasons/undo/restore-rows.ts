import { countRows } from '../../../platform/db/count-rows.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { ApiError } from '../../../platform/http/api-error.ts'
import { changedAgain } from '../../history/changes.ts'
import { type ReplacedRow, restoreRow } from '../../history/replaced-rows.ts'
import { findForm, isInOrder, presentForm } from '../../sign-ups/sign-up-form.ts'
import { linkDrivers } from '../roster/driver-users.ts'
import { checkCountedAgain } from '../sessions/duplicate-recordings.ts'
import { ownedSeasons } from '../store/queries.ts'

/**
 * Events and sessions may have been removed since, and a session may count in another event now: the rest of
 * the change is undone all the same.
 */
const MAY_BE_ELSEWHERE: readonly string[] = ['season_event', 'season_session']

/** A table may need this beyond its rows. Each function throws a 409 if the change can't be undone. */
const RULES: Readonly<Record<string, TableRules>> = {
  season: { afterRestore: linkDriversOfSeason },
  season_event: { beforeRemoval: checkEventIsEmpty },
  season_sign_up_form: { beforeRemoval: checkNobodySignedUp, afterRestore: checkFormOrder },
}

interface TableRules {
  /** It is called before a row is removed that the change added. */
  beforeRemoval?(db: Db, seasonId: string, key: ReplacedRow['key']): Promise<void>
  /** It is called once all rows of the change are restored. */
  afterRestore?(db: Db, seasonId: string): Promise<void>
}

/** Restores what a change replaced. Throws a 409 if it has been changed again since. */
export async function restoreSeasonRows(
  db: Db,
  seasonId: string,
  replaced: readonly ReplacedRow[],
): Promise<void> {
  const rows = await leaveOutDeletedSessions(db, seasonId, replaced)
  const ordered = rows.toSorted((a, b) => Number(isRemovedEvent(b)) - Number(isRemovedEvent(a)))
  for (const row of ordered) {
    if (row.before === null) await RULES[row.table]?.beforeRemoval?.(db, seasonId, row.key)
    const isRestored = await restoreRow(db, row)
    const isAddedOrRemoved = row.before === null || row.after === null
    const mayBeElsewhere = isAddedOrRemoved && MAY_BE_ELSEWHERE.includes(row.table)
    if (!isRestored && !mayBeElsewhere) throw changedAgain()
  }
  for (const table of new Set(rows.map((row) => row.table))) {
    await RULES[table]?.afterRestore?.(db, seasonId)
  }
}

/** These come first: sessions refer to them. */
function isRemovedEvent({ table, after }: ReplacedRow): boolean {
  return table === 'season_event' && after === null
}

/**
 * Returns the rows without links of sessions that were deleted since. Throws a 409 for the link of a session that
 * counts by another recording now, and of one whose event is gone.
 */
async function leaveOutDeletedSessions(
  db: Db,
  seasonId: string,
  rows: readonly ReplacedRow[],
): Promise<readonly ReplacedRow[]> {
  const removed = rows.filter(({ table, after }) => table === 'season_session' && after === null)
  if (removed.length === 0) return rows
  const ids = removed.map(({ key }) => String(key['session_id']))
  const sessions = await db.selectFrom('session').select('id').where('id', 'in', ids).execute()
  const existing = new Set(sessions.map(({ id }) => id))
  await checkCountedAgain(db, seasonId, [...existing])
  await checkEventsExist(db, seasonId, rows, removed)
  return rows.filter((row) => !removed.includes(row) || existing.has(String(row.key['session_id'])))
}

async function checkEventsExist(
  db: Db,
  seasonId: string,
  rows: readonly ReplacedRow[],
  removed: readonly ReplacedRow[],
): Promise<void> {
  const events = await db
    .selectFrom('season_event')
    .select('id')
    .where('season_id', '=', seasonId)
    .execute()
  const restored = rows.filter(({ table }) => table === 'season_event').map(({ key }) => key['id'])
  const known = new Set<unknown>([...events.map(({ id }) => id), ...restored])
  if (removed.some(({ key }) => !known.has(key['event_id']))) throw changedAgain()
}

async function checkEventIsEmpty(db: Db, seasonId: string, { id }: ReplacedRow['key']) {
  const linked = await db
    .selectFrom('season_session')
    .select('session_id')
    .where('season_id', '=', seasonId)
    .where('event_id', '=', String(id))
    .limit(1)
    .executeTakeFirst()
  if (linked) throw changedAgain()
}

async function checkNobodySignedUp(db: Db, seasonId: string): Promise<void> {
  const signUps = db.selectFrom('season_sign_up').where('season_id', '=', seasonId)
  if ((await countRows(signUps)) === 0) return
  throw new ApiError(409, 'Drivers have signed up since: set a closing time instead.')
}

/** A closing time that has been set since may lie before the opening time that is restored. */
async function checkFormOrder(db: Db, seasonId: string): Promise<void> {
  const form = await findForm(db, seasonId)
  if (form && !isInOrder(presentForm(form))) throw changedAgain()
}

/** Which user a driver is follows from the aliases. */
async function linkDriversOfSeason(db: Db, seasonId: string): Promise<void> {
  const season = await ownedSeasons.find(db, seasonId)
  if (season) await linkDrivers(db, season)
}
