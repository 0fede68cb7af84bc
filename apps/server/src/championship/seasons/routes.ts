import type { SessionsAdd } from '@pitboard/contract/seasons/season'
import { driverHome } from '@pitboard/contract/seasons/driver-home'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import type { FastifyInstance } from 'fastify'
import { route } from '../../accounts/access/route.ts'
import { checkUserExists } from '../../accounts/users/queries.ts'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { setVersionTag } from '../../platform/http/etags.ts'
import { createReadPage, type ListPage } from '../history/list-page.ts'
import { type Caller, readChangeRequest } from '../history/versioned-update.ts'
import { ownedLeagues } from '../leagues/queries.ts'
import { explainDriver } from '../standings/standings.ts'
import { createIsBanned, readBans } from '../stewards/bans.ts'
import { createSeason } from './create/create-season.ts'
import { updateSeason } from './edit/edit-season.ts'
import { addEvents, removeEvent, updateEvent } from './edit/events.ts'
import { addManagementRoutes } from './management-routes.ts'
import { linkSessions, previewSessions, unlinkSession } from './sessions/event-sessions.ts'
import { subscribeToSessions } from './sessions/session-events.ts'
import { countSeasons, listSeasons, listSeasonsOfLeague, ownedSeasons } from './store/queries.ts'
import { readDriverHome } from './view/driver-home.ts'
import { listSessionSeasons } from './view/list-session-seasons.ts'
import type { SeasonViews } from './view/season-views.ts'
import { readRaces } from './view/season-races.ts'
import { sendSeason, sendSeasons } from './view/send-season.ts'

export function registerSeasons(
  app: FastifyInstance,
  context: AppContext,
  views: SeasonViews,
): void {
  const { db } = context
  const everyone = { of: 'everyone' } as const
  const readPage = createReadPage(context, {
    countPublic: () => countSeasons(db, everyone),
    read: (_viewerId, page, mark) => listSeasons(db, everyone, page, mark),
  })
  subscribeToSessions(context, views.findLive)

  route(app, seasons.list, async ({ user, list, request, reply }) => {
    const { count, rows } = await readPage(null, list)
    list.describe({ total: count })
    const shown = await views.list(rows, user)
    return sendSeasons(request, reply, { seasons: shown, totalElements: count })
  })

  route(app, seasons.mine, async ({ user, list, request, reply }) => {
    const { count, rows } = await readOwnedPage(user.userId, user, list)
    list.describe({ total: count })
    const shown = await views.list(rows, user)
    return sendSeasons(request, reply, { seasons: shown, totalElements: count })
  })

  route(app, driverHome.get, async ({ user }) => readDriverHome(context, user))

  route(app, seasons.ofUser, async ({ user, params: { userId }, list, request, reply }) => {
    await checkUserExists(db, userId)
    const { count, rows } = await readOwnedPage(userId, user, list)
    list.describe({ total: count })
    return sendSeasons(request, reply, { seasons: await views.list(rows, user) })
  })

  route(app, seasons.ofLeague, async ({ user, params: { leagueId }, list, request, reply }) => {
    const { season_ids: ids } = await ownedLeagues.getVisible(db, leagueId, user)
    const rows = await listSeasonsOfLeague(db, ids, list)
    list.describe({ total: ids.length })
    return sendSeasons(request, reply, { seasons: await views.list(rows, user) })
  })

  async function readOwnedPage(ownerId: string, viewer: Caller | null, page: ListPage) {
    const owned = { of: 'user', ownerId, viewerId: viewer?.userId ?? null } as const
    const [count, rows] = await Promise.all([countSeasons(db, owned), listSeasons(db, owned, page)])
    return { count, rows }
  }

  route(app, sessions.seasons, async ({ user, params: { sessionId }, list }) => {
    const { count, seasons: found } = await listSessionSeasons(db, views, { sessionId, user }, list)
    list.describe({ total: count })
    return found
  })

  route(app, seasons.create, async (call) =>
    sendSeason(views, call, await createSeason(context, call.user, call.body)),
  )

  route(app, seasons.get, (call) => sendSeason(views, call, call.params.id))

  route(app, seasons.update, async (call) => {
    await updateSeason(context, readChangeRequest(call.user, call.request), call.body)
    return sendSeason(views, call, call.body.id.toLowerCase())
  })

  route(app, seasons.delete, async ({ user, params: { id }, request, reply }) => {
    const target = { id, action: 'manageSeasons' } as const
    const change = readChangeRequest(user, request)
    setVersionTag(reply, await ownedSeasons.delete(context, target, change))
    return null
  })

  route(app, seasons.races, async ({ user, params: { seasonId } }) =>
    readRaces(db, await views.get(seasonId, user)),
  )

  route(app, seasons.explain, async ({ user, params: { seasonId: id, driver }, query }) => {
    const explanation = explainDriver((await views.get(id, user)).input, driver, query.tier)
    if (explanation) return explanation
    throw new ApiError(404, `There is no "${driver}" in the standings of this season.`)
  })

  addEventRoutes(app, context, views)
  addManagementRoutes(app, context, views)
}

