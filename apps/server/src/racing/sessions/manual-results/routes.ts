import type { FastifyInstance } from 'fastify'
import { manualResults } from '@pitboard/contract/session-document'
import type { AppContext } from '../../../context.ts'
import { route } from '../../../accounts/access/route.ts'
import { createSession } from './create-session.ts'
import { correctSession } from './correct-manual-result.ts'

export function addTypedRoutes(app: FastifyInstance, context: AppContext): void {
  route(app, manualResults.create, async ({ user, body, reply }) => {
    const session = await createSession(context, user, body)
    reply.header('location', `/api/Sessions/${session.id}`)
    return session
  })

  route(app, manualResults.correct, async ({ user, body, params: { id }, request }) => {
    const ifMatch = request.headers['if-match'] ?? null
    return correctSession(context, id, { user, body, ifMatch })
  })
}
