import { createRoom, TICK_MS, type Room } from '@pitboard/server/racing/live/rooms/room'
import { toLiveView } from '@pitboard/server/racing/live/live-view'
import { miniSectorsOf } from '@pitboard/telemetry/session/document/mini-sectors'
import { carsMomentOf } from '@pitboard/telemetry/session/document/cars-moment'
import { trackMarksOf } from '@pitboard/telemetry/session/document/track-marks'
import { sessionDetail } from '@pitboard/telemetry/session/document/session-detail'
import type { TrackedSession } from '@pitboard/telemetry/session/state/state'
import { createTracker } from '@pitboard/telemetry/session/tracker'
import { createThinner } from '@pitboard/telemetry/thinning/thinner'

/** Does a session's whole way in the server without sockets and disk: thin, track, publish. */
export interface DrivenRoom {
  /** Returns null until the session has opened. */
  room(): Room | null
  push(bytes: Uint8Array, atMs: number): void
  /** Publishes what has changed, if it is called every TICK_MS. */
  tick(nowMs: number): void
}

export { TICK_MS }

export function createDrivenRoom(): DrivenRoom {
  const identity = {
    id: '01900000-0000-7000-8000-000000000000',
    internalSessionId: 1,
    userId: '01900000-0000-7000-8000-000000000001',
    userName: 'Bench',
  }
  const thinner = createThinner()
  let room: Room | null = null
  const tracker = createTracker({
    opened(session) {
      room = createRoom({ read: (published, viewers) => read(session, published, viewers) }, 0)
    },
  })

  function read(
    session: TrackedSession,
    published: Parameters<typeof toLiveView>[0],
    viewers: number,
  ): ReturnType<typeof toLiveView> {
    return toLiveView(published, sessionDetail(session, identity), {
      ...carsMomentOf(session),
      viewers,
      receiving: true,
      recorderConnected: true,
      marks: trackMarksOf(session),
      miniSectors: miniSectorsOf(session),
    })
  }

  return {
    room: () => room,
    push(bytes, atMs) {
      for (const sent of thinner.push(bytes, atMs)) tracker.push(sent.bytes, sent.atMs)
    },
    tick(nowMs) {
      room?.tick(nowMs)
      room?.deliver(Number.POSITIVE_INFINITY)
    },
  }
}
