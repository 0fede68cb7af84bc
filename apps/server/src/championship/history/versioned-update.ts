import {
  isAllowed,
  type LeagueAction,
  type LeagueRole,
} from '@pitboard/contract/leagues/league-roles'
import {
  UNDOABLE_LEAGUE_ACTIONS,
  UNDOABLE_SEASON_ACTIONS,
} from '@pitboard/contract/wire/undoable-actions'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { UserCaller } from '../../accounts/access/caller.ts'
import { lockUser } from '../../accounts/users/queries.ts'
import type { AppContext } from '../../context.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Db } from '../../platform/db/tables.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { versionConflict, readIfMatchVersions } from '../../platform/http/etags.ts'
import { listChanges, recordChange, type RecordedAction, type Subject } from './changes.ts'
import { forgetRowsOf, noteRowsOf } from './replaced-rows.ts'

export type Caller = Pick<UserCaller, 'userId'>

/** A request names the user who changes a league or season and the version that they change. */
export interface ChangeRequest {
  readonly user: Caller
  /** The change may be made from these versions; null allows any. */
  readonly wanted: readonly number[] | null
  /** A caller with a role that does not allow the change gets this status; 403 by default. */
  readonly refusal?: 401 | 403
}

export function readChangeRequest(
  user: Caller,
  request: Pick<FastifyRequest, 'headers'>,
): ChangeRequest {
  return { user, wanted: readIfMatchVersions(request) }
}

interface OwnedRow {
  readonly id: string
  readonly owner_id: string
  readonly version: number
  readonly deleted_at: Date | null
}

/** A league and a season have an owner, a version, a history and members with roles. */
interface OwnedKind<Row extends OwnedRow> {
  readonly kind: Subject['kind']
  /** Reads a deleted one too. */
  read(db: Db, id: string): Promise<Row | undefined>
  /** Returns whether somebody without a role may see it. */
  isVisible(row: Row, caller: Caller | null): boolean
  rolesOfMember(row: Row, userId: string): readonly LeagueRole[]
}

/** A change needs this: an action that the caller's roles allow, or a check that throws. */
interface Target<Row> {
  readonly id: string
  readonly action: LeagueAction | ((db: Db, row: Row) => Promise<void>)
}

/** Makes the change and returns its record with the columns to set; null if nothing changes. */
type MakeChange<Row, Columns> = (
  db: Db,
  row: Row,
) => Promise<(RecordedAction & { readonly set?: Columns }) | null>

/** Rows that other changes replaced are not stored. */
const UNDOABLE_ACTIONS = { league: UNDOABLE_LEAGUE_ACTIONS, season: UNDOABLE_SEASON_ACTIONS }

type Context = Pick<AppContext, 'db' | 'newId'>

interface Owned<Row extends OwnedRow, Columns> {
  /** Returns undefined if it is deleted. Callers check the access with the other functions. */
  find(db: Db, id: string): Promise<Row | undefined>
  /** Returns an empty list for everybody without a role. */
  rolesOf(row: Row, caller: Caller | null): readonly LeagueRole[]
  maySee(row: Row, caller: Caller | null): boolean
  notFound(id: string): ApiError
  /** Throws a 404 for one that the caller may not see. */
  getVisible(db: Db, id: string, caller: Caller | null): Promise<Row>
  /** Throws `refusal` if the caller's roles do not allow the action. */
  checkAllowed(row: Row, caller: Caller, action: LeagueAction, refusal?: 401 | 403): void
  /** Throws a 404 for one that the caller may not see, and what `checkAllowed` throws. */
  getAllowed(db: Db, id: string, caller: Caller, action: LeagueAction): Promise<Row>
  /**
   * Makes one change under a row lock: it increments the version and is recorded in the history with its author. Throws
   * a 412 if another version was expected, and what `getAllowed` throws.
   */
  change(
    context: Context,
    target: Target<Row>,
    request: ChangeRequest,
    makeChange: MakeChange<Row, Columns>,
  ): Promise<Row>
  /** It can be restored for a while. */
  delete(
    context: Context & Pick<AppContext, 'now'>,
    target: Target<Row>,
    request: ChangeRequest,
  ): Promise<Row>
  /** Restores a deleted one. Throws a 404 to everybody without a role, and what `checkAllowed` throws. */
  restore(
    context: Context,
    id: string,
    request: { readonly user: Caller; readonly action: LeagueAction },
  ): Promise<Row>
}

