import { systemOfEvent } from '@pitboard/contract/seasons/event-points'
import type { PointsSystem, SessionRole } from '@pitboard/contract/seasons/points-system'
import type { EventSession, Season, SeasonEvent } from '@pitboard/contract/seasons/season'
import type { PlainKey, Text } from '../../messages/create-text.ts'
import { eventName } from '@pitboard/contract/seasons/event-name'
import { isLiveSession } from '@pitboard/contract/seasons/live-session'
import { numberAmong, sessionLabel, trackCode } from './session-titles.ts'

/** A column of the matrix is a session of an event that gives results, or an event to come. */
export interface Round {
  readonly key: string
  readonly event: SeasonEvent
  /** Events count from 1. */
  readonly number: number
  /** It is null for an event that has none yet. */
  readonly session: EventSession | null
  readonly shown: readonly EventSession[]
  /** Another event has the same code, so that its number is needed. */
  readonly sharesCode: boolean
}

/** Returns sprints and races of the calendar in their order, and qualifying where it pays points. */
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

const CODES = {
  race: 'season.raceShort',
  sprint: 'season.sprintShort',
  qualifying: 'season.qualifyingShort',
  sprintQualifying: 'season.sprintQualifyingShort',
  practice: 'season.practice',
} as const satisfies Record<SessionRole, PlainKey>

/**
 * Returns what distinguishes a column from the others of its track, in as few letters as possible: "Spr", or "3 · R"
 * where several rounds have the code. It is null where its code stands in one head.
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

/** Returns a name such as "Spa, Sprint, Live": what a column holds, for those who do not see its three letters. */
export function roundName({ event, session, shown, number, sharesCode }: Round, t: Text): string {
  const isNamed = session !== null && (session.role !== 'race' || shown.length > 1)
  return [
    eventName(event),
    ...(sharesCode ? [t('season.roundNumber', { round: number })] : []),
    ...(isNamed ? [sessionLabel(event, session, t)] : []),
    ...(session && isLiveSession(session) ? [t('season.live')] : []),
  ].join(', ')
}
