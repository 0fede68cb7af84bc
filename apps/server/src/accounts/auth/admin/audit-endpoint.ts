import { countRows } from '../../../platform/db/count-rows.ts'
import { isUuid } from '@pitboard/contract/wire/uuid'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AuthContext } from '../core/auth-context.ts'
import { invalid } from '../http/auth-error.ts'
import { queryText } from '../http/bodies.ts'
import { readPaging, setPagingHeaders } from './find-users.ts'

const PATH = '/admin/audit'

/** GET /admin/audit lists what happened to accounts, the newest first. */
export function registerAdminAudit(app: FastifyInstance, auth: AuthContext): void {
  app.get(PATH, (request, reply) => listEvents(auth, request, reply))
}

async function listEvents({ db }: AuthContext, request: FastifyRequest, reply: FastifyReply) {
  const { page, perPage } = readPaging(request)
  const wanted = readQuery(queryText(request, 'query'))
  const all = db.selectFrom('auth.audit_log')
  const matching = wanted ? all.where(wanted.column, '=', wanted.value) : all
  setPagingHeaders(reply, PATH, { page, perPage, total: await countRows(matching) })
  const events = await matching
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return events.map((event) => ({
    id: event.id,
    payload: {
      action: event.action,
      actor_id: event.actor_id ?? '',
      timestamp: event.created_at.toISOString(),
      traits: { ...event.details, ...(event.user_id !== null && { user_id: event.user_id }) },
    },
    created_at: event.created_at.toISOString(),
    ip_address: event.ip ?? '',
  }))
}

/** Understands `action:login`, `author:<id>` for who did it, and `user:<id>` for whom it was done to. */
function readQuery(
  text: string | undefined,
): { column: 'action' | 'actor_id' | 'user_id'; value: string } | null {
  if (text === undefined) return null
  const [, scope, value = ''] = /^(action|author|user):(.+)$/.exec(text) ?? []
  if (scope === 'action') return { column: 'action', value }
  if (isUuid(value)) return { column: scope === 'author' ? 'actor_id' : 'user_id', value }
  throw invalid('The query must be action:<name>, author:<id> or user:<id>')
}
