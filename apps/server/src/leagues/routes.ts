import type { FastifyInstance } from 'fastify'
import { leagues } from '@pitboard/contract/league'
import { networkOf } from '../auth/http/rate-limits.ts'
import type { AppContext } from '../context.ts'
import { changing } from '../history/change-owned.ts'
import { listChanges } from '../history/changes.ts'
import { listDeleted } from '../history/deleted.ts'
import { ApiError } from '../errors.ts'
import type { ListPage } from '../history/listed.ts'
import { describePage } from '../http/list-headers.ts'
import { findUser } from '../users/queries.ts'
import { asFile } from '../http/as-file.ts'
import { tagAnswer, tagVersion, versionTag } from '../http/versions.ts'
import { route } from '../route.ts'
import { comparingNames } from '../search/name-match.ts'
import { restoreLeague } from './change-league.ts'
import { createLeague } from './create-league.ts'
import { deleteLeague, updateLeague } from './edit-league.ts'
import { openLeaguePictures } from './pictures.ts'
import { addPictureRoutes } from './picture-routes.ts'
import { getOwnLeague, getVisibleLeague } from './policy.ts'
import { countLeagues, listLeagues, presentLeague, readVisible } from './queries.ts'
import { createReadList } from './read-list.ts'
import { searchLeagues } from './search.ts'
import { addSeason, removeSeason } from './seasons-of-league.ts'
import { undoLeagueChange } from './undo-change.ts'

const PAGE_SIZE = 20
/** Of lists whose body the specification fixes without pages. */
const ARRAY_SIZE = 100

export function registerLeagues(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  const pictures = openLeaguePictures(context)
  const readList = createReadList(context)
  addPictureRoutes(app, context, pictures)

  route(app, leagues.list, async ({ user, query: { page = 1, pageSize = PAGE_SIZE, search } }) => {
    const viewerId = user?.userId ?? null
    if (search !== undefined && search.trim() !== '') {
      const found = await comparingNames(db, (transaction) =>
        searchLeagues(transaction, search, viewerId),
      )
      const ids = found.slice((page - 1) * pageSize, page * pageSize)
      const shown = await readVisible(db, ids, viewerId)
      return { count: found.length, leagues: shown.map(presentLeague) }
    }
    const { count, rows } = await readList(viewerId, { page, pageSize })
    return { count, leagues: rows.map(presentLeague) }
  })

  route(app, leagues.create, async ({ user, body, request, reply }) => {
    const league = await createLeague(
      context,
      pictures,
      { ...user, network: networkOf(request.ip) },
      body,
    )
    tagVersion(reply, league)
    return presentLeague(league)
  })

  route(app, leagues.get, async ({ user, params: { leagueId }, request, reply }) => {
    const league = presentLeague(await getVisibleLeague(db, leagueId, user))
    const tag = versionTag(league.version, JSON.stringify(league))
    return tagAnswer(request, reply, tag) ? reply.send() : league
  })

  route(app, leagues.update, async ({ user, params: { leagueId }, body, request, reply }) => {
    const league = await updateLeague(context, leagueId, changing(user, request), body)
    tagVersion(reply, league)
    asFile(reply, league.name, 'json')
    return presentLeague(league)
  })

  route(app, leagues.delete, async ({ user, params: { leagueId }, request, reply }) => {
    const league = await deleteLeague(context, leagueId, changing(user, request))
    tagVersion(reply, league)
    asFile(reply, league.name, 'json')
    return presentLeague(league)
  })

  route(app, leagues.restore, async ({ user, params: { leagueId }, reply }) => {
    const league = await restoreLeague(context, leagueId, user)
    tagVersion(reply, league)
    return presentLeague(league)
  })

  route(app, leagues.deleted, async ({ user }) => listDeleted(db, 'league', user.userId))

  route(app, leagues.history, async ({ user, params: { leagueId }, query }) => {
    await getOwnLeague(db, leagueId, user)
    return listChanges(db, { kind: 'league', id: leagueId }, query)
  })

  route(app, leagues.undo, async ({ user, params, request, reply }) => {
    const league = await undoLeagueChange(context, params, changing(user, request))
    tagVersion(reply, league)
    return presentLeague(league)
  })

  route(app, leagues.addSeason, async ({ user, params, request, reply }) => {
    tagVersion(reply, await addSeason(context, params, changing(user, request)))
    return null
  })

  route(app, leagues.removeSeason, async ({ user, params, request, reply }) => {
    tagVersion(reply, await removeSeason(context, params, changing(user, request)))
    return null
  })

  const readOfUser = async (ownerId: string, viewerId: string | null, page: ListPage) => {
    if (!(await findUser(db, ownerId))) throw new ApiError(404, `There is no user ${ownerId}.`)
    const list = { viewerId, ownerId }
    const [count, rows] = await Promise.all([countLeagues(db, list), listLeagues(db, list, page)])
    return { count, leagues: rows.map(presentLeague) }
  }

  route(app, leagues.ofUser, async ({ user, params: { userId }, query, request, reply }) => {
    const { page = 1, pageSize = ARRAY_SIZE } = query
    const found = await readOfUser(userId, user?.userId ?? null, { page, pageSize })
    describePage(request, reply, { page, pageSize, total: found.count })
    return found.leagues
  })

  route(app, leagues.pageOfUser, async ({ user, params: { userId }, query, request, reply }) => {
    const { page = 1, pageSize = PAGE_SIZE } = query
    const found = await readOfUser(userId, user?.userId ?? null, { page, pageSize })
    describePage(request, reply, { page, pageSize, total: found.count })
    return found
  })
}
