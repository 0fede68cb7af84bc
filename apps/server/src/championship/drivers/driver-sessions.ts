import { type DrivenSession, SHARED_SESSIONS_MAX } from '@pitboard/contract/drivers/head-to-head'
import { RACE_TYPES, ResultStatus, resultCode } from '@pitboard/contract/wire/enumerations'
import { QUALIFYING_TYPES, sessionKind } from '@pitboard/contract/wire/session-kind'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/tables.ts'
import {
  describeDriven,
  selectDrivenSessions,
} from '../../racing/sessions/store/driven-sessions.ts'
import type { SeasonView, SeasonViews } from '../seasons/view/season-views.ts'
import { readResults } from '../seasons/store/session-results.ts'
import { adjustmentEffect } from '../standings/adjustment-rules.ts'
import { classify } from '../standings/classify.ts'
import { createDriverIdentifier, createResolveName } from '../standings/identify-drivers.ts'
import type { SeasonInput, SessionInput } from '../standings/input.ts'
import type { CarResult, SessionResult } from '../standings/session-result.ts'

/** Only the newest claims of a driver are read; of earlier years the sessions would be too old to count. */
const CLAIMS_MAX = 10

/** The session is a race or a qualifying session, with the cars that took part. */
export interface SessionWithCars extends DrivenSession {
  readonly kind: 'race' | 'qualifying'
  readonly cars: readonly DrivenCar[]
}

/** A car is described as everybody may know it, with the decisions of the season that counts its session. */
export interface DrivenCar {
  readonly driverIdx: number
  /** It is null for a name that is hidden, or that two cars have. */
  readonly name: string | null
  readonly userId: string | null
  readonly isHuman: boolean
  readonly position: number | null
  readonly resultStatus: number
  readonly isClassified: boolean
  /** It is the time of a race with all penalties, or the best lap; null where it is not known. */
  readonly timeMs: number | null
  readonly laps: number | null
  readonly bestLapTimeMs: number | null
}

/** The driver drove `own` in this session. */
export interface DriverSession extends SessionWithCars {
  readonly own: DrivenCar
}

type Kind = SessionWithCars['kind']

/** Returns the newest sessions of a user in the seasons that are listed, and those that they recorded themselves. */
export async function readUserSessions(
  db: Db,
  views: SeasonViews,
  userId: string,
): Promise<DriverSession[]> {
  const seasonIds = await readListedSeasons(db, userId)
  const found = await Promise.all(seasonIds.map((id) => views.find(id, null)))
  const ofSeasons = found
    .flatMap((view) => (view ? listSeasonSessions(view) : []))
    .flatMap((session) => {
      const own = session.cars.find((car) => car.userId === userId)
      return own ? { ...session, own } : []
    })
  const recorded = await readRecorded(db, userId)
  const groups = await readGroups(db, [...ofSeasons, ...recorded])
  return newestOf(distinct([...ofSeasons, ...recorded], groups))
}

/** Returns the sessions that a season counts and that are over. */
function listSeasonSessions({ season, input }: SeasonView): SessionWithCars[] {
  const { id, name } = season
  const heads = new Map(
    season.events.flatMap(({ sessions }) => sessions.map(({ session }) => [session.id, session])),
  )
  const present = createPresentCars(input)
  return input.events
    .flatMap(({ sessions }) => sessions)
    .flatMap((session) => {
      const head = heads.get(session.sessionId)
      const kind = kindOf(session)
      if (!head || !kind || session.isLive || session.cars.length === 0) return []
      return {
        sessionId: head.id,
        trackId: head.trackId,
        trackName: head.trackName,
        sessionType: head.sessionType,
        raceKind: session.role === 'sprint' ? ('sprint' as const) : null,
        drivenAt: head.sessionStartTime,
        season: { id, name },
        kind,
        cars: present(session, kind),
      }
    })
}

/** Returns what answers say of a session, without its cars. */
export function presentDrivenSession(session: DrivenSession): DrivenSession {
  const { sessionId, trackId, trackName, sessionType, raceKind, drivenAt, season } = session
  return { sessionId, trackId, trackName, sessionType, raceKind, drivenAt, season }
}

/** Returns the sessions of seasons, each once. */
export async function listDistinctSessions(
  db: Db,
  views: readonly SeasonView[],
): Promise<SessionWithCars[]> {
  const sessions = views.flatMap(listSeasonSessions)
  return distinct(sessions, await readGroups(db, sessions))
}

/** Returns each session once, also if several users have recorded it. */
function distinct<Session extends SessionWithCars>(
  sessions: readonly Session[],
  groups: ReadonlyMap<string, string>,
): Session[] {
  const known = new Set<string>()
  return sessions.filter(({ sessionId }) => {
    const group = groups.get(sessionId) ?? sessionId
    if (known.has(group)) return false
    known.add(group)
    return true
  })
}

