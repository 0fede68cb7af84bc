import { stewards } from '@pitboard/contract/stewards/steward-case'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { route } from '../../accounts/access/route.ts'
import type { AppContext } from '../../context.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { setVersionTag } from '../../platform/http/etags.ts'
import type { RateLimit } from '../../platform/limits/rate-limits.ts'
import { type Caller, readChangeRequest } from '../history/versioned-update.ts'
import { readApprovedClaims } from '../seasons/roster/driver-users.ts'
import { ownedSeasons, type SeasonRecord } from '../seasons/store/queries.ts'
import type { SeasonViews } from '../seasons/view/season-views.ts'
import { namesOfUser } from './case-cars.ts'
import { previewDecision, publishDecision, revokeDecision } from './decide.ts'
import { describeCases, type FoundCase, getCase, getJudgedCase, isSteward } from './find-case.ts'
import { listPendingCases } from './pending-cases.ts'
import { presentCases } from './read-cases.ts'
import { reportIncident } from './report-incident.ts'
import { addComment, addProposal, readRoom, vote } from './room.ts'
import { readSeasonDecisions } from './season-decisions.ts'
import { addStatement } from './statements.ts'
import { readRules, setRules } from './steward-rules.ts'
import { updatePenalty } from './update-penalty.ts'

/** A caller may make `burst` calls at once, then `calls` in `seconds`. */
const LIMITS = {
  reports: { name: 'reports of a user', calls: 60, seconds: 3600, burst: 20 },
  texts: { name: 'texts on cases of a user', calls: 240, seconds: 3600, burst: 40 },
  previews: { name: 'previews of decisions of a user', calls: 60, seconds: 60, burst: 60 },
} as const satisfies Record<string, RateLimit>

