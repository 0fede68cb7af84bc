import type { LiveStore } from '../race/live-store.ts'
import type { Replay } from './replay.ts'

/** The replay runs this many times faster than the race was driven. */
export const REPLAY_SPEED = 4

const TICK_MS = 250
/** After the start the cars are too close to distinguish. */
const FIRST_SHARE = 0.25
/** The result stays in sight, then the race begins again. */
const AFTER_THE_END_MS = 20_000

interface LapTimePlayer {
  readonly play: () => void
  readonly pause: () => void
}

/** Shows a replay in a store: its first picture at once, the others while it plays. */
export function createLapTimePlayer(replay: Replay, store: LiveStore): LapTimePlayer {
  let timeMs = replay.durationMs * FIRST_SHARE
  let timer: ReturnType<typeof setInterval> | undefined

  function show(): void {
    store.show(replay.at(timeMs), { kind: 'replay' })
  }

  function tick(): void {
    timeMs += TICK_MS * REPLAY_SPEED
    if (timeMs > replay.durationMs + AFTER_THE_END_MS) timeMs = 0
    show()
  }

  show()
  return {
    play: () => {
      timer ??= setInterval(tick, TICK_MS)
    },
    pause: () => {
      clearInterval(timer)
      timer = undefined
    },
  }
}
