import {
  attendance,
  type Attendance,
  type OpenAttendance,
} from '@pitboard/contract/attendance/attendance'
import { isAllowed } from '@pitboard/contract/leagues/league-roles'
import { trackName } from '@pitboard/contract/sessions/track-names'
import type { FastifyInstance } from 'fastify'
import { route } from '../../accounts/access/route.ts'
import type { AppContext } from '../../context.ts'
import { createPeriodicJob } from '../../platform/jobs/periodic-job.ts'
import { type Caller, readChangeRequest } from '../history/versioned-update.ts'
import { ownedSeasons } from '../seasons/store/queries.ts'
import { answerEvent } from './answer-event.ts'
import { callUpForSeason } from './call-up.ts'
import { readRule, updateRule } from './attendance-rule.ts'
import { isAwaited, readDatedEvents, readStaffedEvents } from './event-drivers.ts'
import { readPastAttendance } from './past-attendance.ts'
import { remind } from './reminders.ts'

const REMIND_EVERY_MS = 60_000
const OWN_SEASONS_MAX = 50

/** Registers the endpoints of attendance: who takes part in which event (docs/leagues-and-seasons.md). */
export function registerAttendance(app: FastifyInstance, context: AppContext): void {
  const { events, leadership, log } = context
  const reminding = createPeriodicJob(() => remind(context), {
    everyMs: REMIND_EVERY_MS,
    log,
    leadership,
    failure: 'drivers could not be reminded',
  })
  app.addHook('onReady', async () => reminding.start())
  app.addHook('preClose', () => reminding.stop())
  // An account that is deleted but for its id loses them, too.
  events.subscribe('userLeaving', async (transaction, { userId }) => {
    for (const table of ['season_attendance', 'season_attendance_reminder'] as const) {
      await transaction.deleteFrom(table).where('user_id', '=', userId).execute()
    }
  })

  // A banned driver leaves a place free, and takes it again once the ban is lifted.
  events.subscribe('bansChanged', (transaction, { seasonId }) =>
    callUpForSeason(context, transaction, seasonId),
  )

  route(app, attendance.own, async ({ user }) => listOpen(context, user))

  route(app, attendance.season, async ({ user, params: { seasonId } }) =>
    readAttendance(context, seasonId, user),
  )

  route(app, attendance.updateRule, async ({ user, params: { seasonId }, body, request }) => {
    await updateRule(context, seasonId, readChangeRequest(user, request), body)
    return readAttendance(context, seasonId, user)
  })

  route(app, attendance.answer, async ({ user, params, body }) => {
    const { seasonId, eventId, userId } = params
    const target = { seasonId, eventId, driver: { userId } }
    await answerEvent(context, target, { user, wanted: null }, body.answer)
    return readAttendance(context, seasonId, user)
  })

  route(app, attendance.answerForDriver, async ({ user, params, body, request }) => {
    const { seasonId, eventId, driverId } = params
    const target = { seasonId, eventId, driver: { driverId } }
    await answerEvent(context, target, readChangeRequest(user, request), body.answer)
    return readAttendance(context, seasonId, user)
  })
}

/** Drivers and members of the league see who takes part, others the deadline alone. */
async function readAttendance(
  { db, now }: AppContext,
  seasonId: string,
  user: Caller | null,
): Promise<Attendance> {
  const season = await ownedSeasons.getVisible(db, seasonId, user)
  const dated = await readDatedEvents(db, season, now())
  const staffed = dated.filter(({ startsAt }) => startsAt > now())
  const roles = ownedSeasons.rolesOf(season, user)
  const isMember =
    user !== null &&
    (isAllowed(roles, 'viewTeam') ||
      staffed.some(({ drivers }) => drivers.some(({ userId }) => userId === user.userId)))
  const isOrganiser = isAllowed(roles, 'manageSeasons')
  const begun = isOrganiser ? dated.filter(({ startsAt }) => startsAt <= now()) : []
  return {
    ...(await readRule(db, seasonId)),
    isMember,
    isOrganiser,
    ...(await readPastAttendance(db, season, begun)),
    events: staffed.map(({ event, deadlineAt, drivers }) => ({
      eventId: event.id,
      deadlineAt: deadlineAt.toISOString(),
      isOpen: now() < deadlineAt,
      drivers: isMember ? [...drivers] : [],
    })),
  }
}

async function listOpen({ db, now }: AppContext, user: Caller): Promise<OpenAttendance[]> {
  const rows = await db
    .selectFrom('season_claim')
    .innerJoin('season_attendance_rule as rule', 'rule.season_id', 'season_claim.season_id')
    .select('season_claim.season_id')
    .where('user_id', '=', user.userId)
    .where('status', '=', 'approved')
    .orderBy('created_at', 'desc')
    .limit(OWN_SEASONS_MAX)
    .execute()
  const open: OpenAttendance[] = []
  for (const { season_id: seasonId } of rows) {
    const season = await ownedSeasons.find(db, seasonId)
    if (!season || !ownedSeasons.maySee(season, user)) continue
    for (const staffed of await readStaffedEvents(db, season, now())) {
      const { event, startsAt, deadlineAt, drivers } = staffed
      const own = drivers.find(({ userId }) => userId === user.userId)
      if (!own || !isAwaited(staffed, own, now())) continue
      open.push({
        seasonId,
        seasonName: season.name,
        eventId: event.id,
        eventName: event.name || trackName(event.track),
        startsAt: startsAt.toISOString(),
        deadlineAt: deadlineAt.toISOString(),
        isCalledUp: own.isCalledUp,
      })
    }
  }
  return open.toSorted((a, b) => a.deadlineAt.localeCompare(b.deadlineAt))
}
