import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../../platform/db/tables.ts'
import { changedAgain, readDetails } from '../../history/changes.ts'
import { checkCountedAgain } from '../sessions/duplicate-recordings.ts'
import {
  DETAILS,
  type EventDetails,
  type LinkChange,
  type LinkDetails,
  type UndoSeasonChange,
} from './change-details.ts'

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
  for (const { sessionId, driverNames, role, pointsFactor, pointsByDistance = true } of links) {
    const removed = await db
      .deleteFrom('season_session')
      .where('season_id', '=', seasonId)
      .where('event_id', '=', eventId)
      .where('session_id', '=', sessionId)
      .returning(['driver_names', 'role', 'points_factor', 'points_by_distance'])
      .executeTakeFirst()
    const isUnchanged =
      !removed ||
      (isDeepStrictEqual(removed.driver_names, driverNames) &&
        removed.role === role &&
        removed.points_factor === pointsFactor &&
        removed.points_by_distance === pointsByDistance)
    if (!isUnchanged) throw changedAgain()
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
  for (const { sessionId, driverNames, role, pointsFactor, pointsByDistance = true } of links) {
    if (!known.has(sessionId)) continue
    await db
      .insertInto('season_session')
      .values({
        ...{ season_id: seasonId, event_id: eventId, session_id: sessionId },
        ...{ driver_names: JSON.stringify(driverNames), role, points_factor: pointsFactor },
        points_by_distance: pointsByDistance,
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
  for (const { sessionId, driverNames, role, pointsFactor, pointsByDistance } of changes) {
    const link = await db
      .selectFrom('season_session')
      .select(['driver_names', 'role', 'points_factor', 'points_by_distance'])
      .where('season_id', '=', seasonId)
      .where('event_id', '=', eventId)
      .where('session_id', '=', sessionId)
      .executeTakeFirst()
    const isUnchanged =
      link &&
      (!driverNames || isDeepStrictEqual(driverNames.after, link.driver_names)) &&
      (!role || role.after === link.role) &&
      (!pointsFactor || pointsFactor.after === link.points_factor) &&
      (!pointsByDistance || pointsByDistance.after === link.points_by_distance)
    if (!isUnchanged) throw changedAgain()
    await db
      .updateTable('season_session')
      .set({
        ...(driverNames && { driver_names: JSON.stringify(driverNames.before) }),
        ...(role && { role: role.before }),
        ...(pointsFactor && { points_factor: pointsFactor.before }),
        ...(pointsByDistance && { points_by_distance: pointsByDistance.before }),
      })
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
  const { eventId, track, name, startsAt } = readDetails(DETAILS.eventUpdated, details)
  const event = await db
    .selectFrom('season_event')
    .selectAll()
    .where('id', '=', eventId)
    .where('season_id', '=', season.id)
    .executeTakeFirst()
  const isUnchanged =
    event &&
    (!track || track.after === event.track) &&
    (!name || name.after === event.name) &&
    (!startsAt || startsAt.after === (event.starts_at?.toISOString() ?? null))
  if (!isUnchanged) throw changedAgain()
  await db
    .updateTable('season_event')
    .set({
      ...(track && { track: track.before }),
      ...(name && { name: name.before }),
      ...(startsAt && { starts_at: toDate(startsAt.before) }),
    })
    .where('id', '=', eventId)
    .execute()
  return undefined
}

/** The event is restored under its own id, so that references to it stay valid. */
export const undoEventRemoval: UndoSeasonChange = async (db, { id: seasonId }, details) => {
  const { event, links } = readDetails(DETAILS.eventRemoved, details)
  const { id, track, name, startsAt } = event
  await db
    .insertInto('season_event')
    .values({ id, season_id: seasonId, track, name, starts_at: toDate(startsAt) })
    .execute()
  await restoreLinks(db, { seasonId, eventId: id }, links)
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

function toDate(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}
