import { gunzip } from '../../platform/http/compression.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { route } from '../../accounts/access/route.ts'
import { checkUserExists } from '../../accounts/users/queries.ts'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { readIfMatch, readIfNoneMatch } from '../../platform/http/etags.ts'
import { acceptsGzip } from '../../platform/http/compression.ts'
import { removeReplays } from '../replays/stored-replays.ts'
import { deleteOwnSession } from './delete-session.ts'
import { registerExports } from './export/routes.ts'
import { listFiltered } from './filters/plan.ts'
import { toListedSession } from './store/listed-sessions.ts'
import { findWeekendOf, hasSession, createSessionLists } from './store/session-lists.ts'
import { findDetail } from './store/session-queries.ts'
import { manualResults } from '@pitboard/contract/sessions/session-document'
import { createManualResult } from './manual-results/create-manual-result.ts'
import { correctManualResult } from './manual-results/correct-manual-result.ts'

export function registerSessions(app: FastifyInstance, context: AppContext): void {
  const { db, files } = context
  registerExports(app, context)
  registerManualResults(app, context)

  const { readList, countAll } = createSessionLists(context)

  route(app, sessions.list, async ({ list }) => readList({}, list))

  route(app, sessions.get, async ({ params: { id }, request, reply }) => {
    const found = await findDetail(db, id, readIfNoneMatch(request))
    if (!found) throw new ApiError(404, `There is no recorded session ${id}.`)
    return sendDetail(request, reply, found)
  })

  route(app, sessions.recordings, async ({ params: { id }, list }) => {
    const found = await readList({ gameSessionId: id }, list)
    if (found.count === 0) throw new ApiError(404, `There is no recording of the session ${id}.`)
    return found.sessions
  })

  route(app, sessions.delete, async ({ user, params: { id }, query, request }) => {
    const wanted = readIfMatch(request)
    await deleteOwnSession(context, id, { user, force: query.force ?? false, wanted })
    await removeReplays(files, id)
    return null
  })

  route(app, sessions.mine, async ({ user: { userId }, list }) =>
    readList({ userId }, list, userId),
  )

  route(app, sessions.currentUser, async ({ user: { userId }, query, list }) => {
    const { TrackIds: trackIds = [], SessionTypes: sessionTypes = [] } = query
    const found = await readList({ userId, trackIds, sessionTypes }, list, userId)
    return { totalElements: found.count, sessions: found.sessions }
  })

  route(app, sessions.ofUser, async ({ params: { id: userId }, list }) => {
    await checkUserExists(db, userId)
    return readList({ userId }, list)
  })

  route(app, sessions.weekendOf, async ({ params: { sessionId }, list }) => {
    const weekend = await findWeekendOf(db, sessionId)
    if (!weekend) throw new ApiError(404, `There is no recorded session ${sessionId}.`)
    return (await readList(weekend, list)).sessions
  })

  route(app, sessions.weekend, async ({ params: { weekendId }, query: { userId }, list }) => {
    if (userId !== undefined) await checkUserExists(db, userId)
    const weekend = { weekendLinkIdentifier: weekendId }
    if (weekendId === 0 || !(await hasSession(db, { weekend }))) {
      throw new ApiError(404, `No recorded session is of the weekend ${weekendId}.`, {
        kind: 'no-such-weekend',
      })
    }
    const found = await readList({ weekend, oldestFirst: true, ...(userId && { userId }) }, list)
    return found.sessions
  })

  route(app, sessions.filters, async ({ query, list }) => {
    const { filters = '', sorts = '' } = query
    const { page, pageSize } = list
    const rows = await listFiltered(db, { filters, sorts, page, pageSize })
    // Counting what a filter finds can take long: a page that is not full is the last one.
    const isLast = rows.length < pageSize && (rows.length > 0 || page === 1)
    const counted = isLast ? (page - 1) * pageSize + rows.length : null
    const total = filters.trim() === '' ? await countAll() : counted
    list.describe({ total, ...(total === null && { hasNext: rows.length === pageSize }) })
    return rows.map(toListedSession)
  })
}

/**
 * Sends a document as it is stored. `detail` is null where the caller has it already. The tag is
 * weak: the same document may go out compressed or plain.
 */
async function sendDetail(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, detail }: { etag: string; detail: Buffer | null },
): Promise<FastifyReply> {
  reply.headers({ etag: `W/"${etag}"`, vary: 'accept-encoding', 'cache-control': 'no-cache' })
  if (detail === null) return reply.code(304).send()
  reply.type('application/json; charset=utf-8')
  if (!acceptsGzip(request)) return reply.send(await gunzip(detail))
  return reply.header('content-encoding', 'gzip').send(detail)
}

function registerManualResults(app: FastifyInstance, context: AppContext): void {
  route(app, manualResults.create, async ({ user, body, reply }) => {
    const session = await createManualResult(context, user, body)
    reply.header('location', `/api/Sessions/${session.id}`)
    return session
  })

  route(app, manualResults.correct, async ({ user, body, params: { id }, request }) => {
    const wanted = readIfMatch(request)
    return correctManualResult(context, id, { user, body, wanted })
  })
}
