import { LiveGapError } from '@pitboard/contract/live/live-apply'
import { replays } from '@pitboard/contract/live/replay'
import { call } from '../../api/call.ts'
import { createAwakeClock } from './awake-clock.ts'
import { connectionAfter, type LiveReceiver } from '../live/live-receiver.ts'
import type { Connection, LiveStore } from '../race/live-store.ts'
import { createLiveTimeline, type LiveTimeline } from './live-timeline.ts'
import { createPlayer, type Player } from './player.ts'
import { readChunk } from './recorded-timeline.ts'
import { readDelaySeconds } from './stored-delay.ts'

/** Stepping back a little needs no request. */
const RETAINED_MS = 60_000

/** Shows a session that is being driven at the moment of one clock. */
export interface LiveClock {
  readonly player: Player
  readonly timeline: LiveTimeline
  /** The socket passes its messages to this receiver. */
  readonly receiver: LiveReceiver
  /** Returns how to stop. */
  readonly start: () => () => void
}

/** Creates the clock; its delay is the one that was last chosen on this device, unless one is given. */
export function createLiveClock(store: LiveStore, delayMs = readDelaySeconds() * 1000): LiveClock {
  /** The end is shown when the clock reaches it. */
  let end: Connection | null = null
  const { now, sleptMs } = createAwakeClock()
  let sleptBeforeMs = 0

  const timeline = createLiveTimeline({
    readIndex: (id, signal) => call(replays.live, { params: { sessionId: id }, signal }),
    readChunk: (id, version, number, signal) =>
      readChunk(`/api/LiveSession/${id}/replay`, version, number, signal),
    now,
    retainedMs: () => RETAINED_MS + player.view().delayMs,
    onReset: () => player.reset(),
  })
  const player: Player = createPlayer({
    timeline,
    show: store.show,
    now,
    delayMs,
  })

  function follow(): void {
    const { atMs, silentSeconds, behindSeconds, speed } = player.view()
    store.setSpeed(speed)
    store.setFreshness(end ? 0 : silentSeconds, end ? 0 : behindSeconds)
    if (end && atMs >= timeline.endMs()) store.setConnection(end)
  }

  return {
    player,
    timeline,
    receiver: {
      view: store.view,
      // The socket is closed after the end, which may not be shown yet.
      setConnection: (connection) => {
        if (!end || connection.kind !== 'ended') store.setConnection(connection)
      },
      receive(message) {
        const hasSlept = sleptMs() !== sleptBeforeMs
        const isUpdate = message.t === 'delta' || message.t === 'heartbeat'
        // It may have waited in the socket since before the sleep: a new connection has the present.
        if (hasSlept && isUpdate) throw new LiveGapError(store.view().session?.version, message.v)
        timeline.receive(message, hasSlept)
        sleptBeforeMs = sleptMs()
        // Sooner there is nothing to seek, and a seek that fails drops the delay.
        if (message.t === 'snapshot') player.start()
        const connection = connectionAfter(message, store.view().connection)
        if (message.t === 'snapshot') end = null
        if (message.t === 'ended') end = connection
        else store.setConnection(connection)
        if (message.t === 'waiting') store.show(null)
        // Without a session, too, there is nothing to seek.
        if ('at' in message) player.advance()
        follow()
      },
    },
    start() {
      const unsubscribe = player.subscribe(follow)
      // Timers of a hidden page are late, and its first frame is not to show old values as current.
      document.addEventListener('visibilitychange', player.tick)
      return () => {
        document.removeEventListener('visibilitychange', player.tick)
        unsubscribe()
        player.stop()
      }
    },
  }
}
