import type { EventFields } from '@pitboard/contract/seasons/season'
import { seasonOffers } from '@pitboard/contract/seasons/season-offer'
import { resultImports } from '@pitboard/contract/seasons/result-import'
import { seasonManagement, type WeekendLink } from '@pitboard/contract/seasons/season-management'
import type { FastifyInstance } from 'fastify'
import { route } from '../../accounts/access/route.ts'
import type { AppContext } from '../../context.ts'
import { checkInvitationRate } from '../leagues/invitation-limits.ts'
import { readHistory } from '../history/changes.ts'
import { listDeleted } from '../history/deleted-items.ts'
import { type ChangeRequest, readChangeRequest } from '../history/versioned-update.ts'
import { addAliasRoutes } from './alias-routes.ts'
import { adjust, revokeAdjustment } from './edit/adjustments.ts'
import {
  acceptSeasonOffer,
  declineSeasonOffer,
  listOwnSeasonOffers,
  offerSeason,
  readSeasonOffer,
  revokeSeasonOffer,
} from './edit/season-offers.ts'
import { addExports } from './export-routes.ts'
import { addRosterRoutes } from './roster-routes.ts'
import { ownedSeasons } from './store/queries.ts'
import { getPublished, listPublications, publish } from './store/publications.ts'
import { addTeamPictureRoutes } from './team-picture-routes.ts'
import { undoChange } from './undo/undo-change.ts'
import type { SeasonViews } from './view/season-views.ts'
import { sendSeason } from './view/send-season.ts'
import { listSeasonWork } from './view/season-work.ts'
import { setVersionTag } from '../../platform/http/etags.ts'
import { invalidField } from '../../platform/http/api-error.ts'
import { checkEventCount, getEvent, insertEvents, readNewEvent } from './edit/events.ts'
import { putSessions } from './sessions/event-sessions.ts'
import { importResults } from './sessions/import-results.ts'

export function addManagementRoutes(
  app: FastifyInstance,
  context: AppContext,
  views: SeasonViews,
): void {
  const { db } = context
  addAliasRoutes(app, context, views)
  addRosterRoutes(app, context, views)
  addTeamPictureRoutes(app, context)
  addExports(app, context, views)
  addOfferRoutes(app, context)

  route(app, seasonManagement.deleted, async ({ user, list }) => {
    const { count, deleted } = await listDeleted(db, 'season', user.userId, list)
    list.describe({ total: count })
    return deleted
  })

  route(app, seasonManagement.work, async ({ user }) => listSeasonWork(db, user))

  route(app, seasonManagement.restore, async (call) => {
    const { user, params } = call
    await ownedSeasons.restore(context, params.seasonId, { user, action: 'manageSeasons' })
    return sendSeason(views, call, params.seasonId)
  })

  route(app, seasonManagement.history, async ({ user, params: { seasonId: id }, list }) => {
    await ownedSeasons.getAllowed(db, id, user, 'viewTeam')
    return readHistory(db, { kind: 'season', id }, list)
  })

  route(app, seasonManagement.undo, async (call) => {
    const { user, params, request } = call
    await undoChange(context, params, readChangeRequest(user, request))
    return sendSeason(views, call, params.seasonId)
  })

  route(app, seasonManagement.linkWeekends, async (call) => {
    const { user, params, body, request } = call
    await linkWeekends(context, params.seasonId, readChangeRequest(user, request), body.weekends)
    return sendSeason(views, call, params.seasonId)
  })

  route(app, resultImports.create, async (call) => {
    const { user, params, body, request } = call
    await importResults(context, params.seasonId, readChangeRequest(user, request), body.results)
    return sendSeason(views, call, params.seasonId)
  })

  route(app, seasonManagement.adjust, async (call) => {
    const { user, params, body, request } = call
    const { input: season } = await views.get(params.seasonId, user)
    await adjust(context, params.seasonId, readChangeRequest(user, request), { season, body })
    return sendSeason(views, call, params.seasonId)
  })

  route(app, seasonManagement.revokeAdjustment, async (call) => {
    const { user, params, body, request } = call
    await revokeAdjustment(context, params, readChangeRequest(user, request), body.reason)
    return sendSeason(views, call, params.seasonId)
  })

  route(app, seasonManagement.publish, async (call) => {
    const { user, params, body, request } = call
    await ownedSeasons.getAllowed(db, params.seasonId, user, 'editResults')
    const { season } = await views.get(params.seasonId, user)
    // The answer is a 412 if the season has changed since the caller has seen it.
    const wanted = readChangeRequest(user, request).wanted ?? [season.version]
    await publish(
      context,
      params.seasonId,
      { user, wanted },
      { ...body, standings: season.standings },
    )
    return sendSeason(views, call, params.seasonId)
  })

  route(app, seasonManagement.publications, async ({ user, params: { seasonId: id } }) => {
    await ownedSeasons.getVisible(db, id, user)
    return listPublications(db, id)
  })

  route(app, seasonManagement.publication, async ({ user, params: { seasonId: id, version } }) => {
    await ownedSeasons.getVisible(db, id, user)
    return getPublished(db, id, version)
  })
}

