import type { AttendanceAnswer, EventDriver } from '@pitboard/contract/attendance/attendance'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/db/tables.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { ChangeRequest } from '../history/versioned-update.ts'
import { ownedSeasons, type SeasonRecord } from '../seasons/store/queries.ts'
import { callUpReserves } from './call-up.ts'
import { readStaffedEvents } from './event-drivers.ts'
import { storeAnswer } from './stored-answers.ts'

type CallUpContext = Pick<AppContext, 'events' | 'now'>

interface Target {
  readonly seasonId: string
  readonly eventId: string
  /** The driver is named by user, or by the entry in the roster. */
  readonly driver: { readonly userId: string } | { readonly driverId: string }
}

/**
 * A driver answers until the deadline, a reserve who is called up until the start, an organiser for every
 * driver until the start, which is in the history. Throws a 404 for somebody who is not a driver of the event.
 */
export async function answerEvent(
  context: AppContext,
  { seasonId, eventId, driver: wanted }: Target,
  request: ChangeRequest,
  answer: AttendanceAnswer | null,
): Promise<void> {
  const { now } = context
  const { user } = request
  const isOwn = 'userId' in wanted && wanted.userId === user.userId
  const action = async (_db: unknown, season: SeasonRecord) => {
    if (!ownedSeasons.maySee(season, user)) throw ownedSeasons.notFound(seasonId)
    if (!isOwn) ownedSeasons.checkAllowed(season, user, 'manageSeasons')
  }
  await ownedSeasons.change(context, { id: seasonId, action }, request, async (db, season) => {
    const driver = await findDriver(db, season, { eventId, driver: wanted }, now())
    if (!driver) throw new ApiError(404, 'This is not a driver of a coming event with this id.')
    if (driver.ban === 'race' && answer !== null && answer !== 'declined') {
      throw new ApiError(409, 'The stewards have banned this driver from the race.')
    }
    if (isOwn && !driver.mayAnswer) throw new ApiError(409, 'The deadline has passed.')
    await applyAnswer(context, db, season, { eventId, driver, answer })
    if (isOwn || driver.answer === answer) return null
    const { driverId, name } = driver
    const details = { eventId, driverId, driver: name, before: driver.answer, after: answer }
    return { action: 'attendanceAnswered', details }
  })
}

interface Change {
  readonly eventId: string
  readonly driverId: string
  readonly before: AttendanceAnswer | null
  readonly after: AttendanceAnswer | null
}

/** Restores the answer before an organiser's change; returns false if it is another one by now. */
export async function restoreAnswer(
  context: CallUpContext,
  db: Db,
  season: SeasonRecord,
  { eventId, driverId, before, after }: Change,
): Promise<boolean> {
  const driver = await findDriver(db, season, { eventId, driver: { driverId } }, context.now())
  if (driver?.answer !== after) return false
  await applyAnswer(context, db, season, { eventId, driver, answer: before })
  return true
}

/** Returns undefined for an event that has begun, and for somebody who is not a driver of it. */
async function findDriver(
  db: Db,
  season: SeasonRecord,
  { eventId, driver: wanted }: Omit<Target, 'seasonId'>,
  now: Date,
) {
  const events = await readStaffedEvents(db, season, now)
  const staffed = events.find(({ event }) => event.id === eventId)
  return staffed?.drivers.find((one) =>
    'userId' in wanted ? one.userId === wanted.userId : one.driverId === wanted.driverId,
  )
}

interface Answered {
  readonly eventId: string
  readonly driver: EventDriver
  readonly answer: AttendanceAnswer | null
}

async function applyAnswer(
  context: CallUpContext,
  db: Db,
  season: SeasonRecord,
  { eventId, driver, answer }: Answered,
): Promise<void> {
  const answeredAt = answer === null ? null : context.now()
  const ids = { seasonId: season.id, eventId }
  await storeAnswer(db, ids, driver, { answer, answered_at: answeredAt })
  await callUpReserves(context, db, season, eventId)
}
