import type { SessionDetail } from '@pitboard/contract/sessions/session'
import type { Db } from '../../platform/db/tables.ts'
import type { EventBus } from '../../platform/events/domain-events.ts'
import { findOwnRecording } from './store/session-queries.ts'

declare module '../../platform/events/domain-events.ts' {
  interface DomainEvents {
    /** This event comes before a user replaces or removes what is stored of their session. */
    sessionReplacing: SessionReplacing
  }
}

export interface SessionReplacing {
  readonly id: string
  readonly user: { readonly userId: string }
  readonly before: SessionDetail
  /** It is null where the session is removed. */
  readonly after: SessionDetail | null
}

/**
 * Publishes that the stored result of a session is about to be replaced, if there is one. Callers hold
 * the lock of the session and, taken before any row, the one of deletions.
 */
export async function publishReplacement(
  events: EventBus,
  db: Db,
  {
    id,
    userId,
    after,
  }: { readonly id: string; readonly userId: string } & Pick<SessionReplacing, 'after'>,
): Promise<void> {
  const before = await findOwnRecording(db, id)
  if (!before) return
  await events.publish(db, 'sessionReplacing', { id, user: { userId }, before, after })
}
