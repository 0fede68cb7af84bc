import type { ChangeRequest } from '../../history/versioned-update.ts'
import { EventSessionFields, type EventSessionUpdate } from '@pitboard/contract/seasons/season'
import { sql } from 'kysely'
import type { AppContext } from '../../../context.ts'
import { countRows } from '../../../platform/db/count-rows.ts'
import { presentFields, toColumns } from '../../../platform/db/field-columns.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { ApiError, invalidField } from '../../../platform/http/api-error.ts'
import { readDriverName } from '../../../platform/http/sanitize-text.ts'
import { changedFields } from '../../history/changes.ts'
import { readFields } from '../../history/editable-fields.ts'
import { getEvent } from '../edit/events.ts'
import { ownedSeasons, type SeasonRecord } from '../store/queries.ts'
import type { LinkPreview } from '@pitboard/contract/seasons/standings'
import type { SeasonInput } from '../../standings/input.ts'
import { previewLinks } from '../../standings/preview-links.ts'
import { readResults } from '../store/session-results.ts'
import { checkCountedOnce } from './duplicate-recordings.ts'
import { isRaceType, SessionType } from '@pitboard/contract/wire/enumerations'
import type { SessionRole } from '@pitboard/contract/seasons/points-system'

/** The default role depends on this. */
interface DrivenSession {
  readonly sessionType: number
  /** It is null if the game does not send it. */
  readonly raceKind: 'sprint' | 'main' | null
  readonly plannedLaps: number
  readonly startedAt: Date
}

const BY_TYPE = new Map<number, SessionRole>([
  [SessionType.Q3, 'qualifying'],
  [SessionType.ShortQualifying, 'qualifying'],
  [SessionType.OneShotQualifying, 'qualifying'],
  [SessionType.SprintShootout3, 'sprintQualifying'],
  [SessionType.ShortSprintShootout, 'sprintQualifying'],
  [SessionType.OneShotSprintShootout, 'sprintQualifying'],
])

/**
 * Returns the role of a session until the organiser changes it. Only the last part of a qualifying counts, the
 * others are practice. A race is the sprint if the game sends that, or if a later race of the event is
 * more than twice as long.
 */
function defaultRole(session: DrivenSession, others: readonly DrivenSession[]): SessionRole {
  if (!isRaceType(session.sessionType)) return BY_TYPE.get(session.sessionType) ?? 'practice'
  if (session.raceKind !== null) return session.raceKind === 'sprint' ? 'sprint' : 'race'
  const isBeforeLonger = others.some(
    ({ sessionType, startedAt, plannedLaps }) =>
      isRaceType(sessionType) &&
      startedAt > session.startedAt &&
      session.plannedLaps > 0 &&
      plannedLaps > 2 * session.plannedLaps,
  )
  return isBeforeLonger ? 'sprint' : 'race'
}

const SESSIONS_MAX = 30

interface Ids {
  readonly seasonId: string
  readonly eventId: string
}

interface SessionLink {
  readonly sessionId: string
  readonly update: EventSessionUpdate
}

/**
 * Adds sessions to an event or updates those it has. Throws a 404 for an unknown session, a 409 for one
 * that counts in another event of the season or by another recording.
 */
export async function linkSessions(
  context: AppContext,
  { seasonId, eventId }: Ids,
  change: ChangeRequest,
  wanted: readonly SessionLink[],
): Promise<void> {
  const target = { id: seasonId, action: 'editResults' } as const
  await ownedSeasons.change(context, target, change, async (db, { tiers }) => {
    await getEvent(db, { seasonId, eventId })
    for (const { update } of wanted) checkTier(update, tiers)
    const { links, sessions } = await putSessions(db, { seasonId, eventId }, wanted)
    if (links.length > 0) {
      return { action: 'sessionsAdded', details: { eventId, links, sessions } }
    }
    return sessions.length > 0 ? { action: 'sessionUpdated', details: { eventId, sessions } } : null
  })
}

/** Returns the wanted sessions that the event does not have yet, with their roles. Throws if one may not be added. */
async function checkAdded(
  db: Db,
  ids: Ids,
  wanted: readonly SessionLink[],
  linked: Pick<ReadonlyMap<string, unknown>, 'has'>,
) {
  const added = wanted.filter(({ sessionId }) => !linked.has(sessionId))
  await checkCount(db, ids.eventId, added.length)
  const addedIds = added.map(({ sessionId }) => sessionId)
  await checkCountedOnce(db, ids.seasonId, addedIds)
  return addDefaultRoles(db, ids.eventId, added)
}

/** Returns the links of new sessions and the changes of others. */
export async function putSessions(db: Db, ids: Ids, sessionLinks: readonly SessionLink[]) {
  const wanted = sessionLinks.map(toSessionUpdate)
  const linked = await readLinked(db, ids.seasonId)
  const sessions = []
  for (const { sessionId, update } of wanted) {
    const known = linked.get(sessionId)
    if (known && known.event_id !== ids.eventId) {
      throw new ApiError(409, `The session ${sessionId} is in another event of this season.`)
    }
    if (!known) continue
    const before = presentFields(EventSessionFields, known)
    const changed = changedFields(before, update)
    if (Object.keys(changed).length === 0) continue
    await writeLink(db, ids, sessionId, { ...before, ...update })
    sessions.push({ sessionId, ...changed })
  }
  const links = []
  for (const { sessionId, update, role } of await checkAdded(db, ids, wanted, linked)) {
    const link = {
      driverNames: [],
      pointsFactor: 1,
      pointsByDistance: true,
      tier: '',
      role,
      ...update,
    }
    await writeLink(db, ids, sessionId, link)
    links.push({ sessionId, ...link })
  }
  return { links, sessions }
}

