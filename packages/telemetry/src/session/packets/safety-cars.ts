import { SafetyCarStatus } from '@pitboard/contract/enumerations'
import type { EventDetails } from '../../formats/model.ts'
import { appendEvent } from '../state/event-feed.ts'
import type { TrackedSession } from '../state/state.ts'

const deployed = 0
const most = 1_000

/** R14: notes what an event told of a safety car, and says it in the feed. */
export function applySafetyCarEvent(
  session: TrackedSession,
  sent: EventDetails<'SCAR'>,
  timeMs: number,
): void {
  const { safetyCarType: type, eventType: phase } = sent
  const { announced: told } = session.safetyCars
  if (told.length < most) told.push({ type, phase, atMs: timeMs })
  appendEvent(session, { kind: 'safetyCar', timeMs, value: type * 10 + phase })
}

/** R14: notes the status (see `SafetyCarStatus`) where it is another than before. */
export function recordSafetyCarStatus(session: TrackedSession, type: number, timeMs: number): void {
  const { statuses: seen } = session.safetyCars
  if (seen.at(-1)?.type === type || seen.length >= most) return
  seen.push({ type, atMs: timeMs })
}

/**
 * R14: safety car periods as the game counts them, as its events told of them or as the status
 * showed them, whichever is most. A virtual one that becomes a full one is one of each; the
 * formation lap is none.
 */
export function safetyCarPeriods(session: TrackedSession, type: number): number {
  const { info, safetyCars } = session
  const counted =
    type === SafetyCarStatus.Full ? info.numSafetyCarPeriods : info.numVirtualSafetyCarPeriods
  let told = 0
  for (const [i, event] of safetyCars.announced.entries()) {
    const before = safetyCars.announced[i - 1]
    const isRepeat = before?.type === type && before.phase === deployed
    if (event.type === type && event.phase === deployed && !isRepeat) told++
  }
  const seen = safetyCars.statuses.filter((status) => status.type === type).length
  return Math.max(counted ?? 0, told, seen)
}
