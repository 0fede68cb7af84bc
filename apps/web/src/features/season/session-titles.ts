import { eventName } from '@pitboard/contract/seasons/event-name'
import { isRaceType, Track } from '@pitboard/contract/wire/enumerations'
import type { EventSession, Season, SeasonEvent } from '@pitboard/contract/seasons/season'
import type { Text } from '../../messages/create-text.ts'
import { formatDate } from '../../timing/format-date.ts'
import { sessionTypeName } from '../../timing/names.ts'
import { roleName } from '../../timing/session-roles.ts'
import { trackName } from '@pitboard/contract/sessions/track-names'

/** The first three letters are those of another track, too. */
const TRACK_CODES: Readonly<Record<number, string>> = {
  [Track.Monaco]: 'MCO',
  [Track.Montreal]: 'MTL',
  [Track.Monza]: 'MZA',
}

/** Returns three letters for a narrow head, as timing screens shorten places. */
export function trackCode(track: number): string {
  const code = TRACK_CODES[track]
  if (code !== undefined) return code
  return trackName(track)
    .normalize('NFD')
    .replaceAll(/[^\p{L}\d]/gu, '')
    .slice(0, 3)
    .toUpperCase()
}

/**
 * Returns what a session is called within its event: by what it counts as where that differs from what it is, and with
 * a number where several share the name.
 */
export function sessionLabel(event: SeasonEvent, linked: EventSession, t: Text): string {
  const name = kindOf(linked, t)
  const number = numberAmong(event.sessions, linked, (other) => kindOf(other, t) === name)
  return number === null ? name : `${name} (${number})`
}

/** Names one session of the season: "Spa, Sprint (round 10, 27 Jul 2026)". */
export function sessionTitle(
  { events }: Pick<Season, 'events'>,
  event: SeasonEvent,
  linked: EventSession,
  t: Text,
): string {
  return t('season.sessionTitle', {
    event: eventName(event),
    session: sessionLabel(event, linked, t),
    round: events.indexOf(event) + 1,
    date: formatDate(linked.session.sessionStartTime, t.locale),
  })
}

export function findSession(
  { events }: Pick<Season, 'events'>,
  sessionId: string | null,
): { readonly event: SeasonEvent; readonly linked: EventSession } | null {
  for (const event of events) {
    const linked = event.sessions.find(({ session }) => session.id === sessionId)
    if (linked) return { event, linked }
  }
  return null
}

function kindOf({ session, role, tier }: EventSession, t: Text): string {
  // The game numbers races by how its weekend was set up: what counts is the role in the season.
  const kind = isRaceType(session.sessionType)
    ? roleName(role, t)
    : sessionTypeName(session.sessionType, t)
  return tier === '' ? kind : `${kind} · ${tier}`
}

/** Returns its place in time among those alike, from 1; null where it is the only one. */
export function numberAmong(
  sessions: readonly EventSession[],
  linked: EventSession,
  isAlike: (other: EventSession) => boolean,
): number | null {
  const alike = sessions
    .filter(isAlike)
    .toSorted((a, b) => a.session.sessionStartTime.localeCompare(b.session.sessionStartTime))
  return alike.length < 2
    ? null
    : alike.findIndex(({ session }) => session.id === linked.session.id) + 1
}