interface PreviewedSeason {
  readonly input: SeasonInput
  /** Returns whether the stewards have banned the driver from sessions of this role of the event. */
  readonly isBanned: (name: string, role: SessionRole) => boolean
}

/**
 * Returns what new sessions would change, for callers who may link them. Throws what `linkSessions` throws for them.
 */
export async function previewSessions(
  db: Db,
  ids: Ids,
  { input, isBanned }: PreviewedSeason,
  sessionIds: readonly string[],
): Promise<LinkPreview> {
  await getEvent(db, ids)
  const linked = await readLinked(db, ids.seasonId)
  const wanted = sessionIds.map((sessionId) => toSessionUpdate({ sessionId, update: {} }))
  const added = await checkAdded(db, ids, wanted, linked)
  const results = await readResults(
    db,
    added.map(({ sessionId }) => sessionId),
  )
  const sessions = added.map(({ sessionId, role }) => {
    const result = results.get(sessionId)
    return { sessionId, role, plannedLaps: result?.plannedLaps ?? 0, cars: result?.cars ?? [] }
  })
  return previewLinks(input, ids.eventId, sessions, isBanned)
}

/** The session stays recorded. Throws a 404 if it is not in the event. */
export async function unlinkSession(
  context: AppContext,
  { seasonId, eventId, sessionId }: Ids & { readonly sessionId: string },
  change: ChangeRequest,
): Promise<SeasonRecord> {
  const target = { id: seasonId, action: 'editResults' } as const
  return ownedSeasons.change(context, target, change, async (db) => {
    const removed = await db
      .deleteFrom('season_session')
      .where('season_id', '=', seasonId)
      .where('event_id', '=', eventId)
      .where('session_id', '=', sessionId)
      .returningAll()
      .executeTakeFirst()
    if (!removed) throw new ApiError(404, `There is no session ${sessionId} in this event.`)
    const details = { eventId, sessionId, ...presentFields(EventSessionFields, removed) }
    return { action: 'sessionRemoved', details }
  })
}

async function readLinked(db: Db, seasonId: string) {
  const rows = await db
    .selectFrom('season_session')
    .selectAll()
    .where('season_id', '=', seasonId)
    .execute()
  return new Map(rows.map((row) => [row.session_id, row]))
}

async function checkCount(db: Db, eventId: string, more: number): Promise<void> {
  if (more === 0) return
  const count = await countRows(db.selectFrom('season_session').where('event_id', '=', eventId))
  if (count + more <= SESSIONS_MAX) return
  throw new ApiError(409, `An event has at most ${SESSIONS_MAX} sessions.`)
}

/** The default roles depend on all sessions of the event, old and new. */
async function addDefaultRoles(db: Db, eventId: string, added: readonly SessionLink[]) {
  if (added.length === 0) return []
  const addedIds = added.map(({ sessionId }) => sessionId)
  // The lock waits for a running deletion and prevents later ones.
  await sql`select from session where id = any(${addedIds}::uuid[]) order by id for key share`.execute(
    db,
  )
  const rows = await db
    .selectFrom('session')
    .select(['id', 'session_type', 'number_of_laps', 'started_at'])
    .where(
      sql<boolean>`id = any(${addedIds}::uuid[])
        or id in (select session_id from season_session where event_id = ${eventId})`,
    )
    .execute()
  const results = await readResults(db, addedIds)
  const driven = new Map<string, DrivenSession>(
    rows.map((row) => [
      row.id,
      {
        sessionType: row.session_type,
        plannedLaps: row.number_of_laps ?? 0,
        startedAt: row.started_at,
        raceKind: results.get(row.id)?.raceKind ?? null,
      },
    ]),
  )
  return added.map(({ sessionId, update }) => {
    const own = driven.get(sessionId)
    if (!own) throw new ApiError(404, `There is no session ${sessionId}.`)
    const others = [...driven.values()].filter((other) => other !== own)
    return { sessionId, update, role: defaultRole(own, others) }
  })
}

async function writeLink(
  db: Db,
  { seasonId, eventId }: Ids,
  sessionId: string,
  fields: EventSessionFields,
): Promise<void> {
  checkNames(fields.driverNames)
  const values = toColumns(fields)
  await db
    .insertInto('season_session')
    .values({ season_id: seasonId, session_id: sessionId, event_id: eventId, ...values })
    .onConflict((conflict) => conflict.columns(['season_id', 'session_id']).doUpdateSet(values))
    .execute()
}

function toSessionUpdate({ sessionId, update }: SessionLink): SessionLink {
  return {
    sessionId: sessionId.toLowerCase(),
    update: readFields(EventSessionFields, update, { driverNames: readNames }),
  }
}

/** Throws a 400 for a tier that does not compete in the season. */
export function checkTier(
  { tier = '' }: EventSessionUpdate,
  tiers: readonly string[],
  at = '',
): void {
  if (tier === '' || tiers.includes(tier)) return
  throw invalidField(`${at}/tier`, 'is not a tier that competes in this season')
}

function readNames(path: string, names: readonly (string | null)[]): (string | null)[] {
  return names.map((name, index) =>
    name === null ? null : readDriverName(`${path}/${index}`, name),
  )
}

function checkNames(names: readonly (string | null)[]): void {
  const given = names.filter((name) => name !== null)
  const twice = given.find((name, index) => given.indexOf(name) !== index)
  if (twice !== undefined) throw invalidField('/driverNames', `names "${twice}" twice`)
}
