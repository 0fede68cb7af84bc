import type { LiveSession } from '@pitboard/contract/live/live'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { sessionKind } from '@pitboard/contract/wire/session-kind'

/** Returns whether a race was left before anybody finished: after a red flag, or because all went or began again. */
export function hasNoFinish({
  sessionType,
  events,
  drivers,
}: Pick<LiveSession, 'sessionType' | 'events' | 'drivers'>): boolean {
  if (sessionKind(sessionType) !== 'race') return false
  if (events.some(({ kind }) => kind === 'chequeredFlag')) return false
  return drivers.every(({ resultStatus }) => resultStatus !== ResultStatus.Finished)
}
