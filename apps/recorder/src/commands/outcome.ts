import type { Relay, RelayedSession } from '../stream/relay.ts'

/** A command ended like this; its last output and the exit code say so. */
export interface Outcome {
  readonly exitCode: number
  readonly sent: number
  readonly acknowledged: number | null
  readonly sessions: readonly RelayedSession[]
}

export function createOutcome(relays: readonly Relay[], exitCode: number): Outcome {
  const sessions = new Map(relays.flatMap((relay) => [...relay.sessions]))
  const acknowledged = relays.map((relay) => relay.acknowledged)
  return {
    exitCode,
    sent: relays.reduce((sum, { sent }) => sum + sent, 0),
    acknowledged: acknowledged.includes(null)
      ? null
      : acknowledged.reduce<number>((sum, number) => sum + (number ?? 0), 0),
    sessions: [...sessions.values()].map(({ id, sessionId, sessionUrl, liveUrl }) => {
      return { id, sessionId, sessionUrl, liveUrl }
    }),
  }
}
