import { ROSTER_MAX } from '@pitboard/contract/roster/roster'
import type { AppContext } from '../../context.ts'
import type { SignUpFormRow } from './sign-up-tables.ts'
import type { Db } from '../../platform/db/tables.ts'
import type { RecordedAction } from '../history/changes.ts'
import type { SeasonRecord } from '../seasons/store/queries.ts'
import { updateEntries } from './roster-entries.ts'
import { findForm } from './sign-up-form.ts'
import { countAccepted } from './sign-up-rows.ts'
import { addCount } from '../../platform/turns/counts.ts'

/**
 * Free places go to the first on the waiting list, and the roster gets the drivers who have a place. Runs under
 * the lock of the season. Returns what has changed in the roster.
 */
export async function settlePlaces(
  context: Pick<AppContext, 'newId' | 'now'>,
  db: Db,
  season: SeasonRecord,
): Promise<RecordedAction | null> {
  const form = await findForm(db, season.id)
  if (form) await promoteWaiting(db, form)
  return updateEntries(context, db, season)
}

async function promoteWaiting(db: Db, form: SignUpFormRow): Promise<void> {
  const accepted = await countAccepted(db, form.season_id)
  const waiting = await db
    .selectFrom('season_sign_up')
    .select(['id', 'tier'])
    .where('season_id', '=', form.season_id)
    .where('status', '=', 'waiting')
    .orderBy('queued_at')
    .orderBy('id')
    .execute()
  for (const { id, tier } of waiting) {
    if (!hasPlace(form, accepted, tier)) continue
    addCount(accepted, tier, 1)
    await db
      .updateTable('season_sign_up')
      .set({ status: 'accepted' })
      .where('id', '=', id)
      .execute()
  }
}

/** Returns whether a place is free, both in all and in the tier. */
export function hasPlace(
  { capacity, tiers }: SignUpFormRow,
  accepted: ReadonlyMap<string, number>,
  tierName: string,
): boolean {
  const total = [...accepted.values()].reduce((sum, count) => sum + count, 0)
  const tier = tiers.find(({ name }) => name === tierName)
  const ofTier = accepted.get(tierName) ?? 0
  return total < (capacity ?? ROSTER_MAX.drivers) && ofTier < (tier?.capacity ?? ROSTER_MAX.drivers)
}
