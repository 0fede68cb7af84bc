import type { AppContext } from '../../../context.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { audit } from '../core/audit.ts'
import { lockUser, updateUser } from '../users/queries.ts'

const YEAR_MS = 365 * 86_400_000
/** A block ends when an operator ends it. */
const BLOCKED_YEARS = 100

interface BlockChange {
  readonly userId: string
  readonly isBlocked: boolean
  readonly actorId: string
  readonly ip: string | null
}

/** Blocks an account, or ends that. Returns false for an account that does not exist. */
export async function setBlocked(
  context: Pick<AppContext, 'db' | 'newId' | 'now'>,
  { userId, isBlocked, actorId, ip }: BlockChange,
): Promise<boolean> {
  const until = new Date(context.now().getTime() + BLOCKED_YEARS * YEAR_MS)
  return inTransaction(context.db, async (db) => {
    if (!(await lockUser(db, userId))) return false
    const inner = { ...context, db }
    await updateUser(inner, userId, { banned_until: isBlocked ? until : null })
    const details = { by: 'operator', ban: isBlocked }
    await audit(inner, { action: 'user_modified', userId, actorId, ip, details })
    return true
  })
}