export function createOwned<Row extends OwnedRow, Columns extends object>({
  kind,
  read,
  isVisible,
  rolesOfMember,
}: OwnedKind<Row>): Owned<Row, Columns | { readonly deleted_at: Date }> {
  const owned: Owned<Row, Columns | { readonly deleted_at: Date }> = {
    async find(db, id) {
      const row = await read(db, id)
      return row?.deleted_at === null ? row : undefined
    },
    rolesOf(row, caller) {
      if (caller === null) return []
      return row.owner_id === caller.userId ? ['owner'] : rolesOfMember(row, caller.userId)
    },
    maySee: (row, caller) => isVisible(row, caller) || owned.rolesOf(row, caller).length > 0,
    notFound: (id) => new ApiError(404, `There is no ${kind} ${id}.`),
    async getVisible(db, id, caller) {
      const row = await owned.find(db, id)
      if (!row || !owned.maySee(row, caller)) throw owned.notFound(id)
      return row
    },
    checkAllowed(row, caller, action, refusal = 403) {
      const roles = owned.rolesOf(row, caller)
      if (isAllowed(roles, action)) return
      const detail =
        roles.length === 0
          ? `You have no role in this ${kind}.`
          : `Your role in this ${kind} does not allow this: ${roles.join(', ')}.`
      throw new ApiError(refusal, detail)
    },
    async getAllowed(db, id, caller, action) {
      const row = await owned.getVisible(db, id, caller)
      owned.checkAllowed(row, caller, action)
      return row
    },
    async change({ db, newId }, { id, action }, { user, wanted, refusal }, makeChange) {
      return inTransaction(db, async (transaction) => {
        await lockRow(transaction, kind, id)
        const before = await owned.find(transaction, id)
        if (!before) throw owned.notFound(id)
        if (typeof action === 'function') await action(transaction, before)
        else {
          if (!owned.maySee(before, user)) throw owned.notFound(id)
          owned.checkAllowed(before, user, action, refusal)
        }
        await checkVersion(transaction, kind, before, wanted)
        const changeId = newId()
        const outerId = await noteRowsOf(transaction, changeId)
        const done = await makeChange(transaction, before)
        if (!done) {
          await forgetRowsOf(transaction, changeId)
          await noteRowsOf(transaction, outerId)
          return before
        }
        const { set, ...act } = done
        const version = before.version + 1
        await transaction
          .updateTable(kind)
          .set({ ...set, version, updated_at: sql<Date>`now()` })
          .where('id', '=', id)
          .execute()
        await noteRowsOf(transaction, outerId)
        if (!UNDOABLE_ACTIONS[kind].includes(act.action)) await forgetRowsOf(transaction, changeId)
        const noted = { ...act, id: changeId, version, authorId: user.userId }
        await recordChange(transaction, { kind, id }, noted)
        return (await owned.find(transaction, id)) ?? { ...before, version }
      })
    },
    async delete(context, target, request) {
      return owned.change(context, target, request, async () => ({
        action: 'deleted',
        details: {},
        set: { deleted_at: context.now() },
      }))
    },
    async restore({ db, newId }, id, { user, action }) {
      return inTransaction(db, async (transaction) => {
        await lockRow(transaction, kind, id)
        const before = await read(transaction, id)
        // A deleted one of others answers as an unknown one does.
        const roles = before ? owned.rolesOf(before, user) : []
        const isHidden = before?.deleted_at !== null && roles.length === 0
        if (!before || isHidden || !owned.maySee(before, user)) throw owned.notFound(id)
        owned.checkAllowed(before, user, action)
        // An existing one is restored already.
        if (before.deleted_at === null) return before
        await lockUser(transaction, before.owner_id)
        await checkOwnedCount(transaction, kind, before.owner_id)
        const version = before.version + 1
        await sql`
          update ${sql.table(kind)} set deleted_at = null, updated_at = now(), version = ${version}
          where id = ${id}`.execute(transaction)
        const noted = { id: newId(), version, authorId: user.userId }
        await recordChange(transaction, { kind, id }, { ...noted, action: 'restored', details: {} })
        return owned.getVisible(transaction, id, user)
      })
    },
  }
  return owned
}

async function lockRow(db: Db, kind: Subject['kind'], id: string): Promise<void> {
  await sql`select from ${sql.table(kind)} where id = ${id} for update`.execute(db)
}

async function checkVersion(
  db: Db,
  kind: Subject['kind'],
  { id, version }: OwnedRow,
  wanted: readonly number[] | null,
): Promise<void> {
  if (wanted === null || wanted.includes(version)) return
  const afterVersion = Math.max(0, ...wanted)
  throw versionConflict(version, await listChanges(db, { kind, id }, { afterVersion }))
}

/** An owner has this many at most. Deleted ones count for the second limit as long as they can be restored. */
export const OWNED_MAX = {
  league: { existing: 100, withDeleted: 200 },
  season: { existing: 500, withDeleted: 1_000 },
} as const

/**
 * Throws a 409 for a user who owns as many as one may. Callers hold the lock of the user, so that of two
 * at the same moment the second counts the first.
 */
export async function checkOwnedCount(
  db: Db,
  kind: Subject['kind'],
  userId: string,
): Promise<void> {
  const { existing, withDeleted } = OWNED_MAX[kind]
  const owned = db.selectFrom(kind).where('owner_id', '=', userId)
  if ((await countRows(owned.where('deleted_at', 'is', null))) >= existing) {
    throw new ApiError(409, `You already have ${existing} ${kind}s: delete one first.`)
  }
  if ((await countRows(owned)) < withDeleted) return
  const detail =
    `You already have ${withDeleted} ${kind}s, deleted ones included, which can be restored for` +
    ' 30 days. Wait until some of them are removed for good.'
  throw new ApiError(409, detail)
}
