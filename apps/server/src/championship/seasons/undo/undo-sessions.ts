import { isDeepStrictEqual } from 'node:util'
import { EventFields, EventSessionFields } from '@pitboard/contract/seasons/season'
import { presentFields, toColumns } from '../../../platform/db/field-columns.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { changedAgain, readDetails } from '../../history/changes.ts'
import { revertFields } from '../../history/editable-fields.ts'
import { insertEvents } from '../edit/events.ts'
import { checkCountedAgain } from '../sessions/duplicate-recordings.ts'
import {
  DETAILS,
  type EventDetails,
  type LinkChange,
  type LinkDetails,
  type UndoSeasonChange,
} from './change-details.ts'

/** Fields that older changes lack. */
const OLDER = { pointsByDistance: true }

interface Ids {
  readonly seasonId: string
  readonly eventId: string
}

export const undoLinks: UndoSeasonChange = async (db, { id: seasonId }, details) => {
  const { eventId, links, sessions } = readDetails(DETAILS.sessionsAdded, details)
  await removeLinks(db, { seasonId, eventId }, links)
  await revertLinkChanges(db, { seasonId, eventId }, sessions)
  return undefined
}

export const undoLinkChanges: UndoSeasonChange = async (db, { id: seasonId }, details) => {
  const { eventId, sessions } = readDetails(DETAILS.sessionUpdated, details)
  await revertLinkChanges(db, { seasonId, eventId }, sessions)
  return undefined
}

export const undoUnlinking: UndoSeasonChange = async (db, { id: seasonId }, details) => {
  const { eventId, ...link } = readDetails(DETAILS.sessionRemoved, details)
  const event = await db
    .selectFrom('season_event')
    .select('id')
    .where('id', '=', eventId)
    .where('season_id', '=', seasonId)
    .executeTakeFirst()
  if (!event) throw changedAgain()
  await restoreLinks(db, { seasonId, eventId }, [link])
  return undefined
}

/** Throws a 409 for a link that has been edited since: the edit would be lost. */
async function removeLinks(
  db: Db,
  { seasonId, eventId }: Ids,
  links: readonly LinkDetails[],
): Promise<void> {
  for (const { sessionId, ...link } of links) {
    const removed = await db
      .deleteFrom('season_session')
      .where('season_id', '=', seasonId)
      .where('event_id', '=', eventId)
      .where('session_id', '=', sessionId)
      .returningAll()
      .executeTakeFirst()
    const fields = removed && presentFields(EventSessionFields, removed)
    if (fields && !isDeepStrictEqual(fields, { ...OLDER, ...link })) throw changedAgain()
  }
}

/**
 * Leaves out sessions that were deleted since or count in another event now. Throws a 409 for a session
 * that counts by another recording now.
 */
async function restoreLinks(
  db: Db,
  { seasonId, eventId }: Ids,
  links: readonly LinkDetails[],
): Promise<void> {
  const ids = links.map(({ sessionId }) => sessionId)
  if (ids.length === 0) return
  const existing = await db.selectFrom('session').select('id').where('id', 'in', ids).execute()
  const known = new Set(existing.map(({ id }) => id))
  await checkCountedAgain(db, seasonId, [...known])
  for (const { sessionId, ...link } of links) {
    if (!known.has(sessionId)) continue
    await db
      .insertInto('season_session')
      .values({
        season_id: seasonId,
        event_id: eventId,
        session_id: sessionId,
        ...toColumns({ ...OLDER, ...link }),
      })
      .onConflict((conflict) => conflict.columns(['season_id', 'session_id']).doNothing())
      .execute()
  }
}

async function revertLinkChanges(
  db: Db,
  { seasonId, eventId }: Ids,
  changes: readonly LinkChange[],
): Promise<void> {
  for (const { sessionId, ...change } of changes) {
    const link = await db
      .selectFrom('season_session')
      .selectAll()
      .where('season_id', '=', seasonId)
      .where('event_id', '=', eventId)
      .where('session_id', '=', sessionId)
      .executeTakeFirst()
    if (!link) throw changedAgain()
    const current = presentFields(EventSessionFields, link)
    await db
      .updateTable('season_session')
      .set(toColumns(revertFields(EventSessionFields, current, change)))
      .where('season_id', '=', seasonId)
      .where('session_id', '=', sessionId)
      .execute()
  }
}

export const undoNewEvents: UndoSeasonChange = async (db, { id }, details) => {
  const { events } = readDetails(DETAILS.eventsAdded, details)
  await removeEmptyEvents(db, id, events)
  return undefined
}

export const undoWeekends: UndoSeasonChange = async (db, { id: seasonId }, details) => {
  const { events, sessions } = readDetails(DETAILS.weekendsLinked, details)
  for (const { eventId, links } of sessions) await removeLinks(db, { seasonId, eventId }, links)
  await removeEmptyEvents(db, seasonId, events)
  return undefined
}

export const undoEventChange: UndoSeasonChange = async (db, season, details) => {
  const { eventId } = readDetails(DETAILS.eventUpdated, details)
  const event = await db
    .selectFrom('season_event')
    .selectAll()
    .where('id', '=', eventId)
    .where('season_id', '=', season.id)
    .executeTakeFirst()
  if (!event) throw changedAgain()
  await db
    .updateTable('season_event')
    .set(toColumns(revertFields(EventFields, presentFields(EventFields, event), details)))
    .where('id', '=', eventId)
    .execute()
  return undefined
}

/** The event is restored under its own id, so that references to it stay valid. */
export const undoEventRemoval: UndoSeasonChange = async (db, { id: seasonId }, details) => {
  const { event, links } = readDetails(DETAILS.eventRemoved, details)
  await insertEvents(db, seasonId, [event])
  await restoreLinks(db, { seasonId, eventId: event.id }, links)
  return undefined
}

/** Throws a 409 for an event that has sessions now. */
async function removeEmptyEvents(
  db: Db,
  seasonId: string,
  events: readonly EventDetails[],
): Promise<void> {
  for (const { id } of events) {
    const linked = await db
      .selectFrom('season_session')
      .select('session_id')
      .where('event_id', '=', id)
      .limit(1)
      .executeTakeFirst()
    if (linked) throw changedAgain()
    await db
      .deleteFrom('season_event')
      .where('id', '=', id)
      .where('season_id', '=', seasonId)
      .execute()
  }
}
