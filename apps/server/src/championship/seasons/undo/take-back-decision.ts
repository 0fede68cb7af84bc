import { sql } from 'kysely'
import { changedSince, readNoted } from '../../history/find-change.ts'
import { NOTED } from './noted.ts'
import type { TakeBack } from './take-back.ts'

/** A decision is never erased: it is revoked, without a reason of its own. */
export const takeBackDecision: TakeBack = async (db, { id }, details) => {
  const { adjustmentId } = readNoted(NOTED.adjustment, details)
  const { numUpdatedRows } = await db
    .updateTable('season_adjustment')
    .set({ revoked_at: sql<Date>`now()`, revoked_reason: '' })
    .where('id', '=', adjustmentId)
    .where('season_id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw changedSince()
  return undefined
}

export const takeBackRevocation: TakeBack = async (db, { id }, details) => {
  const { adjustmentId } = readNoted(NOTED.adjustment, details)
  const { numUpdatedRows } = await db
    .updateTable('season_adjustment')
    .set({ revoked_at: null, revoked_reason: null })
    .where('id', '=', adjustmentId)
    .where('season_id', '=', id)
    .where('revoked_at', 'is not', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw changedSince()
  return undefined
}
