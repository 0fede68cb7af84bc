import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { Db } from '../../platform/db/tables.ts'
import { ApiError } from '../../platform/diagnostics/errors.ts'
import type { RecordedAction, Subject } from './changes.ts'

/** The change that made a version. Throws a 404 for an unknown one, a 409 if it is undone already. */
export async function findChange(
  db: Db,
  { kind, id }: Subject,
  version: number,
): Promise<RecordedAction> {
  const changes = await db
    .selectFrom('owner_change')
    .select(['version', 'action', 'details'])
    .where(kind === 'league' ? 'league_id' : 'season_id', '=', id)
    .where('version', '>=', version)
    .execute()
  const change = changes.find((each) => each.version === version)
  if (!change) throw new ApiError(404, `There is no change ${version} of this ${kind}.`)
  const isUndone = changes.some(
    ({ action, details }) => action === 'undone' && details['undone'] === version,
  )
  if (isUndone) throw new ApiError(409, 'This change is undone already.')
  return change
}

export function notUndoable(action: string): ApiError {
  return new ApiError(409, `A change of the kind "${action}" can't be undone.`)
}

/** Throws a 409 for incomplete details, which older changes may have. */
export function readDetails<T extends TSchema>(schema: T, details: unknown): Static<T> {
  if (Value.Check(schema, details)) return details
  throw noLongerUndoable()
}

export function noLongerUndoable(): ApiError {
  return new ApiError(409, 'This change can no longer be undone.')
}

export function changedAgain(): ApiError {
  return new ApiError(409, 'What this change did has been changed again since.')
}
