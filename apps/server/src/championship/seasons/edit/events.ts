import type { ChangeRequest } from '../../history/versioned-update.ts'
import type { EventCreate, EventUpdate } from '@pitboard/contract/seasons/season'
import type { AppContext } from '../../../context.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { ApiError, invalidField } from '../../../platform/diagnostics/errors.ts'
import { toOneLine } from '../../../platform/http/sanitize-text.ts'
import { changedFields } from '../../history/changes.ts'
import { ownedSeasons } from '../store/queries.ts'
import { type CalendarEvent, presentEvent, type SeasonRecord } from '../store/queries.ts'

const EVENTS_MAX = 100

interface Ids {
  readonly seasonId: string
  readonly eventId: string
}

/** Returns their ids. Throws a 409 for too many events. */
export async function addEvents(
  context: AppContext,
  seasonId: string,
  change: ChangeRequest,
  events: readonly EventCreate[],
  fieldsOf = (index: number) => `/events/${index}`,
): Promise<string[]> {
  const rows = events.map(({ track, name, startsAt }, index) => ({
    ...{ id: context.newId(), season_id: seasonId, track, name: toOneLine(name ?? '') },
    starts_at: readInstant(`${fieldsOf(index)}/startsAt`, startsAt),
  }))
  await ownedSeasons.change(context, seasonId, change, async (db) => {
    await checkEventCount(db, seasonId, rows.length)
    await db.insertInto('season_event').values(rows).execute()
    return { action: 'eventsAdded', details: { events: rows.map(presentEvent) } }
  })
  return rows.map(({ id }) => id)
}

export async function checkEventCount(db: Db, seasonId: string, more: number): Promise<void> {
  const { count } = await db
    .selectFrom('season_event')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('season_id', '=', seasonId)
    .executeTakeFirstOrThrow()
  if (count + more <= EVENTS_MAX) return
  throw new ApiError(409, `A season has at most ${EVENTS_MAX} events.`)
}

/** Omitted fields stay; null removes a name or a date. */
export async function updateEvent(
  context: AppContext,
  { seasonId, eventId }: Ids,
  change: ChangeRequest,
  { track, name, startsAt }: EventUpdate,
): Promise<void> {
  const wanted = {
    ...(track !== undefined && { track }),
    ...(name !== undefined && { name: toOneLine(name ?? '') }),
    ...(startsAt !== undefined && {
      startsAt: readInstant('/startsAt', startsAt)?.toISOString() ?? null,
    }),
  }
  await ownedSeasons.change(context, seasonId, change, async (db) => {
    const before = presentEvent(await getEvent(db, { seasonId, eventId }))
    const changed = changedFields(before, wanted)
    if (Object.keys(changed).length === 0) return null
    const after = { ...before, ...wanted }
    await db
      .updateTable('season_event')
      .set({
        ...{ track: after.track, name: after.name },
        starts_at: after.startsAt ? new Date(after.startsAt) : null,
      })
      .where('id', '=', eventId)
      .execute()
    return { action: 'eventUpdated', details: { eventId, ...changed } }
  })
}

export async function removeEvent(
  context: AppContext,
  { seasonId, eventId }: Ids,
  change: ChangeRequest,
): Promise<SeasonRecord> {
  return ownedSeasons.change(context, seasonId, change, async (db) => {
    const event = presentEvent(await getEvent(db, { seasonId, eventId }))
    const links = await db
      .selectFrom('season_session')
      .select(['session_id as sessionId', 'driver_names as driverNames', 'role'])
      .select(['points_factor as pointsFactor', 'points_by_distance as pointsByDistance'])
      .where('event_id', '=', eventId)
      .execute()
    await db.deleteFrom('season_event').where('id', '=', eventId).execute()
    return { action: 'eventRemoved', details: { event, links } }
  })
}

/** Throws a 404 for an unknown event. */
export async function getEvent(db: Db, { seasonId, eventId }: Ids): Promise<CalendarEvent> {
  const event = await db
    .selectFrom('season_event')
    .selectAll()
    .where('id', '=', eventId)
    .where('season_id', '=', seasonId)
    .executeTakeFirst()
  if (event) return event
  throw new ApiError(404, `There is no event ${eventId} in this season.`)
}

const YEARS = { first: 1950, last: 2150 }

/** Throws a 400 for an instant in an implausible year. */
export function readInstant(path: string, text: string | null | undefined): Date | null {
  if (text === null || text === undefined) return null
  const instant = new Date(text)
  const year = instant.getUTCFullYear()
  if (year >= YEARS.first && year <= YEARS.last) return instant
  throw invalidField(path, `must be a time between ${YEARS.first} and ${YEARS.last}`)
}
