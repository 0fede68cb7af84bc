import type { Season } from '@pitboard/contract/seasons/season'
import type { Text } from '../../messages/create-text.ts'
import { adjustmentWords } from '../stewards/adjustment-words.ts'
import { eventName } from '@pitboard/contract/seasons/event-name'
import { sessionTitle } from '../season/session-titles.ts'

/** Returns what the season's events, sessions and adjustments are called, by their ids. */
export function namesOfIds(season: Season, t: Text): Map<string, string> {
  return new Map([
    ...season.adjustments.map(
      (adjustment) => [adjustment.id, adjustmentWords(adjustment, season, t)] as const,
    ),
    ...season.events.flatMap((event) => [
      [event.id, eventName(event)] as const,
      ...event.sessions.map(
        (linked) => [linked.session.id, sessionTitle(season, event, linked, t)] as const,
      ),
    ]),
  ])
}
