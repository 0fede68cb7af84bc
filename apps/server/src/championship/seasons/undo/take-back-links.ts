import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../../platform/db/tables.ts'
import { changedSince, readNoted } from '../../history/find-change.ts'
import { checkCountedAgain } from '../duplicate-recordings.ts'
import { type LinkChange, NOTED, type NotedLink } from './noted.ts'
import type { TakeBack } from './take-back.ts'

interface Ids {
  readonly seasonId: string
  readonly eventId: string
}

export const takeBackLinks: TakeBack = async (db, { id: seasonId }, details) => {
  const { eventId, links, sessions } = readNoted(NOTED.sessionsAdded, details)
  await unlink(db, { seasonId, eventId }, links)
  await changeBack(db, { seasonId, eventId }, sessions)
  return undefined
}

export const takeBackLinkChanges: TakeBack = async (db, { id: seasonId }, details) => {
  const { eventId, sessions } = readNoted(NOTED.sessionUpdated, details)
  await changeBack(db, { seasonId, eventId }, sessions)
  return undefined
}

export const takeBackUnlinking: TakeBack = async (db, { id: seasonId }, details) => {
  const { eventId, ...link } = readNoted(NOTED.sessionRemoved, details)
  const event = await db
    .selectFrom('season_event')
    .select('id')
    .where('id', '=', eventId)
    .where('season_id', '=', seasonId)
    .executeTakeFirst()
  if (!event) throw changedSince()
  await linkAgain(db, { seasonId, eventId }, [link])
  return undefined
}

/** What was said of them since would be lost: then nothing is taken back. */
export async function unlink(
  db: Db,
  { seasonId, eventId }: Ids,
  links: readonly NotedLink[],
): Promise<void> {
  for (const { sessionId, driverNames, role, pointsFactor, pointsByDistance = true } of links) {
    const gone = await db
      .deleteFrom('season_session')
      .where('season_id', '=', seasonId)
      .where('event_id', '=', eventId)
      .where('session_id', '=', sessionId)
      .returning(['driver_names', 'role', 'points_factor', 'points_by_distance'])
      .executeTakeFirst()
    const stands =
      !gone ||
      (isDeepStrictEqual(gone.driver_names, driverNames) &&
        gone.role === role &&
        gone.points_factor === pointsFactor &&
        gone.points_by_distance === pointsByDistance)
    if (!stands) throw changedSince()
  }
}

/**
 * A session that was deleted meanwhile, or counts elsewhere now, stays away. Throws a 409 for one that
 * counts by another recording now.
 */
export async function linkAgain(
  db: Db,
  { seasonId, eventId }: Ids,
  links: readonly NotedLink[],
): Promise<void> {
  const ids = links.map(({ sessionId }) => sessionId)
  if (ids.length === 0) return
  const kept = await db.selectFrom('session').select('id').where('id', 'in', ids).execute()
  const known = new Set(kept.map(({ id }) => id))
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

async function changeBack(
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
    const stands =
      link &&
      (!driverNames || isDeepStrictEqual(driverNames.after, link.driver_names)) &&
      (!role || role.after === link.role) &&
      (!pointsFactor || pointsFactor.after === link.points_factor) &&
      (!pointsByDistance || pointsByDistance.after === link.points_by_distance)
    if (!stands) throw changedSince()
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
