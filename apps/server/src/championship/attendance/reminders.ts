import { REMINDER_HOURS } from '@pitboard/contract/attendance/attendance'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { ownedSeasons } from '../seasons/store/queries.ts'
import { isAwaited, readStaffedEvents } from './event-drivers.ts'

/** These drivers have to answer for an event. */
interface AttendanceReminder {
  readonly seasonId: string
  readonly eventId: string
  readonly deadlineAt: Date
  readonly userIds: readonly string[]
}

declare module '../../platform/events/domain-events.ts' {
  interface DomainEvents {
    /** This event comes once for each driver and deadline, in the transaction that stores the reminders. */
    attendanceReminder: AttendanceReminder
  }
}

const SEASONS_AT_ONCE = 200

/**
 * Reminds drivers who have not answered within a day before the deadline. Each reminder is a row of
 * `season_attendance_reminder`, so that every server and every run stores it once.
 */
export async function remind(context: AppContext): Promise<void> {
  const { db, now } = context
  const due = await sql<{ id: string }>`
    select distinct season.id
    from season_attendance_rule rule
    join season on season.id = rule.season_id and season.deleted_at is null
    join season_event event on event.season_id = season.id
    where event.starts_at - rule.deadline_hours * interval '1 hour' > ${now()}::timestamptz
      and event.starts_at - rule.deadline_hours * interval '1 hour'
        <= ${now()}::timestamptz + ${REMINDER_HOURS} * interval '1 hour'
    order by season.id limit ${SEASONS_AT_ONCE}`.execute(db)
  for (const { id } of due.rows) await remindSeason(context, id)
}

async function remindSeason({ db, events, now }: AppContext, seasonId: string): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const season = await ownedSeasons.find(transaction, seasonId)
    if (!season) return
    const latest = now().getTime() + REMINDER_HOURS * 3_600_000
    for (const staffed of await readStaffedEvents(transaction, season, now())) {
      const { event, deadlineAt, drivers } = staffed
      if (deadlineAt <= now() || deadlineAt.getTime() > latest) continue
      const awaited = drivers.flatMap((driver) =>
        driver.userId !== null && isAwaited(staffed, driver, now()) ? driver.userId : [],
      )
      if (awaited.length === 0) continue
      const ids = { season_id: seasonId, event_id: event.id, deadline_at: deadlineAt }
      const stored = await transaction
        .insertInto('season_attendance_reminder')
        .values(awaited.map((userId) => ({ ...ids, user_id: userId })))
        .onConflict((conflict) => conflict.doNothing())
        .returning('user_id')
        .execute()
      if (stored.length === 0) continue
      const userIds = stored.map((row) => row.user_id)
      await events.publish(transaction, 'attendanceReminder', {
        seasonId,
        eventId: event.id,
        deadlineAt,
        userIds,
      })
    }
  })
}
