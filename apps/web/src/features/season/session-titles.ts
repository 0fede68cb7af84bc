import { isRaceType, Track } from '@pitboard/contract/wire/enumerations'
import type { EventSession, Season, SeasonEvent } from '@pitboard/contract/seasons/season'
import { systemOfEvent } from '@pitboard/contract/seasons/event-points'
import type { PointsSystem, SessionRole } from '@pitboard/contract/seasons/points-system'
import type { Text, PlainKey } from '../../messages/create-text.ts'
import { formatDate } from '../../timing/format-date.ts'
import { sessionTypeName } from '../../timing/names.ts'
import { roleName } from '../../timing/session-roles.ts'
import { trackName } from '@pitboard/contract/sessions/track-names'

/** A column of the matrix: a session of an event that gives results, or an event to come. */
export interface Round {
  readonly key: string
  readonly event: SeasonEvent
  /** Counts from 1. */
  readonly number: number
  /** Null for an event that has none yet. */
  readonly session: EventSession | null
  /** All sessions of the event that have a column. */
  readonly shown: readonly EventSession[]
  /** Whether another event has the same code, so that its number is needed. */
  readonly sharesCode: boolean
}

/** Sprints and races of the calendar in their order, and qualifying where it pays points. */
export function roundsOf(season: Pick<Season, 'events' | 'pointsSystem'>): Round[] {
  const codes = season.events.map(({ track }) => trackCode(track))
  return season.events.flatMap((event, index): Round[] => {
    const shown = event.sessions
      .filter(({ role }) => isShown(role, systemOfEvent(season.pointsSystem, event)))
      .toSorted((a, b) => ORDER.indexOf(a.role) - ORDER.indexOf(b.role))
    const number = index + 1
    const code = codes[index]
    const sharesCode = codes.filter((other) => other === code).length > 1
    const round = { event, number, shown, sharesCode }
    if (shown.length === 0) return [{ ...round, key: event.id, session: null }]
    return shown.map((session) => ({
      ...round,
      key: `${event.id} ${session.session.id}`,
      session,
    }))
  })
}

const ORDER: readonly SessionRole[] = ['sprintQualifying', 'sprint', 'qualifying', 'race']

function isShown(role: SessionRole, system: PointsSystem): boolean {
  if (role === 'practice') return false
  return role === 'race' || role === 'sprint' || system[role].length > 0
}

/** Returns what its organiser calls it, else its track. */
export function eventName({ name, track }: Pick<SeasonEvent, 'name' | 'track'>): string {
  return name.trim() === '' ? trackName(track) : name
}

/** Where the first three letters are those of another track, too. */
const TRACK_CODES: Readonly<Record<number, string>> = {
  [Track.Monaco]: 'MCO',
  [Track.Montreal]: 'MTL',
  [Track.Monza]: 'MZA',
}

/** Three letters for a narrow head, as timing screens shorten places. */
export function trackCode(track: number): string {
  const code = TRACK_CODES[track]
  if (code !== undefined) return code
  return trackName(track)
    .normalize('NFD')
    .replaceAll(/[^\p{L}\d]/gu, '')
    .slice(0, 3)
    .toUpperCase()
}

/** The standings count it as it stands: nothing about it is final. */
export function isLiveSession({ session }: EventSession): boolean {
  return session.sessionEndTime === null
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

const CODES = {
  race: 'season.raceShort',
  sprint: 'season.sprintShort',
  qualifying: 'season.qualifyingShort',
  sprintQualifying: 'season.sprintQualifyingShort',
  practice: 'season.practice',
} as const satisfies Record<SessionRole, PlainKey>

/**
 * Returns what distinguishes a column from the others of its track, in as few letters as possible: "Spr", or "3 · R"
 * where several rounds have the code. Null where its code stands in one head.
 */
export function roundDetail({ session, shown, number, sharesCode }: Round, t: Text): string | null {
  const role = session && roleCode(session, shown, t)
  const parts = [...(sharesCode ? [String(number)] : []), ...(role === null ? [] : [role])]
  return parts.length === 0 ? null : parts.join(' · ')
}

function roleCode(linked: EventSession, shown: readonly EventSession[], t: Text): string | null {
  if (linked.role === 'race' && shown.length < 2) return null
  const number = numberAmong(shown, linked, ({ role }) => role === linked.role)
  return `${t(CODES[linked.role])}${number ?? ''}`
}

/** "Spa, Sprint, Live": what a column holds, for those who do not see its three letters. */
export function roundName({ event, session, shown, number, sharesCode }: Round, t: Text): string {
  const isNamed = session !== null && (session.role !== 'race' || shown.length > 1)
  return [
    eventName(event),
    ...(sharesCode ? [t('season.roundNumber', { round: number })] : []),
    ...(isNamed ? [sessionLabel(event, session, t)] : []),
    ...(session && isLiveSession(session) ? [t('season.live')] : []),
  ].join(', ')
}

function kindOf({ session, role, tier }: EventSession, t: Text): string {
  // The game numbers races by how its weekend was set up: what counts is the role in the season.
  const kind = isRaceType(session.sessionType)
    ? roleName(role, t)
    : sessionTypeName(session.sessionType, t)
  return tier === '' ? kind : `${kind} · ${tier}`
}

/** Its place in time among those alike, from 1; null where it is the only one. */
function numberAmong(
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