/** Registers the handover of a season that is in no league. */
function addOfferRoutes(app: FastifyInstance, context: AppContext): void {
  route(app, seasonOffers.own, async ({ user }) => listOwnSeasonOffers(context, user.userId))

  route(app, seasonOffers.accept, async ({ user, params: { offerId } }) => {
    await acceptSeasonOffer(context, offerId, user)
    return null
  })

  route(app, seasonOffers.decline, async ({ user, params: { offerId } }) => {
    await declineSeasonOffer(context, offerId, user)
    return null
  })

  route(app, seasonOffers.get, async ({ user, params: { seasonId } }) => ({
    offer: await readSeasonOffer(context, seasonId, user),
  }))

  route(app, seasonOffers.create, async ({ user, params: { seasonId }, body, request, reply }) => {
    await ownedSeasons.getAllowed(context.db, seasonId, user, 'transferLeague')
    await checkInvitationRate(context, user.userId)
    const change = readChangeRequest(user, request)
    setVersionTag(reply, await offerSeason(context, seasonId, change, body.username))
    return null
  })

  route(app, seasonOffers.revoke, async ({ user, params: { seasonId }, request, reply }) => {
    const change = readChangeRequest(user, request)
    setVersionTag(reply, await revokeSeasonOffer(context, seasonId, change))
    return null
  })
}

/** Links all weekends or none; throws what `linkSessions` throws. */
async function linkWeekends(
  context: AppContext,
  seasonId: string,
  change: ChangeRequest,
  weekends: readonly WeekendLink[],
): Promise<void> {
  const target = { id: seasonId, action: 'editResults' } as const
  await ownedSeasons.change(context, target, change, async (db) => {
    const events = []
    const sessions = []
    await checkEventCount(db, seasonId, weekends.filter(({ eventId }) => !eventId).length)
    for (const [index, { eventId: known, event, sessionIds: wanted }] of weekends.entries()) {
      const eventId = known ?? context.newId()
      if (!known) {
        const added = { id: eventId, ...readWeekendEvent(event, index) }
        await insertEvents(db, seasonId, [added])
        events.push(added)
      }
      const ids = { seasonId, eventId }
      await getEvent(db, ids)
      const sessionLinks = wanted.map((sessionId) => ({ sessionId, update: {} }))
      const { links } = await putSessions(db, ids, sessionLinks)
      if (links.length > 0) sessions.push({ eventId: ids.eventId, links })
    }
    if (events.length === 0 && sessions.length === 0) return null
    return { action: 'weekendsLinked', details: { events, sessions } }
  })
}

function readWeekendEvent(event: WeekendLink['event'], index: number): EventFields {
  const path = `/weekends/${index}/event`
  if (!event) throw invalidField(path, 'is missing')
  return readNewEvent(event, path)
}
