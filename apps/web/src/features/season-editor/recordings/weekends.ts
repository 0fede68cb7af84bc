import type { SessionSummary } from '@pitboard/contract/session'

/** Sessions that were driven together. */
export interface Weekend {
  readonly key: string
  readonly trackId: number
  readonly trackName: string
  readonly startedAt: string
  /** In the order they were driven. */
  readonly sessions: readonly SessionSummary[]
}

const DAYS_3_MS = 3 * 24 * 60 * 60 * 1000

/**
 * The game numbers its weekends; without a number, sessions at one track within three days are
 * taken for one. The newest first.
 */
export function weekendsOf(all: readonly SessionSummary[]): Weekend[] {
  const sorted = all.toSorted((a, b) => (a.sessionStartTime < b.sessionStartTime ? -1 : 1))
  const weekends: { sessions: SessionSummary[] }[] = []
  for (const session of sorted) {
    const known = weekends.findLast(({ sessions: [first] }) => first && isTogether(first, session))
    if (known) known.sessions.push(session)
    else weekends.push({ sessions: [session] })
  }
  return weekends
    .flatMap(({ sessions }): Weekend[] => {
      const [first] = sessions
      if (!first) return []
      const { id, trackId, trackName, sessionStartTime } = first
      return [{ key: id, trackId, trackName, startedAt: sessionStartTime, sessions }]
    })
    .toReversed()
}

function isTogether(first: SessionSummary, session: SessionSummary): boolean {
  if (first.trackId !== session.trackId || first.userId !== session.userId) return false
  const apartMs = Date.parse(session.sessionStartTime) - Date.parse(first.sessionStartTime)
  if (apartMs > DAYS_3_MS) return false
  const [one, other] = [first.weekendLinkIdentifier, session.weekendLinkIdentifier]
  return one === 0 || other === 0 || one === other
}
