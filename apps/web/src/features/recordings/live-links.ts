import type { LiveSummary } from '@pitboard/contract/live/live'
import type { SessionSummary } from '@pitboard/contract/sessions/session'
import type { Season, SeasonEvent } from '@pitboard/contract/seasons/season'
import { type RecordingFilter, startOf } from './recordings.ts'

/**
 * Lists the live sessions that no event of the season has yet. Sessions at the track come first, and among them those
 * that the season's owner records.
 */
export function linkableLive(
  live: readonly LiveSummary[],
  { events, ownerId }: Pick<Season, 'events' | 'ownerId'>,
  trackId: number | null,
): LiveSummary[] {
  const linked = new Set(
    events.flatMap(({ sessions }) => sessions.map(({ session }) => session.id)),
  )
  const rank = (session: LiveSummary) =>
    (session.trackId === trackId ? 0 : 2) + (session.userId === ownerId ? 0 : 1)
  return live
    .filter(({ id }) => !linked.has(id))
    .toSorted((a, b) => rank(a) - rank(b) || b.sessionStartTime.localeCompare(a.sessionStartTime))
}

/** Returns whether the filters of the recordings let a live session through as well. */
export function passesFilter(
  session: LiveSummary,
  { isOwn, trackId, sessionType, from, to, name }: RecordingFilter,
  ownerId: string,
): boolean {
  const startMs = Date.parse(session.sessionStartTime)
  const [since, until] = [startOf(from), startOf(to, 1)]
  const named = `${session.userName}\n${session.trackName}`.toLocaleLowerCase()
  return (
    (!isOwn || session.userId === ownerId) &&
    (trackId === null || session.trackId === trackId) &&
    (sessionType === null || session.sessionType === sessionType) &&
    (since === null || startMs >= Date.parse(since)) &&
    (until === null || startMs < Date.parse(until)) &&
    named.includes(name.toLocaleLowerCase())
  )
}

const DAYS_3_MS = 3 * 24 * 60 * 60 * 1000

export type LinkDoubt = 'otherTrack' | 'otherRecorder' | 'otherDate'

type Doubted = Pick<SessionSummary, 'trackId' | 'userId' | 'sessionStartTime'>

/** Returns why a session may be the wrong one for an event; null where no event is meant. */
export function doubtsOf(
  { trackId, userId, sessionStartTime }: Doubted,
  season: Pick<Season, 'events' | 'ownerId'>,
  event: Pick<SeasonEvent, 'track' | 'startsAt'> | null,
): LinkDoubt[] {
  const startsAt = event?.startsAt ?? null
  const apartMs =
    startsAt === null ? 0 : Math.abs(Date.parse(startsAt) - Date.parse(sessionStartTime))
  return [
    ...(event !== null && trackId !== event.track ? (['otherTrack'] as const) : []),
    ...(apartMs > DAYS_3_MS ? (['otherDate'] as const) : []),
    ...(recordersOf(season).has(userId) ? [] : (['otherRecorder'] as const)),
  ]
}

/** Returns the owner, and who has recorded for the season. */
function recordersOf({ events, ownerId }: Pick<Season, 'events' | 'ownerId'>): Set<string> {
  const linked = events.flatMap(({ sessions }) => sessions)
  return new Set([ownerId, ...linked.map(({ session }) => session.userId)])
}

export interface ProposedLink {
  readonly session: LiveSummary
  readonly event: SeasonEvent
}

/**
 * Proposes the links that the organiser most probably wants: the season's owner or somebody who recorded for the season
 * before drives at the track of an event that is due and has no session of this type. If a session has several
 * recordings, the owner's is proposed.
 */
export function proposeLinks(
  live: readonly LiveSummary[],
  { events, ownerId }: Pick<Season, 'events' | 'ownerId'>,
): ProposedLink[] {
  const linked = events.flatMap(({ sessions }) => sessions.map(({ session }) => session))
  const recorders = recordersOf({ events, ownerId })
  const driven = new Set(linked.map(({ sessionId }) => sessionId))
  const proposed: ProposedLink[] = []
  for (const session of linkableLive(live, { events, ownerId }, null)) {
    if (!recorders.has(session.userId) || driven.has(session.sessionId)) continue
    const event = findDueEvent(events, session)
    if (!event) continue
    driven.add(session.sessionId)
    proposed.push({ session, event })
  }
  return proposed
}

/** Finds the event nearest in time, and one without a date only if no dated one is due. */
function findDueEvent(events: readonly SeasonEvent[], session: LiveSummary) {
  const apartMs = ({ startsAt }: SeasonEvent) =>
    startsAt === null
      ? DAYS_3_MS
      : Math.abs(Date.parse(startsAt) - Date.parse(session.sessionStartTime))
  const due = events.filter(
    (event) =>
      event.track === session.trackId &&
      apartMs(event) <= DAYS_3_MS &&
      event.sessions.every(({ session: { sessionType } }) => sessionType !== session.sessionType),
  )
  return due.toSorted((a, b) => apartMs(a) - apartMs(b))[0]
}
