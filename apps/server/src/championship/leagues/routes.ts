import { leagues } from '@pitboard/contract/leagues/league'
import type { FastifyInstance } from 'fastify'
import { route } from '../../accounts/access/route.ts'
import { checkUserExists } from '../../accounts/users/queries.ts'
import type { AppContext } from '../../context.ts'
import { comparingNames } from '../../platform/db/name-match.ts'
import { setAttachmentHeader } from '../../platform/http/headers.ts'
import { networkOf } from '../../platform/limits/networks.ts'
import { setAnswerTag, setVersionTag, versionTag } from '../../platform/http/etags.ts'
import { readHistory } from '../history/changes.ts'
import { listDeleted } from '../history/deleted-items.ts'
import { createReadPage, type ListPage } from '../history/list-page.ts'
import { readChangeRequest } from '../history/versioned-update.ts'
import { ownedLeagues } from './queries.ts'
import { createLeague, updateLeague } from './edit-league.ts'
import { addSeason, removeSeason } from './league-seasons.ts'
import { addMemberRoutes } from './member-routes.ts'
import { addPictureRoutes } from './picture-routes.ts'
import { openUploadedPictures } from '../pictures/uploaded-pictures.ts'
import {
  countLeagues,
  listLeagues,
  listPrivateIds,
  presentLeague,
  readVisible,
  searchLeagues,
} from './queries.ts'
import { undoLeagueChange } from './undo-change.ts'

export function registerLeagues(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  const pictures = openUploadedPictures(context)
  const readPage = createReadPage(context, {
    countPublic: () => countLeagues(db, { viewerId: null, ownerId: null }),
    read: (viewerId, page, mark) => listLeagues(db, { viewerId, ownerId: null }, page, mark),
    readPrivateIds: (viewerId) => listPrivateIds(db, viewerId),
  })
  addPictureRoutes(app, context, pictures)
  addMemberRoutes(app, context)

  route(app, leagues.list, async ({ user, query: { search }, list }) => {
    const { page, pageSize } = list
    const viewerId = user?.userId ?? null
    if (search !== undefined && search.trim() !== '') {
      const found = await comparingNames(db, (transaction) =>
        searchLeagues(transaction, search, viewerId),
      )
      list.describe({ total: found.length })
      const ids = found.slice((page - 1) * pageSize, page * pageSize)
      const shown = await readVisible(db, ids, viewerId)
      return { count: found.length, leagues: shown.map(presentLeague) }
    }
    const { count, rows } = await readPage(viewerId, list)
    list.describe({ total: count })
    return { count, leagues: rows.map(presentLeague) }
  })

  route(app, leagues.create, async ({ user, body, request, reply }) => {
    const league = await createLeague(
      context,
      pictures,
      { ...user, network: networkOf(request.ip) },
      body,
    )
    setVersionTag(reply, league)
    return presentLeague(league)
  })

  route(app, leagues.get, async ({ user, params: { leagueId }, request, reply }) => {
    const league = presentLeague(await ownedLeagues.getVisible(db, leagueId, user))
    const tag = versionTag(league.version, JSON.stringify(league))
    return setAnswerTag(request, reply, tag) ? reply.send() : league
  })

  route(app, leagues.update, async ({ user, params: { leagueId }, body, request, reply }) => {
    const league = await updateLeague(context, leagueId, readChangeRequest(user, request), body)
    setVersionTag(reply, league)
    setAttachmentHeader(reply, league.name, 'json')
    return presentLeague(league)
  })

  route(app, leagues.delete, async ({ user, params: { leagueId }, request, reply }) => {
    const league = await ownedLeagues.delete(
      context,
      { id: leagueId, action: 'deleteLeague' },
      readChangeRequest(user, request),
    )
    setVersionTag(reply, league)
    setAttachmentHeader(reply, league.name, 'json')
    return presentLeague(league)
  })

  route(app, leagues.restore, async ({ user, params: { leagueId }, reply }) => {
    const league = await ownedLeagues.restore(context, leagueId, { user, action: 'deleteLeague' })
    setVersionTag(reply, league)
    return presentLeague(league)
  })

  route(app, leagues.deleted, async ({ user, list }) => {
    const { count, deleted } = await listDeleted(db, 'league', user.userId, list)
    list.describe({ total: count })
    return deleted
  })

  route(app, leagues.history, async ({ user, params: { leagueId }, list }) => {
    await ownedLeagues.getAllowed(db, leagueId, user, 'viewTeam')
    return readHistory(db, { kind: 'league', id: leagueId }, list)
  })

  route(app, leagues.undo, async ({ user, params, request, reply }) => {
    const league = await undoLeagueChange(context, params, readChangeRequest(user, request))
    setVersionTag(reply, league)
    return presentLeague(league)
  })

  route(app, leagues.addSeason, async ({ user, params, request, reply }) => {
    setVersionTag(reply, await addSeason(context, params, readChangeRequest(user, request)))
    return null
  })

  route(app, leagues.removeSeason, async ({ user, params, request, reply }) => {
    setVersionTag(reply, await removeSeason(context, params, readChangeRequest(user, request)))
    return null
  })

  const readOwnedPage = async (ownerId: string, viewerId: string | null, page: ListPage) => {
    await checkUserExists(db, ownerId)
    const owned = { viewerId, ownerId }
    const [count, rows] = await Promise.all([countLeagues(db, owned), listLeagues(db, owned, page)])
    return { count, leagues: rows.map(presentLeague) }
  }

  route(app, leagues.ofUser, async ({ user, params: { userId }, list }) => {
    const found = await readOwnedPage(userId, user?.userId ?? null, list)
    list.describe({ total: found.count })
    return found.leagues
  })

  route(app, leagues.pageOfUser, async ({ user, params: { userId }, list }) => {
    const found = await readOwnedPage(userId, user?.userId ?? null, list)
    list.describe({ total: found.count })
    return found
  })
}
