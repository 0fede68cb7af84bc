import type { AttendanceAnswer } from '@pitboard/contract/attendance/attendance'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../platform/diagnostics/errors.ts'
import type { Caller } from '../history/versioned-update.ts'
import { ownedSeasons, type SeasonRecord } from '../seasons/store/queries.ts'
import { callUpReserves } from './call-up.ts'
import { readStaffedEvents } from './event-drivers.ts'

interface Ids {
  readonly seasonId: string
  readonly eventId: string
  readonly userId: string
}

/**
 * A driver answers until the deadline, a reserve who is called up until the start, an organiser for every
 * driver until the start. Throws a 404 for a user who is not a driver of the event.
 */
export async function answerEvent(
  context: AppContext,
  { seasonId, eventId, userId }: Ids,
  user: Caller,
  answer: AttendanceAnswer,
): Promise<void> {
  const { now } = context
  const action = async (_db: unknown, season: SeasonRecord) => {
    if (!ownedSeasons.maySee(season, user)) throw ownedSeasons.notFound(seasonId)
    if (user.userId !== userId) ownedSeasons.checkAllowed(season, user, 'manageSeasons')
  }
  const change = { user, wanted: null }
  await ownedSeasons.change(context, { id: seasonId, action }, change, async (db, season) => {
    const events = await readStaffedEvents(db, season, now())
    const staffed = events.find(({ event }) => event.id === eventId)
    const driver = staffed?.drivers.find((one) => one.userId === userId)
    if (!staffed || !driver) {
      throw new ApiError(404, 'This user is not a driver of a coming event with this id.')
    }
    const isLate = now() >= staffed.deadlineAt && !driver.isCalledUp
    if (isLate && user.userId === userId) throw new ApiError(409, 'The deadline has passed.')
    const values = { answer, answered_at: now() }
    await db
      .insertInto('season_attendance')
      .values({ event_id: eventId, user_id: userId, season_id: seasonId, ...values })
      .onConflict((conflict) => conflict.columns(['event_id', 'user_id']).doUpdateSet(values))
      .execute()
    await callUpReserves(context, db, season, eventId)
    return null
  })
}
