import { ApiException } from '@pitboard/contract/client'
import type { SessionSummary } from '@pitboard/contract/session'
import { sessions } from '@pitboard/contract/session-endpoints'
import { call } from '../../api/call.ts'
import type { Text } from '../../messages/create-text.ts'

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
      const why = isUsed ? await usedWords(session.id, text) : text('ui.unexpected')
      // Forced, a session that still counts is in a season of somebody else.
      kept.push({ session, why, isUsed: isUsed && !force })
    }
  }
  return kept
}

/** The seasons that the reader may see are named. */
async function usedWords(sessionId: string, text: Text): Promise<string> {
  const used = await call(sessions.seasons, { params: { sessionId } }).catch(() => [])
  if (used.length === 0) return text('recordings.used')
  const names = [...new Set(used.map(({ name }) => `"${name}"`))]
  return text('recordings.usedBy', { seasons: new Intl.ListFormat(text.locale).format(names) })
}
