import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { UserCaller } from '../../accounts/access/caller.ts'
import type { AppContext } from '../../context.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Db } from '../../platform/db/tables.ts'
import { versionConflict, readIfMatchVersions } from '../../platform/http/etags.ts'
import { listChanges, recordChange, type RecordedAction, type Subject } from './changes.ts'

export type Caller = Pick<UserCaller, 'userId'>

/** Who changes a league or season, and from which version. */
export interface ChangeRequest {
  readonly user: Caller
  /** The versions that the change may be made from; null: any. */
  readonly wanted: readonly number[] | null
}

export function readChangeRequest(
  user: Caller,
  request: Pick<FastifyRequest, 'headers'>,
): ChangeRequest {
  return { user, wanted: readIfMatchVersions(request) }
}

interface Versioned {
  readonly id: string
  readonly version: number
}

/** A league or a season: it has an owner, a version and a history. */
export interface Owned<Row extends Versioned, Columns> {
  readonly kind: Subject['kind']
  find(db: Db, id: string): Promise<Row | undefined>
  /** Throws where the caller may not change it. */
  getOwn(db: Db, id: string, caller: Caller): Promise<Row>
  write(db: Db, id: string, columns: Columns | undefined, version: number): Promise<void>
}

/** Makes the change and returns its record with the columns to set; null if nothing changes. */
export type MakeChange<Row, Columns> = (
  db: Db,
  row: Row,
) => Promise<(RecordedAction & { readonly set?: Columns }) | null>

type Context = Pick<AppContext, 'db' | 'newId'>

/**
 * One change of an owner under a row lock: it increments the version and is recorded in the history.
 * Throws a 412 if another version was expected, and what `getOwn` throws.
 */
export async function changeOwned<Row extends Versioned, Columns>(
  owned: Owned<Row, Columns>,
  { db, newId }: Context,
  id: string,
  { user, wanted }: ChangeRequest,
  makeChange: MakeChange<Row, Columns>,
): Promise<Row> {
  return inTransaction(db, async (transaction) => {
    const table = sql.table(owned.kind)
    await sql`select from ${table} where id = ${id} for update`.execute(transaction)
    const before = await owned.getOwn(transaction, id, user)
    await checkVersion(transaction, owned.kind, before, wanted)
    const done = await makeChange(transaction, before)
    if (!done) return before
    const { set, ...act } = done
    const version = before.version + 1
    await owned.write(transaction, id, set, version)
    const noted = { ...act, id: newId(), version, authorId: user.userId }
    await recordChange(transaction, { kind: owned.kind, id }, noted)
    return (await owned.find(transaction, id)) ?? { ...before, version }
  })
}

async function checkVersion(
  db: Db,
  kind: Subject['kind'],
  { id, version }: Versioned,
  wanted: readonly number[] | null,
): Promise<void> {
  if (wanted === null || wanted.includes(version)) return
  const afterVersion = Math.max(0, ...wanted)
  throw versionConflict(version, await listChanges(db, { kind, id }, { afterVersion }))
}

/** Restores a deleted one. Throws a 404 if the caller has none with this id. */
export async function restoreOwned<Row extends Versioned, Columns>(
  { kind, getOwn }: Owned<Row, Columns>,
  { db, newId }: Context,
  id: string,
  { userId }: Caller,
): Promise<Row> {
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
    return getOwn(transaction, id, { userId })
  })
}