/** Registers reports of incidents, the stewards' room and decisions. */
export function registerStewards(
  app: FastifyInstance,
  context: AppContext,
  views: SeasonViews,
): void {
  const { db, now, rateLimits } = context

  async function checkRate(limit: RateLimit, { userId }: Caller): Promise<void> {
    const waitSeconds = await rateLimits.take({ limit, key: userId })
    if (waitSeconds === 0) return
    const headers = { 'retry-after': String(Math.ceil(waitSeconds)) }
    throw new ApiError(429, 'Too many of these in a short time. Wait a while.', { headers })
  }

  async function present(season: SeasonRecord, found: readonly FoundCase[], caller: Caller) {
    return presentCases(db, found, { caller, rules: await readRules(db, season.id), now: now() })
  }

  async function sendCase(
    season: SeasonRecord,
    caseId: string,
    { user, reply }: { user: Caller; reply: Parameters<typeof setVersionTag>[0] },
  ) {
    const [shown] = await present(season, [await getCase(db, season, caseId, user)], user)
    if (!shown) throw new ApiError(404, `There is no case ${caseId} in this season.`)
    setVersionTag(reply, shown)
    return shown
  }

  async function sendDecisions(seasonId: string, user: Caller | null) {
    const record = await ownedSeasons.getVisible(db, seasonId, user)
    const { season } = await views.get(seasonId, user)
    return readSeasonDecisions(db, { record, season }, now())
  }

  route(app, stewards.decisions, async ({ user, params: { seasonId } }) =>
    sendDecisions(seasonId, user),
  )

  route(app, stewards.setRules, async ({ user, params: { seasonId }, body, request, reply }) => {
    await ownedSeasons.getAllowed(db, seasonId, user, 'manageSeasons')
    await setRules(context, seasonId, readChangeRequest(user, request), body)
    setVersionTag(reply, await ownedSeasons.getVisible(db, seasonId, user))
    return sendDecisions(seasonId, user)
  })

  route(app, stewards.updatePenalty, async ({ user, params, body, request, reply }) => {
    const { seasonId } = params
    await ownedSeasons.getAllowed(db, seasonId, user, 'editAdjustments')
    await updatePenalty(context, params, readChangeRequest(user, request), body.state)
    setVersionTag(reply, await ownedSeasons.getVisible(db, seasonId, user))
    return sendDecisions(seasonId, user)
  })

  route(app, stewards.pending, async ({ user }) => listPendingCases(context, user))

  route(app, stewards.cases, async ({ user, params: { seasonId }, list }) => {
    const season = await ownedSeasons.getVisible(db, seasonId, user)
    const names = isSteward(season, user) ? null : await readOwnNames(season, user)
    const cases = db
      .selectFrom('steward_case')
      .where('season_id', '=', seasonId)
      .$if(names !== null, (query) => query.where(isPartyOf(user.userId, names ?? [])))
    list.describe({ total: await countRows(cases) })
    const rows = await cases
      .selectAll()
      .orderBy('number', 'desc')
      .limit(list.pageSize)
      .offset((list.page - 1) * list.pageSize)
      .execute()
    return present(season, await describeCases(db, season, rows, user), user)
  })

  async function readOwnNames({ id, aliases }: SeasonRecord, { userId }: Caller) {
    return namesOfUser({ aliases, claims: await readApprovedClaims(db, id) }, userId)
  }

  route(app, stewards.report, async ({ user, params: { seasonId }, body, reply }) => {
    const season = await ownedSeasons.getVisible(db, seasonId, user)
    await checkRate(LIMITS.reports, user)
    const { input } = await views.get(seasonId, user)
    const caseId = await reportIncident(context, { seasonId, input }, user, body)
    return sendCase(season, caseId, { user, reply })
  })

  route(app, stewards.case, async ({ user, params: { seasonId, caseId }, reply }) => {
    const season = await ownedSeasons.getVisible(db, seasonId, user)
    return sendCase(season, caseId, { user, reply })
  })

  route(app, stewards.state, async ({ user, params: { seasonId, caseId }, body, reply }) => {
    const season = await ownedSeasons.getVisible(db, seasonId, user)
    await getCase(db, season, caseId, user)
    await checkRate(LIMITS.texts, user)
    await addStatement(context, { season, caseId }, user, body)
    return sendCase(season, caseId, { user, reply })
  })

  /** The room of a case is changed by who judges it, and read as it is then. */
  async function changeRoom(
    { seasonId, caseId }: { readonly seasonId: string; readonly caseId: string },
    user: Caller,
    change: (caseId: string) => Promise<void>,
  ) {
    const season = await ownedSeasons.getVisible(db, seasonId, user)
    await getJudgedCase(db, season, caseId, user)
    await checkRate(LIMITS.texts, user)
    await change(caseId)
    return readRoom(db, caseId, user)
  }

  route(app, stewards.room, async ({ user, params: { seasonId, caseId } }) => {
    const season = await ownedSeasons.getVisible(db, seasonId, user)
    await getJudgedCase(db, season, caseId, user)
    return readRoom(db, caseId, user)
  })

  route(app, stewards.comment, ({ user, params, body }) =>
    changeRoom(params, user, (caseId) => addComment(context, caseId, user, body.text)),
  )

  route(app, stewards.propose, ({ user, params, body }) =>
    changeRoom(params, user, (caseId) => addProposal(context, caseId, user, body)),
  )

  route(app, stewards.vote, ({ user, params, body }) =>
    changeRoom(params, user, (caseId) => vote(db, caseId, user, body.proposalId)),
  )

  route(app, stewards.preview, async ({ user, params: { seasonId, caseId }, body }) => {
    const season = await ownedSeasons.getVisible(db, seasonId, user)
    const found = await getJudgedCase(db, season, caseId, user)
    await checkRate(LIMITS.previews, user)
    const { input } = await views.get(seasonId, user)
    return previewDecision(db, found, input, body.penalties)
  })

  route(app, stewards.decide, async ({ user, params, body: draft, request, reply }) => {
    const season = await ownedSeasons.getVisible(db, params.seasonId, user)
    await getJudgedCase(db, season, params.caseId, user)
    const { input } = await views.get(params.seasonId, user)
    await publishDecision(context, params, readChangeRequest(user, request), { input, draft })
    return sendCase(season, params.caseId, { user, reply })
  })

  route(app, stewards.revoke, async ({ user, params, body, request, reply }) => {
    const season = await ownedSeasons.getVisible(db, params.seasonId, user)
    await getJudgedCase(db, season, params.caseId, user)
    await revokeDecision(context, params, readChangeRequest(user, request), body.reason)
    return sendCase(season, params.caseId, { user, reply })
  })
}

function isPartyOf(userId: string, names: readonly string[]) {
  return sql<boolean>`(reporter_id = ${userId} or exists (
    select from steward_case_car car where car.case_id = steward_case.id
      and (user_id = ${userId} or (user_id is null and name = any(${names}::text[])))))`
}
