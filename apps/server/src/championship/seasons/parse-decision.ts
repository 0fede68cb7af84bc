import type { Adjustment } from '@pitboard/contract/season'
import type { AdjustmentCreate } from '@pitboard/contract/season-work'
import { invalidField } from '../../platform/diagnostics/errors.ts'

/** What was decided about whom, without why. */
export type Decided = Pick<
  Adjustment,
  'kind' | 'sessionId' | 'driverIdx' | 'name' | 'seconds' | 'points'
>

/** Only the fields that its kind has. Throws a 400 where one of them is missing. */
export function decisionOf(body: AdjustmentCreate): Decided {
  const { kind, driverIdx = null, seconds = null, points = null } = body
  const sessionId = body.sessionId?.toLowerCase() ?? null
  const name = body.name?.trim() ?? null
  const empty = { sessionId: null, driverIdx: null, name: null, seconds: null, points: null }
  const isOfCar = kind === 'timePenalty' || kind === 'disqualification'
  if (isOfCar && sessionId === null) throw invalidField('/sessionId', 'is missing')
  if ((isOfCar || (kind === 'points' && sessionId !== null)) && driverIdx === null) {
    throw invalidField('/driverIdx', 'is missing')
  }
  if (kind === 'disqualification') return { ...empty, kind, sessionId, driverIdx }
  if (kind === 'timePenalty') {
    if (seconds === null || seconds === 0) throw invalidField('/seconds', 'is missing')
    return { ...empty, kind, sessionId, driverIdx, seconds }
  }
  if (points === null || points === 0) throw invalidField('/points', 'is missing')
  if (kind === 'points' && sessionId !== null) {
    return { ...empty, kind, sessionId, driverIdx, points }
  }
  if (name === null) throw invalidField('/name', 'is missing')
  return { ...empty, kind, name, points }
}
