import { ApiException } from '@pitboard/contract/client'
import type { SessionSummary } from '@pitboard/contract/session'
import { sessions } from '@pitboard/contract/session-endpoints'
import { call } from '../../../call.ts'
import type { Text } from '../../../messages/create-text.ts'

export interface Kept {
  readonly session: SessionSummary
  readonly why: string
  /** A season counts it; with force its owner can delete it all the same. */
  readonly isUsed: boolean
}

/** Deletes one after the other. Resolves with what could not be deleted, and why. */
export async function deleteSessions(
  chosen: readonly SessionSummary[],
  force: boolean,
  text: Text,
): Promise<Kept[]> {
  const kept: Kept[] = []
  for (const session of chosen) {
    try {
      await call(sessions.delete, { params: { id: session.id }, query: { force } })
    } catch (error) {
      if (error instanceof ApiException && error.status === 404) continue
      const isUsed = error instanceof ApiException && error.status === 409
      const why = isUsed ? (error.result?.detail ?? text('recordings.used')) : null
      // Forced, a session that still counts is in a season of somebody else.
      kept.push({ session, why: why ?? text('ui.unexpected'), isUsed: isUsed && !force })
    }
  }
  return kept
}
