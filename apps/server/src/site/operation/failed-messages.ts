import type { FailedMessage, SiteOperation } from '@pitboard/contract/site/operation'
import { sql } from 'kysely'
import { MESSAGE_FAILED } from '../../accounts/auth/core/failed-message.ts'
import type { Db } from '../../platform/db/tables.ts'

const DAYS = 30
const FAILED_MAX = 50

/** Counts mails and text messages that wait, and those that were given up. */
export async function describeMessages(db: Db): Promise<SiteOperation['messages']> {
  const [{ rows: counts }, failed] = await Promise.all([
    sql<{ waiting: number; retried: number }>`
      select count(*) as waiting, count(*) filter (where attempts > 1) as retried
      from auth.outbox`.execute(db),
    listFailed(db),
  ])
  const [{ waiting, retried } = { waiting: 0, retried: 0 }] = counts
  return { waiting, retried, failed }
}

async function listFailed(db: Db): Promise<FailedMessage[]> {
  const rows = await db
    .selectFrom('auth.audit_log')
    .leftJoin('user', 'user.id', 'auth.audit_log.user_id')
    .select(['auth.audit_log.id', 'user_id', 'username', 'details'])
    .select('auth.audit_log.created_at as failedAt')
    .where('action', '=', MESSAGE_FAILED)
    .where('auth.audit_log.created_at', '>', sql<Date>`now() - ${`${DAYS} days`}::interval`)
    .orderBy('auth.audit_log.created_at', 'desc')
    .orderBy('auth.audit_log.id', 'desc')
    .limit(FAILED_MAX)
    .execute()
  return rows.map(({ id, user_id: userId, username, details, failedAt }) => ({
    id,
    userId,
    username,
    kind: details['kind'] === 'text' ? 'text' : 'mail',
    reason: details['reason'] === 'refused' ? 'refused' : 'expired',
    detail: typeof details['detail'] === 'string' ? details['detail'] : '',
    attempts: typeof details['attempts'] === 'number' ? details['attempts'] : 0,
    failedAt: failedAt.toISOString(),
  }))
}
