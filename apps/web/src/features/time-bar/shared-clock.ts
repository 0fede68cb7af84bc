import type { Player, PlayerView } from './player.ts'

/** Windows of one browser send each other this about one session. */
interface ClockMessage {
  /** It was sent by a window that shows a part of the page. */
  readonly isPart: boolean
  readonly playing: boolean
  readonly speed: number
  readonly following: boolean
  readonly delayMs: number
  readonly atMs: number
}

/** It is null where a part that has just been opened asks for the moment. */
type SharedMessage = ClockMessage | null

/** Reaches the other windows of the browser, not the sender. */
export interface ClockChannel {
  readonly send: (message: SharedMessage) => void
  /** Returns how to stop. */
  readonly listen: (listener: (message: SharedMessage) => void) => () => void
}

export type SharedPlayer = Pick<
  Player,
  'view' | 'subscribe' | 'seek' | 'play' | 'pause' | 'follow' | 'setSpeed' | 'setDelay'
>

/** A moment that moved by more than ticks explain was sought. */
const SOUGHT_MS = 1_500

/**
 * Moves the clocks of a page and of the windows with its parts together; two whole pages stay independent.
 * Returns how to stop.
 */
export function shareClock(
  player: SharedPlayer,
  channel: ClockChannel,
  isPart: boolean,
): () => void {
  let before = player.view()
  let isApplying = false

  function publish(): void {
    const { playing, speed, following, delayMs, atMs } = player.view()
    channel.send({ isPart, playing, speed, following, delayMs, atMs })
  }

  const unsubscribe = player.subscribe(() => {
    const view = player.view()
    const isCommand = !isApplying && isSteered(before, view)
    before = view
    if (isCommand) publish()
  })
  const stopListening = channel.listen((data) => {
    if (data === null) {
      if (!isPart) publish()
      return
    }
    if (!isPart && !data.isPart) return
    isApplying = true
    apply(player, data)
    before = player.view()
    isApplying = false
  })
  if (isPart) channel.send(null)
  return () => {
    unsubscribe()
    stopListening()
  }
}

function isSteered(before: PlayerView, view: PlayerView): boolean {
  if (
    view.playing !== before.playing ||
    view.speed !== before.speed ||
    view.following !== before.following ||
    view.delayMs !== before.delayMs
  ) {
    return true
  }
  return !view.following && Math.abs(view.atMs - before.atMs) > SOUGHT_MS * view.speed
}

function apply(player: SharedPlayer, { playing, speed, following, delayMs, atMs }: ClockMessage) {
  const view = player.view()
  if (view.delayMs !== delayMs) player.setDelay(delayMs)
  if (following) {
    if (!view.following) player.follow()
    return
  }
  void player.seek(atMs)
  if (view.speed !== speed) player.setSpeed(speed)
  if (playing) player.play()
  else player.pause()
}
