import type { PendingCase } from '@pitboard/contract/stewards/steward-case'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { Caller } from '../history/versioned-update.ts'
import { ownedSeasons } from '../seasons/store/queries.ts'
import { describeCases } from './find-case.ts'
import { isWaitingForResponse, readStatements } from './read-cases.ts'

/** The list has the newest cases that may concern the user. */
const CASES_MAX = 100

/** Lists cases that wait for the user, newest first. */
export async function listPendingCases(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  caller: Caller,
): Promise<PendingCase[]> {
  const { userId } = caller
  const rows = await db
    .selectFrom('steward_case')
    .selectAll()
    .where('state', '<>', 'decided')
    .where(
      sql<boolean>`(
        exists (select from steward_case_car car where case_id = steward_case.id
          and user_id = ${userId})
        or season_id in (select season_id from season_claim
          where user_id = ${userId} and status = 'approved')
        or season_id in (select id from season where owner_id = ${userId})
        or season_id in (select season_id from league_season
          join league_member using (league_id)
          where user_id = ${userId} and role in ('admin', 'steward')
            and (season_ids is null or season_id = any(season_ids))))`,
    )
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(CASES_MAX)
    .execute()
  const pending: PendingCase[] = []
  const bySeason = Map.groupBy(rows, ({ season_id }) => season_id)
  for (const [seasonId, own] of bySeason) {
    const season = await ownedSeasons.find(db, seasonId)
    if (!season || !ownedSeasons.maySee(season, caller)) continue
    const statements = await readStatements(
      db,
      own.map(({ id }) => id),
    )
    for (const found of await describeCases(db, season, own, caller)) {
      const { row, isReported, mayJudge } = found
      const made = statements.get(row.id) ?? []
      const isWaiting = row.state === 'open' && isWaitingForResponse(found, made, now())
      const hasResponded = made.some((one) => one.kind === 'response' && one.userId === userId)
      const mayRespond = isReported && !hasResponded && row.state === 'open' && isWaiting
      if (!mayRespond && !(mayJudge && !isWaiting)) continue
      pending.push({
        caseId: row.id,
        number: row.number,
        seasonId,
        seasonName: season.name,
        need: mayRespond ? 'respond' : 'judge',
        until: mayRespond ? row.respond_until.toISOString() : null,
      })
    }
  }
  return pending
}
