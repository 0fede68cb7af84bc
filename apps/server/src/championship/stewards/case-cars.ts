import { sql } from 'kysely'
import type { Db } from '../../platform/db/tables.ts'
import { readRecordedSession } from '../../racing/sessions/store/session-document.ts'
import { createDriverIdentifier, createResolveName } from '../standings/identify-drivers.ts'
import type { SeasonInput } from '../standings/input.ts'

export interface SessionCar {
  readonly driverIdx: number
  /** It is the name in the standings. */
  readonly name: string
  /** It is the user with an approved claim of the name, else the one who recorded the session in this car. */
  readonly userId: string | null
}

/** Returns an empty list for a session that is not in the season or has no result yet. */
export async function findSessionCars(
  db: Db,
  { events, aliases, claims }: SeasonInput,
  sessionId: string,
): Promise<SessionCar[]> {
  const session = events
    .flatMap(({ sessions }) => sessions)
    .find((one) => one.sessionId === sessionId)
  if (!session) return []
  const resolveName = createResolveName(aliases)
  const identify = createDriverIdentifier(session, resolveName)
  const users = new Map(claims.map(({ name, userId }) => [resolveName(name), userId]))
  const recorders = await readRecorders(db, sessionId)
  return session.cars.map((car) => {
    const { name, isHidden } = identify(car)
    const claimed = isHidden ? undefined : users.get(name)
    return {
      driverIdx: car.driverIdx,
      name,
      userId: claimed ?? recorders.get(car.driverIdx) ?? null,
    }
  })
}

const RECORDINGS_MAX = 30

/** Returns the user who recorded the session from each car, including its other recordings. */
async function readRecorders(db: Db, sessionId: string): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('session')
    .select(['user_id', 'detail'])
    .where('detail', 'is not', null)
    .where('origin', 'is', null)
    .where(
      sql<boolean>`(id = ${sessionId} or group_id =
        (select group_id from session where id = ${sessionId} and group_id is not null))`,
    )
    .orderBy(sql`id = ${sessionId}`, 'desc')
    .orderBy('id')
    .limit(RECORDINGS_MAX)
    .execute()
  const recorders = new Map<number, string>()
  for (const { user_id: userId, detail } of rows) {
    const recorded = detail === null ? undefined : await readRecordedSession(detail)
    const driverIdx = recorded?.recorderDriverIdx ?? null
    if (driverIdx !== null && !recorders.has(driverIdx)) recorders.set(driverIdx, userId)
  }
  return recorders
}

/** Returns names that are the user's in this season, by their approved claim. */
export function namesOfUser(
  { aliases, claims }: Pick<SeasonInput, 'aliases' | 'claims'>,
  userId: string,
): string[] {
  const resolveName = createResolveName(aliases)
  const own = new Set(
    claims.flatMap((claim) => (claim.userId === userId ? [resolveName(claim.name)] : [])),
  )
  const others = aliases
    .flatMap(({ name, aliases: more }) => [name, ...more])
    .filter((name) => own.has(resolveName(name)))
  return Array.from(new Set([...own, ...others]))
}
