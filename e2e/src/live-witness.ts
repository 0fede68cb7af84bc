import type { TestContext } from 'node:test'
import type { LiveSession } from '@pitboard/contract/live/live'
import { applyMessage } from '@pitboard/contract/live/live-apply'
import type { LiveMessage } from '@pitboard/contract/live/live-protocol'

export interface WitnessedState {
  readonly atMs: number
  readonly state: LiveSession
}

/** The viewer has no page, and remembers each state that the room published, and when. */
export interface LiveWitness {
  states(): readonly WitnessedState[]
  presentMs(): number
}

export function witnessSession(t: TestContext, url: string, id: string): LiveWitness {
  const states: WitnessedState[] = []
  let state: LiveSession | null = null
  let offsetMs = Number.NEGATIVE_INFINITY
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/LiveSession/ws/${id}`)
  t.after(() => socket.close())
  socket.addEventListener('message', ({ data }) => {
    const message: LiveMessage = JSON.parse(String(data))
    const before = state
    state = applyMessage(state, message)
    if (!('at' in message)) return
    offsetMs = Math.max(offsetMs, message.at - performance.now())
    if (state && state !== before) states.push({ atMs: message.at, state })
  })
  return { states: () => states, presentMs: () => performance.now() + offsetMs }
}
