import type { Contribution } from '@pitboard/contract/standings'
import type { Account } from './ledger.ts'

/** The lines of an account, each with whether the season drops it; their sum is the total. */
export function contributionsOf(account: Account, dropped: ReadonlySet<number>): Contribution[] {
  const scored = account.results.flatMap(({ eventId, sessionId, eventIndex, parts }) =>
    parts.map((part) => ({
      ...part,
      eventId,
      sessionId,
      dropped: dropped.has(eventIndex),
      adjustmentId: null,
    })),
  )
  const corrected = account.corrections.map(({ adjustmentId, sessionId, points }) => ({
    eventId: null,
    sessionId,
    kind: 'adjustment' as const,
    points,
    position: null,
    factor: 1,
    distance: 'full' as const,
    dropped: false,
    adjustmentId,
  }))
  return [...scored, ...corrected]
}
