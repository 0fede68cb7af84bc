import type { LiveSession } from '@pitboard/contract/live/live'
import { createRace } from '@pitboard/sim/race'
import { createDrivenRoom } from '../driven-room.ts'
import { TICK_MS } from '@pitboard/server/racing/live/room'

export interface Recorded {
  readonly states: LiveSession[]
  /** The same ticks as the frames a viewer gets. */
  readonly frames: Buffer[]
}

/** So many ticks of a race, from its tenth second on. */
export function recordTicks(count: number): Recorded {
  const driven = createDrivenRoom()
  const frames: Buffer[] = []
  const states: LiveSession[] = []
  const viewer = {
    send: (frame: { deflated(): Buffer }) => void frames.push(frame.deflated()),
    backlogBytes: () => 0,
    close: () => {},
  }
  let nowMs = 0
  let joined = false
  for (const { atMs, bytes } of createRace({ seed: 3, laps: 3, rateHz: 20 }).datagrams()) {
    for (; nowMs + TICK_MS <= atMs; nowMs += TICK_MS) {
      driven.tick(nowMs)
      const room = driven.room()
      if (!room || nowMs < 10_000) continue
      if (!joined) room.join(viewer, nowMs)
      joined = true
      states.push(room.state(nowMs))
      if (states.length === count) return { states, frames: frames.slice(1) }
    }
    driven.push(bytes, atMs)
  }
  return { states, frames: frames.slice(1) }
}
