import { type IncidentReport, STEWARD_MAX } from '@pitboard/contract/stewards/steward-case'
import { sql } from 'kysely'
import { checkHasUsername } from '../../accounts/users/queries.ts'
import type { AppContext } from '../../context.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Db } from '../../platform/db/tables.ts'
import { ApiError, invalidField } from '../../platform/http/api-error.ts'
import { readLink, readMultilineText } from '../../platform/http/sanitize-text.ts'
import type { Caller } from '../history/versioned-update.ts'
import type { SeasonInput } from '../standings/input.ts'
import { findSessionCars, namesOfUser, type SessionCar } from './case-cars.ts'
import { readRules } from './steward-rules.ts'

const HOUR_MS = 3_600_000

/**
 * Stores a report; the same one again is the stored case. Throws a 404 for a session that is not in the
 * season, a 400 for a car that is not in the session, a 403 to a user who does not drive, a 409 after the
 * window and for too many reports. Returns the id of the case.
 */
export async function reportIncident(
  context: AppContext,
  { seasonId, input }: { readonly seasonId: string; readonly input: SeasonInput },
  caller: Caller,
  body: IncidentReport,
): Promise<string> {
  const { db, now, newId } = context
  const sessionId = body.sessionId.toLowerCase()
  await checkHasUsername(db, caller.userId)
  const session = await getSession(db, seasonId, sessionId)
  const cars = await findSessionCars(db, input, sessionId)
  const reported = findReported(cars, body.driverIdxs)
  const rules = await readRules(db, seasonId)
  if (rules.reporters === 'nobody') throw new ApiError(403, 'This season takes no reports.')
  const drives =
    cars.some(({ userId }) => userId === caller.userId) ||
    namesOfUser(input, caller.userId).length > 0
  if (rules.reporters === 'drivers' && !drives) {
    throw new ApiError(403, 'Only drivers of this season can report: claim your name first.')
  }
  if (reported.some(({ userId }) => userId === caller.userId)) {
    throw invalidField('/driverIdxs', 'includes your own car')
  }
  const endMs = (session.ended_at ?? session.started_at).getTime()
  if (session.status !== 'live' && now().getTime() > endMs + rules.reportHours * HOUR_MS) {
    throw new ApiError(409, `Incidents can be reported for ${rules.reportHours} hours.`)
  }
  const description = readMultilineText('/description', body.description)
  const links = readClips(body.links)
  const id = body.id?.toLowerCase() ?? newId()
  return inTransaction(db, async (transaction) => {
    await sql`select from season where id = ${seasonId} for update`.execute(transaction)
    if (await isStored(transaction, id, { seasonId, userId: caller.userId })) return id
    await checkCounts(transaction, session, { caller, reportsMax: rules.reportsMax })
    const created = now()
    await transaction
      .insertInto('steward_case')
      .values({
        id,
        season_id: seasonId,
        session_id: sessionId,
        event_id: session.event_id,
        number: sql<number>`1 + (
          select coalesce(max(number), 0) from steward_case where season_id = ${seasonId})`,
        lap: body.lap,
        event_seq: body.eventSeq,
        description,
        links: JSON.stringify(links),
        reporter_id: caller.userId,
        respond_until: new Date(created.getTime() + rules.responseHours * HOUR_MS),
        created_at: created,
      })
      .execute()
    await transaction
      .insertInto('steward_case_car')
      .values(
        reported.map(({ driverIdx, name, userId }) => ({
          case_id: id,
          driver_idx: driverIdx,
          name,
          user_id: userId,
        })),
      )
      .execute()
    return id
  })
}

/** Reads addresses of clips. Throws a 400 for one that is not https. */
export function readClips(links: readonly string[]): string[] {
  return links.map((link, index) => readLink(`/links/${index}`, link))
}

function findReported(cars: readonly SessionCar[], driverIdxs: readonly number[]): SessionCar[] {
  return driverIdxs.map((driverIdx, index) => {
    const car = cars.find((one) => one.driverIdx === driverIdx)
    if (car) return car
    throw invalidField(`/driverIdxs/${index}`, 'is not a car of this session')
  })
}

async function getSession(db: Db, seasonId: string, sessionId: string) {
  const session = await db
    .selectFrom('season_session')
    .innerJoin('session', 'session.id', 'session_id')
    .select(['season_id', 'event_id', 'status', 'started_at', 'ended_at'])
    .where('season_id', '=', seasonId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  if (session) return session
  throw new ApiError(404, `There is no session ${sessionId} in this season.`)
}

async function isStored(
  db: Db,
  id: string,
  own: { readonly seasonId: string; readonly userId: string },
): Promise<boolean> {
  const known = await db
    .selectFrom('steward_case')
    .select(['season_id', 'reporter_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!known) return false
  if (known.season_id === own.seasonId && known.reporter_id === own.userId) return true
  throw new ApiError(409, `The id ${id} is in use.`)
}

async function checkCounts(
  db: Db,
  { season_id: seasonId, event_id: eventId }: { season_id: string; event_id: string },
  { caller, reportsMax }: { readonly caller: Caller; readonly reportsMax: number },
): Promise<void> {
  const cases = db.selectFrom('steward_case').where('season_id', '=', seasonId)
  const own = cases.where('event_id', '=', eventId).where('reporter_id', '=', caller.userId)
  if ((await countRows(own)) >= reportsMax) {
    throw new ApiError(409, `You can report ${reportsMax} incidents of an event.`)
  }
  if ((await countRows(cases)) >= STEWARD_MAX.cases) {
    throw new ApiError(409, `A season has at most ${STEWARD_MAX.cases} cases.`)
  }
}
