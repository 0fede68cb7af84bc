import type { FastifyInstance } from 'fastify'
import { sessions } from '@pitboard/contract/session'
import type { AppContext } from '../context.ts'
import { ApiError } from '../errors.ts'
import { knownEtags } from '../http/negotiation.ts'
import { route } from '../route.ts'
import { countSessions, findDetail, listSessions } from './queries.ts'
import { sendDetail } from './send-detail.ts'
import { toSummary } from './summary.ts'

export function registerSessions(app: FastifyInstance, { db }: AppContext): void {
  route(app, sessions.list, async ({ query: { page = 1, pageSize = 20 } }) => {
    const [rows, count] = await Promise.all([
      listSessions(db, { page, pageSize }),
      countSessions(db),
    ])
    return { totalPages: Math.ceil(count / pageSize), sessions: rows.map(toSummary) }
  })

  route(app, sessions.get, async ({ params: { id }, request, reply }) => {
    const found = await findDetail(db, id, knownEtags(request))
    if (!found) throw new ApiError(404, `There is no recorded session ${id}.`)
    return sendDetail(request, reply, found)
  })
}
