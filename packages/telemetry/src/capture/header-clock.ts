import { sessionTimeOf, sessionUidOf } from './game-datagram.ts'

const LONGEST_STEP_MS = 60_000

/**
 * Milliseconds since the first datagram, out of the game's own session time: for files without
 * times. It never goes back, neither with a flashback nor with the next session.
 */
export function createHeaderClock(): (bytes: Uint8Array) => number {
  let elapsedMs = 0
  let lastUid = -1n
  let lastTimeMs = 0
  return (bytes) => {
    const uid = sessionUidOf(bytes)
    const timeMs = sessionTimeOf(bytes) * 1000
    const stepMs = timeMs - lastTimeMs
    if (uid === lastUid && stepMs > 0 && stepMs <= LONGEST_STEP_MS) elapsedMs += stepMs
    if (Number.isFinite(timeMs)) lastTimeMs = timeMs
    lastUid = uid
    return elapsedMs
  }
}
