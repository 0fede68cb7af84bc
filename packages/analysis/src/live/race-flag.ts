import type { RaceFlag } from '@pitboard/contract/live/race-flag'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import type { SessionEventKind } from '@pitboard/contract/sessions/session-events'
import { SafetyCarStatus } from '@pitboard/contract/wire/enumerations'

/** Returns what race control shows everyone, or null for a green track. */
export function raceFlag({
  events,
  safetyCarStatus,
}: Pick<SessionDetail, 'safetyCarStatus' | 'events'>): RaceFlag | null {
  /** Numbers begin at 1, so that an event that never happened (0) is older than every event that did. */
  const lastSeq = (...kinds: SessionEventKind[]) =>
    events.findLast(({ kind }) => kinds.includes(kind))?.seq ?? 0
  const begun = lastSeq('sessionStarted', 'lightsOut', 'flashback')
  if (lastSeq('chequeredFlag') > begun) return 'chequered'
  // The game says when the red flag comes out, but not when it is withdrawn: events that only a running race
  // has end it.
  const raced = lastSeq('safetyCar', 'overtake', 'fastestLap')
  if (lastSeq('redFlag') > Math.max(begun, raced)) return 'red'
  switch (safetyCarStatus) {
    case SafetyCarStatus.Full:
      return 'safetyCar'
    case SafetyCarStatus.Virtual:
      return 'virtualSafetyCar'
    case SafetyCarStatus.FormationLap:
      return 'formationLap'
    default:
      return null
  }
}
