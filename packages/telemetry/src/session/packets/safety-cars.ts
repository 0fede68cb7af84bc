import { SafetyCarStatus } from '@pitboard/contract/wire/enumerations'
import type { EventDetails } from '../../formats/model.ts'
import { appendEvent } from '../state/event-feed.ts'
import type { TrackedSession } from '../state/state.ts'

const deployed = 0
const most = 1_000

/** R14: records a safety car event. */
export function applySafetyCarEvent(
  session: TrackedSession,
  sent: EventDetails<'SCAR'>,
  timeMs: number,
): void {
  const { safetyCarType: type, eventType: phase } = sent
  const { announced } = session.safetyCars
  if (announced.length < most) announced.push({ type, phase, atMs: timeMs })
  appendEvent(session, { kind: 'safetyCar', timeMs, value: type * 10 + phase })
}

/** R14: records the status (see `SafetyCarStatus`) if it has changed. */
export function recordSafetyCarStatus(session: TrackedSession, type: number, timeMs: number): void {
  const { statuses } = session.safetyCars
  if (statuses.at(-1)?.type === type || statuses.length >= most) return
  statuses.push({ type, atMs: timeMs })
}

/**
 * R14: returns the number of safety car periods of a type: the highest of the game's count, the events and
 * the status changes.
 */
export function safetyCarPeriods(session: TrackedSession, type: number): number {
  const { info, safetyCars } = session
  const counted =
    type === SafetyCarStatus.Full ? info.numSafetyCarPeriods : info.numVirtualSafetyCarPeriods
  let deployments = 0
  for (const [i, event] of safetyCars.announced.entries()) {
    const before = safetyCars.announced[i - 1]
    const isRepeat = before?.type === type && before.phase === deployed
    if (event.type === type && event.phase === deployed && !isRepeat) deployments++
  }
  const statusChanges = safetyCars.statuses.filter((status) => status.type === type).length
  // 2022 counts none.
  return Math.max(counted ?? 0, deployments, statusChanges)
}