/** The newest come first. */
export function newestOf<Session extends SessionWithCars>(sessions: readonly Session[]): Session[] {
  return sessions
    .toSorted(
      (a, b) =>
        Date.parse(b.drivenAt) - Date.parse(a.drivenAt) || (a.sessionId < b.sessionId ? 1 : -1),
    )
    .slice(0, SHARED_SESSIONS_MAX)
}

/** Reads which of the sessions are recordings of one. */
async function readGroups(
  db: Db,
  sessions: readonly SessionWithCars[],
): Promise<Map<string, string>> {
  const ids = sessions.map(({ sessionId }) => sessionId)
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('session')
    .select(['id', 'group_id'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('group_id', 'is not', null)
    .execute()
  return new Map(rows.map(({ id, group_id: groupId }) => [id, groupId ?? id]))
}

function kindOf({ role }: SessionInput): Kind | null {
  if (role === 'practice') return null
  return role === 'race' || role === 'sprint' ? 'race' : 'qualifying'
}

function createPresentCars({ aliases, claims, adjustments }: SeasonInput) {
  const resolveName = createResolveName(aliases)
  const users = new Map(claims.map(({ name, userId }) => [resolveName(name), userId]))
  return (session: SessionInput, kind: Kind): DrivenCar[] => {
    const identify = createDriverIdentifier(session, resolveName)
    const effects = adjustments
      .filter(({ sessionId }) => sessionId === session.sessionId)
      .map(adjustmentEffect)
    const addedTo = ({ driverIdx }: CarResult) =>
      effects
        .map((one) => (one.target === 'car' && one.driverIdx === driverIdx ? one.addedMs : 0))
        .reduce((sum, ms) => sum + ms, 0)
    return classify(session, adjustments)
      .filter(({ car }) => car.resultStatus > ResultStatus.Inactive)
      .map(({ car, position, resultStatus, isClassified }) => {
        const { name, isHidden } = identify(car)
        return {
          ...presentCar(car, kind, addedTo(car)),
          // The organiser has named the driver of a car that the game may have driven to the end.
          isHuman: car.isHuman || (session.driverNames[car.driverIdx] ?? null) !== null,
          name: isHidden ? null : name,
          userId: isHidden ? null : (users.get(name) ?? null),
          position: isClassified ? position : null,
          resultStatus,
          isClassified,
        }
      })
  }
}

function presentCar(car: CarResult, kind: Kind, addedMs: number) {
  const { driverIdx, isHuman, totalRaceTimeMs, totalPenaltiesSeconds, bestLapTimeMs } = car
  const raceMs =
    totalRaceTimeMs === null ? null : totalRaceTimeMs + totalPenaltiesSeconds * 1000 + addedMs
  const timeMs = kind === 'race' ? raceMs : bestLapTimeMs
  return { driverIdx, isHuman, timeMs, laps: car.numberOfLaps, bestLapTimeMs }
}

/** Reads the sessions that a user recorded to the end and drove in. */
async function readRecorded(db: Db, userId: string): Promise<DriverSession[]> {
  const types = [...RACE_TYPES, ...QUALIFYING_TYPES]
  const asked = { userId, types, atMost: SHARED_SESSIONS_MAX }
  const rows = await selectDrivenSessions(db, asked).execute()
  const results = await readResults(
    db,
    rows.map(({ id }) => id),
  )
  return rows.flatMap((row) => {
    const kind = sessionKind(row.session_type) === 'race' ? 'race' : 'qualifying'
    const result = results.get(row.id)
    const cars = result ? presentRecorded(result, kind, userId) : []
    const own = cars.find(({ driverIdx }) => driverIdx === result?.recorderDriverIdx)
    if (!own) return []
    return {
      ...describeDriven(row),
      season: null,
      kind,
      cars,
      own,
    }
  })
}

function presentRecorded(
  { cars, recorderDriverIdx }: SessionResult,
  kind: Kind,
  userId: string,
): DrivenCar[] {
  const names = Map.groupBy(cars, ({ name }) => name.trim())
  return cars
    .filter(({ resultStatus }) => resultStatus > ResultStatus.Inactive)
    .map((car) => {
      const name = car.name.trim()
      const isKnown = !car.isHidden && names.get(name)?.length === 1
      const isClassified = resultCode(car.resultStatus) === null
      return {
        ...presentCar(car, kind, 0),
        name: isKnown ? name : null,
        userId: car.driverIdx === recorderDriverIdx ? userId : null,
        position: isClassified ? car.position : null,
        resultStatus: car.resultStatus,
        isClassified: isClassified && car.position !== null,
      }
    })
}

/** Reads the listed seasons in which the user is known as a driver, the newest first. */
async function readListedSeasons(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('season_claim')
    .innerJoin('season', 'season.id', 'season_claim.season_id')
    .select('season.id')
    .where('season_claim.user_id', '=', userId)
    .where('season_claim.status', '=', 'approved')
    .where('season.visibility', '=', 'listed')
    .where('season.deleted_at', 'is', null)
    .orderBy('season_claim.created_at', 'desc')
    .orderBy('season_claim.id')
    .limit(CLAIMS_MAX)
    .execute()
  return rows.map(({ id }) => id)
}
