import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { UserCaller } from '../../accounts/access/caller.ts'
import type { AppContext } from '../../context.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Db } from '../../platform/db/tables.ts'
import { ApiError } from '../../platform/diagnostics/errors.ts'
import { versionConflict, readIfMatchVersions } from '../../platform/http/etags.ts'
import { listChanges, recordChange, type RecordedAction, type Subject } from './changes.ts'

export type Caller = Pick<UserCaller, 'userId'>

/** Who changes a league or season, and from which version. */
export interface ChangeRequest {
  readonly user: Caller
  /** The versions that the change may be made from; null: any. */
  readonly wanted: readonly number[] | null
  /** The status for a caller who is not the owner; 403 by default. */
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
}

/** A league or a season: it has an owner, a version and a history. */
interface OwnedKind<Row extends OwnedRow> {
  readonly kind: Subject['kind']
  find(db: Db, id: string): Promise<Row | undefined>
  /** Whether everybody may see it. */
  isVisible(row: Row): boolean
}

/** Makes the change and returns its record with the columns to set; null if nothing changes. */
export type MakeChange<Row, Columns> = (
  db: Db,
  row: Row,
) => Promise<(RecordedAction & { readonly set?: Columns }) | null>

type Context = Pick<AppContext, 'db' | 'newId'>

export interface Owned<Row extends OwnedRow, Columns> {
  maySee(row: Row, caller: Caller | null): boolean
  notFound(id: string): ApiError
  /** Throws a 404 for one that the caller may not see. */
  getVisible(db: Db, id: string, caller: Caller | null): Promise<Row>
  /** Throws a 404 for one that the caller may not see, and `refusal` for one of somebody else. */
  getOwn(db: Db, id: string, caller: Caller, refusal?: 401 | 403): Promise<Row>
  /**
   * One change of an owner under a row lock: it increments the version and is recorded in the history.
   * Throws a 412 if another version was expected, and what `getOwn` throws.
   */
  change(
    context: Context,
    id: string,
    request: ChangeRequest,
    makeChange: MakeChange<Row, Columns>,
  ): Promise<Row>
  /** It can be restored for a while. */
  delete(
    context: Context & Pick<AppContext, 'now'>,
    id: string,
    request: ChangeRequest,
  ): Promise<Row>
  /** Restores a deleted one. Throws a 404 if the caller has none with this id. */
  restore(context: Context, id: string, caller: Caller): Promise<Row>
}

export function createOwned<Row extends OwnedRow, Columns extends object>({
  kind,
  find,
  isVisible,
}: OwnedKind<Row>): Owned<Row, Columns | { readonly deleted_at: Date }> {
  const maySee = (row: Row, caller: Caller | null) =>
    isVisible(row) || row.owner_id === caller?.userId

  const owned: Owned<Row, Columns | { readonly deleted_at: Date }> = {
    maySee,
    notFound: (id) => new ApiError(404, `There is no ${kind} ${id}.`),
    async getVisible(db, id, caller) {
      const row = await find(db, id)
      if (!row || !maySee(row, caller)) throw owned.notFound(id)
      return row
    },
    async getOwn(db, id, caller, refusal = 403) {
      const row = await owned.getVisible(db, id, caller)
      if (row.owner_id === caller.userId) return row
      throw new ApiError(refusal, `Only its owner can change a ${kind}.`)
    },
    async change({ db, newId }, id, { user, wanted, refusal }, makeChange) {
      return inTransaction(db, async (transaction) => {
        const table = sql.table(kind)
        await sql`select from ${table} where id = ${id} for update`.execute(transaction)
        const before = await owned.getOwn(transaction, id, user, refusal)
        await checkVersion(transaction, kind, before, wanted)
        const done = await makeChange(transaction, before)
        if (!done) return before
        const { set, ...act } = done
        const version = before.version + 1
        await transaction
          .updateTable(kind)
          .set({ ...set, version, updated_at: sql<Date>`now()` })
          .where('id', '=', id)
          .execute()
        const noted = { ...act, id: newId(), version, authorId: user.userId }
        await recordChange(transaction, { kind, id }, noted)
        return (await find(transaction, id)) ?? { ...before, version }
      })
    },
    async delete(context, id, request) {
      return owned.change(context, id, request, async () => ({
        ...{ action: 'deleted', details: {} },
        set: { deleted_at: context.now() },
      }))
    },
    async restore({ db, newId }, id, { userId }) {
      return inTransaction(db, async (transaction) => {
        const { rows } = await sql<{ version: number }>`
          update ${sql.table(kind)} set deleted_at = null, updated_at = now(), version = version + 1
          where id = ${id} and owner_id = ${userId} and deleted_at is not null
          returning version`.execute(transaction)
        // An existing one is restored already. Others' leagues and seasons answer as unknown ones do.
        const [restored] = rows
        if (restored) {
          const noted = { authorId: userId, action: 'restored', details: {} }
          await recordChange(transaction, { kind, id }, { ...noted, ...restored, id: newId() })
        }
        return owned.getOwn(transaction, id, { userId })
      })
    },
  }
  return owned
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

/** Throws a 409 for a user who owns `max` already. */
export async function checkOwnedCount(
  db: Db,
  kind: Subject['kind'],
  userId: string,
  max: number,
): Promise<void> {
  const owned = db.selectFrom(kind).where('owner_id', '=', userId).where('deleted_at', 'is', null)
  if ((await countRows(owned)) < max) return
  throw new ApiError(409, `You already have ${max} ${kind}s: delete one first.`)
}
