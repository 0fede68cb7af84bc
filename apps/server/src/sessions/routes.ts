import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sessions } from '@pitboard/contract/session-endpoints'
import type { AppContext } from '../context.ts'
import { ApiError } from '../errors.ts'
import { describePage } from '../http/list-headers.ts'
import { knownEtags } from '../http/negotiation.ts'
import { removeReplays } from '../replays/stored-replays.ts'
import { route } from '../route.ts'
import { findUser } from '../users/queries.ts'
import { deleteOwnSession } from './delete-session.ts'
import { addFileRoutes } from './file-routes.ts'
import { listFiltered } from './filtered.ts'
import { listRecordings, listWeekend, listWeekendOf } from './lists.ts'
import { createReadList, PAGE_SIZE } from './read-list.ts'
import { findDetail } from './queries.ts'
import { sendDetail } from './send-detail.ts'
import { toSummary } from './summary.ts'
import { addTypedRoutes } from './typed-routes.ts'

export function registerSessions(app: FastifyInstance, context: AppContext): void {
  const { db, config } = context
  addFileRoutes(app, context)
  addTypedRoutes(app, context)

  const readList = createReadList(context)

  route(app, sessions.list, async ({ query }) => readList({}, query))

  route(app, sessions.get, async ({ params: { id }, request, reply }) => {
    const found = await findDetail(db, id, knownEtags(request))
    if (!found) throw new ApiError(404, `There is no recorded session ${id}.`)
    return sendDetail(request, reply, found)
  })

  route(app, sessions.recordings, async ({ params: { id } }) => {
    const rows = await listRecordings(db, id)
    if (rows.length === 0) throw new ApiError(404, `There is no recording of the session ${id}.`)
    return rows.map(toSummary)
  })

  route(app, sessions.delete, async ({ user, params: { id }, query, request }) => {
    const ifMatch = request.headers['if-match'] ?? null
    await deleteOwnSession(context, id, { user, force: query.force ?? false, ifMatch })
    await removeReplays(join(config.dataDir, 'replays'), id)
    return null
  })

  route(app, sessions.mine, async ({ user: { userId }, query }) => readList({ userId }, query))

  route(app, sessions.currentUser, async ({ user: { userId }, query }) => {
    const { TrackIds: trackIds = [], SessionTypes: sessionTypes = [] } = query
    const list = await readList({ userId, trackIds, sessionTypes }, query)
    return { totalElements: list.count, sessions: list.sessions }
  })

  route(app, sessions.ofUser, async ({ params: { id: userId }, query }) => {
    if (!(await findUser(db, userId))) throw new ApiError(404, `There is no user ${userId}.`)
    return readList({ userId }, query)
  })

  route(app, sessions.weekendOf, async ({ params: { sessionId } }) => {
    const rows = await listWeekendOf(db, sessionId)
    if (!rows) throw new ApiError(404, `There is no recorded session ${sessionId}.`)
    return rows.map(toSummary)
  })

  route(app, sessions.weekend, async ({ params: { weekendId }, query: { userId } }) => {
    const rows = await listWeekend(db, weekendId, userId)
    return rows.map(toSummary)
  })

  route(app, sessions.filters, async ({ query, request, reply }) => {
    const { filters = '', sorts = '', page = 1, pageSize = PAGE_SIZE } = query
    const rows = await listFiltered(db, { filters, sorts, page, pageSize })
    // Counting what a filter finds can take long: a page that is not full is the last one.
    const isLast = rows.length < pageSize && (rows.length > 0 || page === 1)
    const total = isLast ? (page - 1) * pageSize + rows.length : null
    describePage(request, reply, { page, pageSize, total, hasNext: rows.length === pageSize })
    return rows.map(toSummary)
  })
}
