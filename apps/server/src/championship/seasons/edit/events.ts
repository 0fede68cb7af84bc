import type { ChangeRequest } from '../../history/versioned-update.ts'
import type { EventPoints } from '@pitboard/contract/seasons/points-system'
import { EVENT_YEARS } from '@pitboard/contract/seasons/event-years'
import {
  type EventCreate,
  EventFields,
  EventSessionFields,
  type EventUpdate,
} from '@pitboard/contract/seasons/season'
import type { AppContext } from '../../../context.ts'
import { countRows } from '../../../platform/db/count-rows.ts'
import { presentFields, toColumns } from '../../../platform/db/field-columns.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { ApiError, invalidField } from '../../../platform/http/api-error.ts'
import { toOneLine } from '../../../platform/http/sanitize-text.ts'
import { changedFields } from '../../history/changes.ts'
import { readFields } from '../../history/editable-fields.ts'
import {
  type CalendarEvent,
  ownedSeasons,
  presentEvent,
  type SeasonRecord,
} from '../store/queries.ts'

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
  const added = events.map((event, index) => ({
    id: context.newId(),
    ...readNewEvent(event, fieldsOf(index)),
  }))
  const target = { id: seasonId, action: 'editResults' } as const
  await ownedSeasons.change(context, target, change, async (db) => {
    await checkEventCount(db, seasonId, added.length)
    await insertEvents(db, seasonId, added)
    return { action: 'eventsAdded', details: { events: added } }
  })
  return added.map(({ id }) => id)
}

const READERS = {
  name: (_path: string, name: string | null) => toOneLine(name ?? ''),
  startsAt: readInstant,
  points: readPoints,
}

/** Throws a 400 for an instant in an implausible year. */
export function readNewEvent(event: EventCreate, at: string): EventFields {
  return { name: '', startsAt: null, points: null, ...readFields(EventFields, event, READERS, at) }
}

export async function insertEvents(
  db: Db,
  seasonId: string,
  events: readonly (EventFields & { readonly id: string })[],
): Promise<void> {
  const rows = events.map((event) => ({ season_id: seasonId, ...toColumns(event) }))
  await db.insertInto('season_event').values(rows).execute()
}

export async function checkEventCount(db: Db, seasonId: string, more: number): Promise<void> {
  const count = await countRows(db.selectFrom('season_event').where('season_id', '=', seasonId))
  if (count + more <= EVENTS_MAX) return
  throw new ApiError(409, `A season has at most ${EVENTS_MAX} events.`)
}

/** Omitted fields stay; null removes a name or a date. */
export async function updateEvent(
  context: AppContext,
  { seasonId, eventId }: Ids,
  change: ChangeRequest,
  body: EventUpdate,
): Promise<void> {
  const values = readFields(EventFields, body, READERS)
  const target = { id: seasonId, action: 'editResults' } as const
  await ownedSeasons.change(context, target, change, async (db) => {
    const before = presentEvent(await getEvent(db, { seasonId, eventId }))
    const changed = changedFields(before, values)
    if (Object.keys(changed).length === 0) return null
    await db.updateTable('season_event').set(toColumns(values)).where('id', '=', eventId).execute()
    return { action: 'eventUpdated', details: { eventId, ...changed } }
  })
}

export async function removeEvent(
  context: AppContext,
  { seasonId, eventId }: Ids,
  change: ChangeRequest,
): Promise<SeasonRecord> {
  const target = { id: seasonId, action: 'editResults' } as const
  return ownedSeasons.change(context, target, change, async (db) => {
    const event = presentEvent(await getEvent(db, { seasonId, eventId }))
    const rows = await db
      .selectFrom('season_session')
      .selectAll()
      .where('event_id', '=', eventId)
      .execute()
    const links = rows.map((row) => ({
      sessionId: row.session_id,
      ...presentFields(EventSessionFields, row),
    }))
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

/** Points that differ in nothing from those of the season are none of the event's own. */
function readPoints(_path: string, points: EventPoints | null): EventPoints | null {
  return points?.factor === 1 && Object.keys(points).length === 1 ? null : points
}

function readInstant(path: string, text: string | null): string | null {
  if (text === null) return null
  const instant = new Date(text)
  const year = instant.getUTCFullYear()
  if (year >= EVENT_YEARS.first && year <= EVENT_YEARS.last) return instant.toISOString()
  throw invalidField(path, `must be a time between ${EVENT_YEARS.first} and ${EVENT_YEARS.last}`)
}
