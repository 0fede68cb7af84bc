import { setTimeout as delay } from 'node:timers/promises'
import { SessionLaps } from '@pitboard/contract/traces/lap-traces'
import { Value } from 'typebox/value'
import type { TestServer } from '../../testing/server.ts'

const POLL_MS = 25
const POLLS_MAX = 1200

export async function readLaps({ app }: TestServer, sessionId: string): Promise<SessionLaps> {
  const answer = await app.inject(`/api/Sessions/${sessionId}/laps`)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return Value.Parse(SessionLaps, answer.json())
}

/** Waits for the traces, which are made after the session is stored. */
export async function whenTraced(server: TestServer, sessionId: string): Promise<SessionLaps> {
  for (let poll = 0; poll < POLLS_MAX; poll++) {
    const laps = await readLaps(server, sessionId)
    if (laps.traces !== 'pending') return laps
    await delay(POLL_MS)
  }
  throw new Error('The traces are still pending')
}
