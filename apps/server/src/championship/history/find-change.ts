import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { Db } from '../../platform/db/tables.ts'
import { ApiError } from '../../platform/diagnostics/errors.ts'
import type { Act, Subject } from './changes.ts'

/** The act that made a version. Throws a 404 where there is none, a 409 where it is undone already. */
export async function findAct(db: Db, { kind, id }: Subject, version: number): Promise<Act> {
  const acts = await db
    .selectFrom('owner_change')
    .select(['version', 'action', 'details'])
    .where(kind === 'league' ? 'league_id' : 'season_id', '=', id)
    .where('version', '>=', version)
    .execute()
  const act = acts.find((each) => each.version === version)
  if (!act) throw new ApiError(404, `There is no change ${version} of this ${kind}.`)
  const isUndone = acts.some(
    (each) => each.action === 'undone' && each.details['undone'] === version,
  )
  if (isUndone) throw new ApiError(409, 'This change is taken back already.')
  return act
}

/** Of an act that nothing takes back. */
export function noWayBack(action: string): ApiError {
  return new ApiError(409, `What was ${action} can't be taken back.`)
}

/** Throws a 409 for a note that does not say enough, as older ones may. */
export function readNoted<T extends TSchema>(schema: T, details: unknown): Static<T> {
  if (Value.Check(schema, details)) return details
  throw tooLittleKept()
}

export function tooLittleKept(): ApiError {
  return new ApiError(409, 'This change can no longer be taken back.')
}

export function changedSince(): ApiError {
  return new ApiError(409, 'What this change did has been changed again since.')
}
