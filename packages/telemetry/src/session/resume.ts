import { unsettle } from './classification.ts'
import { sessionTimeMs } from './clock.ts'
import { createOrder } from './create.ts'
import { tell } from './feed.ts'
import { rewind } from './rewind.ts'
import type { SessionInfo, TrackedSession } from './state.ts'

/** R3: a session that had ended, or was about to, goes on. */
export function resume(session: TrackedSession, atMs: number): TrackedSession {
  unsettle(session)
  session.status = 'live'
  session.endedAtMs = null
  session.endedByGameAtMs = null
  session.lastAtMs = atMs
  return session
}

/** R17: the session goes on under another UID from where it was saved. */
export function joinSave(session: TrackedSession, info: SessionInfo): void {
  const timeMs = sessionTimeMs(info.header)
  session.uid = String(info.header.sessionUid)
  session.uids.push(session.uid)
  session.order = createOrder(timeMs)
  rewind(session, timeMs)
  tell(session, { kind: 'flashback', timeMs, value: timeMs })
}
