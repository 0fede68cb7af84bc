import type { SessionDetail } from '@pitboard/contract/sessions/session'
import type { Text } from '../../messages/create-text.ts'
import { sessionTypeName } from '../../timing/names.ts'

/** The games number races as they like; which of its weekend a race is, is known apart from it. */
export function sessionName(
  { sessionType, raceKind }: Pick<SessionDetail, 'sessionType' | 'raceKind'>,
  text: Text,
): string {
  if (raceKind === 'sprint') return text('session.sprint')
  return raceKind === 'main' ? text('timing.race') : sessionTypeName(sessionType, text)
}
