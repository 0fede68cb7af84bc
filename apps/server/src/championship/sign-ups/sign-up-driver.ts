import type { SignUpCreate } from '@pitboard/contract/sign-ups/sign-ups'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import type { Db } from '../../platform/db/tables.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { checkIfMatch } from '../../platform/http/etags.ts'
import type { Caller } from '../history/versioned-update.ts'
import { readRosterItems } from '../seasons/roster/roster-items.ts'
import { ownedSeasons, type SeasonRecord } from '../seasons/store/queries.ts'
import { createResolveName } from '../standings/identify-drivers.ts'
import { readOwnNames, storePlatformId } from './driver-links.ts'
import { readSignUp } from './read-answers.ts'
import { settlePlaces } from './settle-places.ts'
import { findForm, isOpenAt } from './sign-up-form.ts'
import { findSignUpOf, signUpTag } from './sign-up-rows.ts'

const SIGN_UPS_MAX = 1_000

interface Request {
  readonly user: Caller
  readonly body: SignUpCreate
  /** The change may be made from these tags of the sign-up; null allows any. */
  readonly wanted: readonly string[] | null
  readonly standingNames: ReadonlySet<string>
}

/**
 * Signs a user up, or changes their sign-up. They get a place at once if one is free, unless an organiser
 * has to approve them: because of the form, or since the season has a driver of that name already.
 */
export async function signUpDriver(
  context: AppContext,
  seasonId: string,
  { user, body, wanted, standingNames }: Request,
): Promise<void> {
  await changeAsDriver(context, seasonId, user, async (db, season) => {
    const form = await findForm(db, seasonId)
    if (!form) throw new ApiError(404, 'This season has no sign-up.')
    const before = await findSignUpOf(db, seasonId, user.userId)
    if (before?.status === 'refused') {
      throw new ApiError(409, 'The organiser has refused your sign-up.')
    }
    checkIfMatch(signUpTag(before), wanted)
    if (!isOpenAt(form, context.now())) throw new ApiError(409, 'The sign-up is not open.')
    const ownName = (await readOwnNames(db, seasonId)).get(user.userId)
    const read = readSignUp(form, body)
    const fields = { ...read, name: ownName ?? read.name }
    const isSame = before?.name === fields.name && before.tier === fields.tier
    if (before?.status === 'accepted') {
      if (!isSame || read.name !== fields.name)
        throw new ApiError(409, 'To change name or tier, withdraw first.')
      await db.updateTable('season_sign_up').set(fields).where('id', '=', before.id).execute()
      const driverId = before.driver_id
      if (driverId !== null) {
        await storePlatformId(db, { ...before, ...fields, driver_id: driverId })
      }
      return
    }
    await checkName(db, season, { userId: user.userId, name: fields.name })
    const isKnown =
      ownName === undefined &&
      (standingNames.has(fields.name) ||
        (await hasEntry(db, season, fields.name)) ||
        (await isClaimRefused(db, seasonId, user.userId)))
    const isApproved = isSame && before.is_approved
    const mustWait = !isApproved && (form.needs_approval || isKnown)
    const status = mustWait ? ('pending' as const) : ('waiting' as const)
    const queued = isSame && before.status !== 'withdrawn' ? {} : { queued_at: CLOCK }
    const columns = { ...fields, status, is_approved: isApproved, ...queued }
    if (before) {
      await db.updateTable('season_sign_up').set(columns).where('id', '=', before.id).execute()
      return
    }
    await checkCount(db, seasonId)
    const ids = { id: context.newId(), season_id: seasonId, user_id: user.userId }
    await db
      .insertInto('season_sign_up')
      .values({ ...ids, ...columns })
      .execute()
  })
}

/** The clock has the time of the statement and not of the transaction, which may have waited for the lock. */
const CLOCK = sql<Date>`clock_timestamp()`

/** The answers are erased; somebody else gets the place. */
export async function withdrawSignUp(
  context: AppContext,
  seasonId: string,
  user: Caller,
): Promise<void> {
  await changeAsDriver(context, seasonId, user, async (db) => {
    const row = await findSignUpOf(db, seasonId, user.userId)
    if (!row) throw new ApiError(404, 'You have not signed up for this season.')
    if (row.status === 'refused') throw new ApiError(409, 'The organiser has refused your sign-up.')
    await db
      .updateTable('season_sign_up')
      .set({ status: 'withdrawn', is_approved: false, answers: '[]', platform_id: null })
      .where('id', '=', row.id)
      .execute()
  })
}

async function changeAsDriver(
  context: AppContext,
  seasonId: string,
  user: Caller,
  work: (db: Db, season: SeasonRecord) => Promise<void>,
): Promise<void> {
  const action = async (_db: Db, season: SeasonRecord) => {
    if (!ownedSeasons.maySee(season, user)) throw ownedSeasons.notFound(seasonId)
  }
  const change = { user, wanted: null }
  await ownedSeasons.change(context, { id: seasonId, action }, change, async (db, season) => {
    await work(db, season)
    return settlePlaces(context, db, season)
  })
}

/** Throws a 409 for the name of another user. */
export async function checkName(
  db: Db,
  { id: seasonId, aliases }: SeasonRecord,
  { userId, name }: { readonly userId: string; readonly name: string },
): Promise<void> {
  const resolveName = createResolveName(aliases)
  const comparable = (text: string) => resolveName(text).toLowerCase()
  const others = await db
    .selectFrom('season_sign_up')
    .select(['name', 'user_id'])
    .where('season_id', '=', seasonId)
    .where('status', 'in', ['pending', 'waiting', 'accepted'])
    .where('user_id', '<>', userId)
    .execute()
  const claimed = [...(await readOwnNames(db, seasonId))].filter(([id]) => id !== userId)
  const taken = [...others.map((row) => row.name), ...claimed.map(([, claim]) => claim)]
  if (!taken.some((one) => comparable(one) === comparable(name))) return
  throw new ApiError(409, `"${name}" belongs to another user already. Choose another name.`)
}

async function hasEntry(db: Db, { id, aliases }: SeasonRecord, name: string): Promise<boolean> {
  const resolveName = createResolveName(aliases)
  const { drivers } = await readRosterItems(db, id)
  return [...drivers.values()].some((driver) => resolveName(driver.name) === resolveName(name))
}

async function isClaimRefused(db: Db, seasonId: string, userId: string): Promise<boolean> {
  const claim = await db
    .selectFrom('season_claim')
    .select('id')
    .where('season_id', '=', seasonId)
    .where('user_id', '=', userId)
    .where('status', '=', 'refused')
    .executeTakeFirst()
  return claim !== undefined
}

async function checkCount(db: Db, seasonId: string): Promise<void> {
  const rows = db.selectFrom('season_sign_up').where('season_id', '=', seasonId)
  if ((await countRows(rows)) < SIGN_UPS_MAX) return
  throw new ApiError(409, `A season has at most ${SIGN_UPS_MAX} sign-ups.`)
}
