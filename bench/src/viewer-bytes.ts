import type { SharedFrame } from '@pitboard/server/racing/live/rooms/frame'
import { createRace } from '@pitboard/sim/race'
import { createDrivenRoom, TICK_MS } from './driven-room.ts'

/** The start has the most passes, the minutes after it are the rule. */
const FROM_MS = 10_000
const FOR_MS = 120_000

/** Returns what a viewer of a race gets after the snapshot, in bytes a second. */
export function measureViewerBytes(cars: number): number {
  const driven = createDrivenRoom()
  let bytes = 0
  const viewer = {
    send: (frame: SharedFrame, knowsEarlier: boolean) => {
      bytes += frame.deflated(knowsEarlier).length
    },
    backlogBytes: () => 0,
    close: () => {},
  }
  const race = createRace({ seed: 14, format: 2026, cars, laps: 60, rateHz: 60, trackId: 26 })
  let nowMs = 0
  for (const datagram of race.datagrams()) {
    for (; nowMs + TICK_MS <= datagram.atMs; nowMs += TICK_MS) {
      driven.tick(nowMs)
      if (nowMs === FROM_MS) {
        driven.room()?.join(viewer, nowMs)
        bytes = 0
      }
      if (nowMs === FROM_MS + FOR_MS) return (bytes / FOR_MS) * 1000
    }
    driven.push(datagram.bytes, datagram.atMs)
  }
  throw new Error('The race was over too soon')
}
