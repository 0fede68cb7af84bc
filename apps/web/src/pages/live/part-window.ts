import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Player } from '../../features/time-bar/player.ts'
import { type ClockChannel, shareClock } from '../../features/time-bar/shared-clock.ts'
import type { Panel } from './panel-choice.ts'

/** A window of its own can show these, for a second screen. */
export const PART_PANELS = ['map', 'driver', 'raceControl'] as const satisfies readonly Panel[]
export type PartPanel = (typeof PART_PANELS)[number]

/** Returns the panel that is all of this window (`?part=map`); null where it shows the whole page. */
export function usePartPanel(): PartPanel | null {
  const { part = '' } = useSearch({ strict: false })
  return PART_PANELS.find((panel) => panel === part) ?? null
}

/** The windows of a session show the same moment. */
export function useSharedClock(player: Player, sessionId: string | null): void {
  const isPart = usePartPanel() !== null
  useEffect(() => {
    if (sessionId === null) return
    const channel = new BroadcastChannel(`clock.${sessionId}`)
    const stop = shareClock(player, clockChannel(channel), isPart)
    return () => {
      stop()
      channel.close()
    }
  }, [player, sessionId, isPart])
}

function clockChannel(channel: BroadcastChannel): ClockChannel {
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel of the page's own origin takes none
    send: (message) => channel.postMessage(message),
    listen(listener) {
      const receive = ({ data }: MessageEvent) => listener(data)
      channel.addEventListener('message', receive)
      return () => channel.removeEventListener('message', receive)
    },
  }
}
