import { createRace } from '@pitboard/sim/race'
import { createDrivenRoom } from './driven-room.ts'
import { TICK_MS } from '@pitboard/server/racing/live/room'
import { printTable, type Row } from './report.ts'

const LIMIT_KB = 4

/** What a viewer receives of a whole race of 20 cars at 10 Hz, and what full JSON would cost. */
export default async function bandwidth(): Promise<void> {
  const rows: Row[] = []
  for (const format of [2024, 2025] as const) rows.push(...measure(format))
  printTable('a viewer’s bandwidth, 20 cars at 10 Hz, positions on the map', rows)
}

function measure(format: 2024 | 2025): Row[] {
  const driven = createDrivenRoom()
  let bytes = 0
  let snapshotBytes = 0
  let messages = 0
  let plainBytes = 0
  let nowMs = 0
  const viewer = {
    send(frame: { deflated(): Buffer; plain(): Buffer }) {
      messages++
      if (messages === 1) snapshotBytes = frame.deflated().length
      else bytes += frame.deflated().length
      plainBytes += frame.plain().length
    },
    backlogBytes: () => 0,
    close: () => {},
  }
  let joined = false
  for (const { atMs, bytes: datagram } of createRace({ seed: 4, format, laps: 5 }).datagrams()) {
    for (; nowMs + TICK_MS <= atMs; nowMs += TICK_MS) {
      const room = driven.room()
      if (room && !joined) {
        joined = true
        room.join(viewer, nowMs)
      }
      driven.tick(nowMs)
    }
    driven.push(datagram, atMs)
  }
  const seconds = nowMs / 1000
  const kB = (bytes + snapshotBytes) / seconds / 1000
  const state = JSON.stringify(driven.room()?.state(nowMs)).length
  return [
    {
      what: `format ${format}, ${messages} messages in ${seconds.toFixed(0)} s`,
      value: `${kB.toFixed(2)} kB/s`,
      compared: `${(plainBytes / seconds / 1000).toFixed(1)} kB/s before deflate, ${((state / 1000) * 10).toFixed(0)} kB/s as whole states`,
      limit: `≤ ${LIMIT_KB} kB/s`,
      holds: kB <= LIMIT_KB,
    },
  ]
}
