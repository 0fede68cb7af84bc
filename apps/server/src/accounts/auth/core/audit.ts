import type { AppContext } from '../../../context.ts'

interface AuditEntry {
  /** Actions are `login`, `user_signedup`, `token_revoked` and so on. */
  readonly action: string
  /** This user is affected. */
  readonly userId: string | null
  /** This user acted; null if no user did. It is left out if the affected user acted themselves. */
  readonly actorId?: string | null
  readonly ip: string | null
  /** Details contain no password, code or token. */
  readonly details?: Readonly<Record<string, string | number | boolean>>
}

/** Records a security event, in the transaction that causes it. */
export async function audit(
  { db, newId, now }: Pick<AppContext, 'db' | 'newId' | 'now'>,
  { action, userId, actorId = userId, ip, details = {} }: AuditEntry,
): Promise<void> {
  await db
    .insertInto('auth.audit_log')
    .values({
      id: newId(),
      action,
      actor_id: actorId,
      user_id: userId,
      ip,
      details: JSON.stringify(details),
      created_at: now(),
    })
    .execute()
}