function addEventRoutes(app: FastifyInstance, context: AppContext, views: SeasonViews): void {
  route(app, seasons.addEvent, async ({ user, params, body, request, reply }) => {
    const { seasonId } = params
    const [id] = await addEvents(
      context,
      seasonId,
      readChangeRequest(user, request),
      [body],
      () => '',
    )
    const { season } = await views.get(seasonId, user)
    const event = season.events.find((each) => each.id === id)
    if (!event) throw new ApiError(409, 'The event has been removed in the meantime.')
    setVersionTag(reply, season)
    return event
  })

  route(app, seasons.addEvents, async (call) => {
    const { user, params, body, request } = call
    await addEvents(context, params.seasonId, readChangeRequest(user, request), body.events)
    return sendSeason(views, call, params.seasonId)
  })

  route(app, seasons.updateEvent, async (call) => {
    const { user, params, body, request } = call
    await updateEvent(context, params, readChangeRequest(user, request), body)
    return sendSeason(views, call, params.seasonId)
  })

  route(app, seasons.removeEvent, async ({ user, params, request, reply }) => {
    setVersionTag(reply, await removeEvent(context, params, readChangeRequest(user, request)))
    return null
  })

  for (const endpoint of [seasons.setSession, seasons.setSesssion]) {
    route(app, endpoint, async (call) => {
      const { user, params, body, request } = call
      const sessionLink = { sessionId: params.sessionId, update: body ?? {} }
      await linkSessions(context, params, readChangeRequest(user, request), [sessionLink])
      return sendSeason(views, call, params.seasonId)
    })
  }

  route(app, seasons.addSessions, async (call) => {
    const { user, params, body, request } = call
    const sessionLinks = body.sessionIds.map((sessionId, index) => {
      const names = namesFor(body, index)
      return { sessionId, update: names ? { driverNames: names } : {} }
    })
    await linkSessions(context, params, readChangeRequest(user, request), sessionLinks)
    return sendSeason(views, call, params.seasonId)
  })

  route(app, seasons.previewSessions, async ({ user, params, body }) => {
    const season = await ownedSeasons.getAllowed(context.db, params.seasonId, user, 'editResults')
    const { input } = await views.get(params.seasonId, user)
    const isBanned = createIsBanned(await readBans(context.db, season), params.eventId)
    return previewSessions(context.db, params, { input, isBanned }, body.sessionIds)
  })

  for (const endpoint of [seasons.removeSession, seasons.removeSesssion]) {
    route(app, endpoint, async ({ user, params, request, reply }) => {
      setVersionTag(reply, await unlinkSession(context, params, readChangeRequest(user, request)))
      return null
    })
  }
}

/** A single list of names applies to all sessions. */
function namesFor({ driverNames }: SessionsAdd, index: number) {
  const forAll = driverNames?.flatMap((entry) => (Array.isArray(entry) ? [] : [entry])) ?? []
  if (forAll.some((name) => name !== null)) return forAll
  const own = driverNames?.[index]
  return Array.isArray(own) ? own : null
}
