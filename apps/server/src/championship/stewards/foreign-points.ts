import { DEFAULT_RULES } from '@pitboard/contract/stewards/steward-rules'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/tables.ts'
import { isNameHidden } from '../../racing/sessions/store/session-document.ts'
import { createResolveName } from '../standings/identify-drivers.ts'
import { penaltyTimes } from './imposed-penalties.ts'

/** A driver was given these licence points in another season of the league. */
export interface ForeignPoints {
  /** It is the name in the standings of that season. */
  readonly name: string
  /** It is null if nobody is known to be the driver. */
  readonly userId: string | null
  readonly amount: number
  readonly publishedAt: string
}

interface Scope {
  readonly seasonId: string
  readonly leagueIds: readonly string[]
}

/** Reads points of decisions that apply, also in other seasons whose licence is that of the league. */
export async function readForeignPoints(db: Db, scope: Scope): Promise<ForeignPoints[]> {
  const seasons = await readSeasons(db, scope)
  if (seasons.size === 0) return []
  const decisions = await db
    .selectFrom('steward_decision')
    .select(['season_id', 'case_id', 'penalties', 'penalty_events', 'published_at'])
    .where('season_id', '=', sql<string>`any(${[...seasons.keys()]}::uuid[])`)
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`penalties @> '[{"kind": "licencePoints"}]'::jsonb`)
    .orderBy('published_at')
    .execute()
  if (decisions.length === 0) return []
  const cars = await db
    .selectFrom('steward_case_car')
    .selectAll()
    .where('case_id', '=', sql<string>`any(${decisions.map((one) => one.case_id)}::uuid[])`)
    .execute()
  const findUser = await readUsers(db, seasons)
  return decisions.flatMap(({ season_id: seasonId, case_id: caseId, penalties, ...row }) =>
    penalties.flatMap(({ kind, driverIdx, amount, suspendedRounds }, place) => {
      const car = cars.find((one) => one.case_id === caseId && one.driver_idx === driverIdx)
      const { activatedAt } = penaltyTimes(row.penalty_events, place)
      const isSuspended = suspendedRounds !== undefined && activatedAt === null
      if (kind !== 'licencePoints' || amount === null || !car || isSuspended) return []
      const name = seasons.get(seasonId)?.(car.name) ?? car.name
      const userId = car.user_id ?? findUser(seasonId, name)
      // Drivers who hide their names have one name in all seasons.
      if (userId === null && isNameHidden({ name, isHuman: true })) return []
      return { name, userId, amount, publishedAt: (activatedAt ?? row.published_at).toISOString() }
    }),
  )
}

/** Returns how names are resolved, by season. */
async function readSeasons(db: Db, { seasonId, leagueIds }: Scope) {
  const rows = await db
    .selectFrom('season')
    .leftJoin('steward_rules', 'steward_rules.season_id', 'season.id')
    .select(['season.id', 'aliases', 'rules'])
    .where('season.id', '<>', seasonId)
    .where('deleted_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('league_season')
          .select('league_season.season_id')
          .whereRef('league_season.season_id', '=', 'season.id')
          .where('league_id', '=', sql<string>`any(${leagueIds}::uuid[])`),
      ),
    )
    .execute()
  const ofLeague = rows.filter(
    ({ rules }) => ({ ...DEFAULT_RULES, ...rules }).licenceScope === 'league',
  )
  return new Map(ofLeague.map(({ id, aliases }) => [id, createResolveName(aliases)]))
}

/** Reads users by approved claims of names. */
async function readUsers(db: Db, seasons: Awaited<ReturnType<typeof readSeasons>>) {
  const claims = await db
    .selectFrom('season_claim')
    .select(['season_id', 'name', 'user_id'])
    .where('season_id', '=', sql<string>`any(${[...seasons.keys()]}::uuid[])`)
    .where('status', '=', 'approved')
    .execute()
  const users = new Map(
    claims.map(({ season_id: id, name, user_id: userId }) => [
      `${id} ${seasons.get(id)?.(name) ?? name}`,
      userId,
    ]),
  )
  return (seasonId: string, name: string) => users.get(`${seasonId} ${name}`) ?? null
}
