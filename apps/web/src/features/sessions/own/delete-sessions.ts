import { ApiException } from '@pitboard/contract/client'
import { type SessionSummary, sessions } from '@pitboard/contract/session'
import { call } from '../../../call.ts'
import type { Text } from '../../../messages/create-text.ts'

/** Deletes one after the other. Resolves with what could not be deleted and why, else with null. */
export async function deleteSessions(
  chosen: readonly SessionSummary[],
  text: Text,
): Promise<string | null> {
  const kept: string[] = []
  for (const { id, trackName } of chosen) {
    try {
      await call(sessions.delete, { params: { id } })
    } catch (error) {
      if (error instanceof ApiException && error.status === 404) continue
      const isUsed = error instanceof ApiException && error.status === 409
      kept.push(
        isUsed
          ? `${trackName}: ${error.result?.detail ?? text('recordings.used')}`
          : `${trackName}: ${text('ui.unexpected')}`,
      )
    }
  }
  return kept.length === 0 ? null : kept.join(' ')
}
