import type { Db } from '../../../platform/db/tables.ts'
import { changedSince, readNoted } from '../../history/find-change.ts'
import { NOTED, type NotedEvent } from './noted.ts'
import { linkAgain, unlink } from './take-back-links.ts'
import type { TakeBack } from './take-back.ts'

export const takeBackNewEvents: TakeBack = async (db, { id }, details) => {
  const { events } = readNoted(NOTED.eventsAdded, details)
  await removeEmpty(db, id, events)
  return undefined
}

export const takeBackWeekends: TakeBack = async (db, { id: seasonId }, details) => {
  const { events, sessions } = readNoted(NOTED.weekendsLinked, details)
  for (const { eventId, links } of sessions) await unlink(db, { seasonId, eventId }, links)
  await removeEmpty(db, seasonId, events)
  return undefined
}

export const takeBackEventChange: TakeBack = async (db, season, details) => {
  const { eventId, track, name, startsAt } = readNoted(NOTED.eventUpdated, details)
  const event = await db
    .selectFrom('season_event')
    .selectAll()
    .where('id', '=', eventId)
    .where('season_id', '=', season.id)
    .executeTakeFirst()
  const stands =
    event &&
    (!track || track.after === event.track) &&
    (!name || name.after === event.name) &&
    (!startsAt || startsAt.after === (event.starts_at?.toISOString() ?? null))
  if (!stands) throw changedSince()
  await db
    .updateTable('season_event')
    .set({
      ...(track && { track: track.before }),
      ...(name && { name: name.before }),
      ...(startsAt && { starts_at: dateOf(startsAt.before) }),
    })
    .where('id', '=', eventId)
    .execute()
  return undefined
}

/** It comes back under its own id, so that what names it still does. */
export const takeBackEventRemoval: TakeBack = async (db, { id: seasonId }, details) => {
  const { event, links } = readNoted(NOTED.eventRemoved, details)
  const { id, track, name, startsAt } = event
  await db
    .insertInto('season_event')
    .values({ id, season_id: seasonId, track, name, starts_at: dateOf(startsAt) })
    .execute()
  await linkAgain(db, { seasonId, eventId: id }, links)
  return undefined
}

/** One that has got sessions since is not removed with them. */
async function removeEmpty(db: Db, seasonId: string, events: readonly NotedEvent[]): Promise<void> {
  for (const { id } of events) {
    const linked = await db
      .selectFrom('season_session')
      .select('session_id')
      .where('event_id', '=', id)
      .limit(1)
      .executeTakeFirst()
    if (linked) throw changedSince()
    await db
      .deleteFrom('season_event')
      .where('id', '=', id)
      .where('season_id', '=', seasonId)
      .execute()
  }
}

function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}
