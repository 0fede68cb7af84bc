import type { Season } from '@pitboard/contract/season'
import type { Text } from '../../messages/create-text.ts'
import { sessionTypeName } from '../../timing/names.ts'
import { eventName } from './event-names.ts'

/** What the season's events and sessions are called, by their ids. */
export function namesOfIds({ events }: Season, text: Text): Map<string, string> {
  return new Map(
    events.flatMap((event) => [
      [event.id, eventName(event)] as const,
      ...event.sessions.map(
        ({ session }) => [session.id, sessionTypeName(session.sessionType, text)] as const,
      ),
    ]),
  )
}
