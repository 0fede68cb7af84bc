import type { EventDriver } from '@pitboard/contract/attendance/attendance'
import type { AnswerColumns } from './attendance-tables.ts'
import type { Db } from '../../platform/db/tables.ts'

interface EventIds {
  readonly seasonId: string
  readonly eventId: string
}

type Answering = Pick<EventDriver, 'userId' | 'driverId'>
type Values = Partial<Pick<AnswerColumns, 'answer' | 'answered_at' | 'called_up_at'>>

/** Finds what is stored about a driver and an event of the season. */
export async function readAnswers(db: Db, seasonId: string) {
  const byUser = await db
    .selectFrom('season_attendance')
    .select(['event_id', 'user_id as owner_id', 'answer', 'called_up_at'])
    .where('season_id', '=', seasonId)
    .execute()
  const byEntry = await db
    .selectFrom('season_driver_attendance')
    .select(['event_id', 'driver_id as owner_id', 'answer', 'called_up_at'])
    .where('season_id', '=', seasonId)
    .execute()
  const rows = new Map(
    [...byUser, ...byEntry].map((row) => [`${row.event_id} ${row.owner_id}`, row]),
  )
  // A name may have become that of a user without a change of roster or claims: by merging names.
  return (eventId: string, { userId, driverId }: Answering) =>
    rows.get(`${eventId} ${userId}`) ?? rows.get(`${eventId} ${driverId}`)
}

/** The answer of a driver without an account belongs to the entry of the roster, any other to the user. */
export async function storeAnswer(
  db: Db,
  { seasonId, eventId }: EventIds,
  { userId, driverId }: Answering,
  values: Values,
): Promise<void> {
  const ids = { season_id: seasonId, event_id: eventId }
  if (userId === null) {
    await db
      .insertInto('season_driver_attendance')
      .values({ ...ids, driver_id: driverId, ...values })
      .onConflict((conflict) => conflict.columns(['event_id', 'driver_id']).doUpdateSet(values))
      .execute()
    return
  }
  await db
    .insertInto('season_attendance')
    .values({ ...ids, user_id: userId, ...values })
    .onConflict((conflict) => conflict.columns(['event_id', 'user_id']).doUpdateSet(values))
    .execute()
}
