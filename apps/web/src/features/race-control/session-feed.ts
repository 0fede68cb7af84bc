import type { SessionEvent, SessionEventKind } from '@pitboard/contract/sessions/session-events'
import { lastLapOf, leaderLapsOf, startOf } from '@pitboard/analysis/laps/lap-ends'
import type { LiveSession } from '@pitboard/contract/live/live'
import { isRaceType, PenaltyType } from '@pitboard/contract/wire/enumerations'

/** Race control announces what is `official`; the timing shows what is `timing`. */
type FeedSource = 'official' | 'timing'

const TIMING_KINDS: readonly SessionEventKind[] = ['fastestLap', 'overtake', 'pitStop', 'weather']

export function sourceOf({ kind }: SessionEvent): FeedSource {
  return TIMING_KINDS.includes(kind) ? 'timing' : 'official'
}

const feeds = new WeakMap<readonly SessionEvent[], readonly SessionEvent[]>()

/** Returns the events in the order of the session, newest first, and each only once. */
export function feedOf(events: readonly SessionEvent[]): readonly SessionEvent[] {
  const known = feeds.get(events)
  if (known) return known
  const first = new Map<string, SessionEvent>()
  for (const event of events) {
    const subject = subjectOf(event)
    if (!first.has(subject)) first.set(subject, event)
  }
  const feed = [...first.values()].toSorted((a, b) => b.timeMs - a.timeMs || b.seq - a.seq)
  feeds.set(events, feed)
  return feed
}

/** Returns the same for events that report the same thing. */
function subjectOf(event: SessionEvent): string {
  const { kind, driverIdx, otherDriverIdx, timeMs, value, seconds } = event
  // The game sends a retirement as an event of its own and as a penalty.
  if (isRetirement(event)) return `out ${driverIdx}`
  return [kind, driverIdx, otherDriverIdx, timeMs, value, seconds].join()
}

function isRetirement({ kind, value }: SessionEvent): boolean {
  return kind === 'retirement' || (kind === 'penalty' && value === PenaltyType.Retired)
}

/** Returns the lap beside an event: that of its car, else in a race that of the leader; null before the start. */
export function lapOfEvent(event: SessionEvent, session: LiveSession | null): number | null {
  if (event.lapNum !== null || session === null) return event.lapNum
  if (!isRaceType(session.sessionType) || event.timeMs < startOf(session)) return null
  return leaderLapsOf(session, lastLapOf(session) + 1).lapAt(event.timeMs)
}

/** Finds the newest announcement of race control. */
export function latestOfficial(events: readonly SessionEvent[]): SessionEvent | null {
  return feedOf(events).find((event) => sourceOf(event) === 'official') ?? null
}

export function concernsDriver(event: SessionEvent, driverIdx: number): boolean {
  return event.driverIdx === driverIdx || event.otherDriverIdx === driverIdx
}
