import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { LiveClock } from '../../features/time-bar/live-clock.ts'
import { readMoment } from '../../features/time-bar/moment.ts'
import { TimeBar } from '../../features/time-bar/time-bar.tsx'
import { useLive } from '../../features/race/use-live.ts'
import { useSharedClock } from './part-window.ts'

/** Shows the time bar of a session that is being driven; `?t=83` leads to a second of it. */
export function LiveTimeBar({ clock: { player, timeline } }: { readonly clock: LiveClock }) {
  const navigate = useNavigate()
  const { t = '' } = useSearch({ strict: false })
  useSharedClock(
    player,
    useLive(({ id }) => id),
  )
  const [moment] = useState(() => readMoment(t))
  useEffect(() => {
    if (moment?.kind === 'second') void player.seek(moment.second * 1000)
  }, [player, moment])
  return (
    <TimeBar
      player={player}
      marks={timeline.marks}
      isLive
      onMoment={(atMs) =>
        void navigate({
          to: '.',
          search: (before: object) => ({
            ...before,
            t: atMs === null ? '' : String(Math.floor(atMs / 1000)),
          }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  )
}
