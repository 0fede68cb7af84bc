import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import type { UserCaller } from '../../accounts/access/caller.ts'

const REMEMBERED_MS = 60_000

const SessionEnd = Type.Object({
  user: Type.String(),
  /** Null: all of the user's. */
  session: Type.Union([Type.String(), Type.Null()]),
})
type SessionEnd = Static<typeof SessionEnd>

/**
 * The sessions that have ended lately: one that ends between the look at its row and the end of a
 * join would be missed otherwise.
 */
export interface EndedSessions {
  note(text: string): SessionEnd
  includes(caller: UserCaller): boolean
}

export function createEndedSessions(nowMs: () => number): EndedSessions {
  const untilMs = new Map<string, number>()

  return {
    note(text) {
      const end: unknown = JSON.parse(text)
      if (!Value.Check(SessionEnd, end)) throw new Error('the end of a session is malformed')
      for (const [id, until] of untilMs) {
        if (until > nowMs()) break
        untilMs.delete(id)
      }
      untilMs.set(end.session ?? end.user, nowMs() + REMEMBERED_MS)
      return end
    },
    includes({ userId, sessionId }) {
      const until = Math.max(untilMs.get(userId) ?? 0, untilMs.get(sessionId ?? '') ?? 0)
      return until > nowMs()
    },
  }
}
