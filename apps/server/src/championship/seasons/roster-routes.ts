import { isAllowed } from '@pitboard/contract/leagues/league-roles'
import { type Roster, rosters } from '@pitboard/contract/roster/roster'
import type { FastifyInstance } from 'fastify'
import { route } from '../../accounts/access/route.ts'
import type { AppContext } from '../../context.ts'
import { setAnswerTag, setVersionTag, versionTag } from '../../platform/http/etags.ts'
import { readDriverName } from '../../platform/http/sanitize-text.ts'
import type { Db } from '../../platform/db/tables.ts'
import { type Caller, readChangeRequest } from '../history/versioned-update.ts'
import { createResolveName } from '../standings/identify-drivers.ts'
import { findNextBan, readBans } from '../stewards/bans.ts'
import { claimName, decideClaim, listClaims, withdrawClaim } from './roster/claims.ts'
import { updateRoster } from './roster/edit-roster.ts'
import { readRoster } from './roster/read-roster.ts'
import { ownedSeasons, type SeasonRecord } from './store/queries.ts'
import type { SeasonViews } from './view/season-views.ts'

/** Organisers say here which teams and drivers there are, and who they are. */
export function addRosterRoutes(
  app: FastifyInstance,
  context: AppContext,
  views: SeasonViews,
): void {
  const { db } = context

  route(app, rosters.get, async ({ user, params: { seasonId }, request, reply }) => {
    const season = await ownedSeasons.getVisible(db, seasonId, user)
    const roster = await readRosterWithBans(db, season, viewerOf(season, user))
    const tag = versionTag(roster.version, JSON.stringify(roster))
    return setAnswerTag(request, reply, tag) ? reply.send() : roster
  })

  route(app, rosters.update, async ({ user, params: { seasonId }, body, request, reply }) => {
    await ownedSeasons.getAllowed(db, seasonId, user, 'manageSeasons')
    await updateRoster(context, seasonId, readChangeRequest(user, request), body)
    const season = await ownedSeasons.getAllowed(db, seasonId, user, 'manageSeasons')
    setVersionTag(reply, season)
    return readRosterWithBans(db, season, { userId: user.userId, isOrganiser: true })
  })

  route(app, rosters.claims, async ({ user, params: { seasonId } }) => {
    const season = await ownedSeasons.getVisible(db, seasonId, user)
    const { isOrganiser } = viewerOf(season, user)
    return listClaims(db, seasonId, isOrganiser ? null : user.userId)
  })

  route(app, rosters.claim, async ({ user, params: { seasonId }, body }) => {
    const { aliases } = await ownedSeasons.getVisible(db, seasonId, user)
    const name = createResolveName(aliases)(readDriverName('/name', body.name))
    const { season, input } = await views.get(seasonId, user)
    const resolveName = createResolveName(aliases)
    const isKnown =
      season.standings.drivers.some((driver) => driver.key === name && !driver.isHidden) ||
      input.roster.some((entry) => resolveName(entry.name) === name)
    return claimName(context, seasonId, user.userId, { name, isKnown })
  })

  route(app, rosters.decideClaim, async ({ user, params, body, request }) => {
    const change = readChangeRequest(user, request)
    return decideClaim(context, params, change, body.status)
  })

  route(app, rosters.withdrawClaim, async ({ user, params }) => {
    await ownedSeasons.getVisible(db, params.seasonId, user)
    await withdrawClaim(db, params, user.userId)
    return null
  })
}

async function readRosterWithBans(
  db: Db,
  season: SeasonRecord,
  viewer: ReturnType<typeof viewerOf>,
): Promise<Roster> {
  const { drivers, ...roster } = await readRoster(db, season, viewer)
  const bans = await readBans(db, season)
  const resolveName = createResolveName(season.aliases)
  return {
    ...roster,
    drivers: drivers.map((driver) => {
      const ban = findNextBan(bans, resolveName(driver.name))
      return { ...driver, ...(ban && { ban }) }
    }),
  }
}

function viewerOf(season: SeasonRecord, caller: Caller | null) {
  const userId = caller?.userId ?? null
  const roles = ownedSeasons.rolesOf(season, caller)
  return { userId, isOrganiser: isAllowed(roles, 'manageSeasons') }
}
