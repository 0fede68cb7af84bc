import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { isRace } from './classify.ts'
import type { Ledger, LedgerResult } from './ledger.ts'

/**
 * Counts the starts that a driver lacks for the minimum after an event, even if they start in all that are to come. An
 * event without a race before others with one is cancelled; one of which only the sprint was driven is to come.
 */
export function createMissingStarts(
  minimum: number,
  { raced, eventCount }: Pick<Ledger, 'raced' | 'eventCount'>,
): (results: readonly LedgerResult[], last: number) => number {
  return (results, last) => {
    if (minimum === 0) return 0
    const started = new Set(results.filter(isStart).map(({ eventIndex }) => eventIndex))
    const lastRaced = raced.findLast((index) => index <= last) ?? -1
    const open = Array.from({ length: eventCount }, (_, index) => index).filter(
      (index) => index > lastRaced && !started.has(index),
    )
    return Math.max(0, minimum - started.size - open.length)
  }
}

/** Who retired or was disqualified has started; who was only entered has not. */
function isStart({ role, resultStatus }: LedgerResult): boolean {
  return isRace(role) && resultStatus > ResultStatus.Inactive
}
