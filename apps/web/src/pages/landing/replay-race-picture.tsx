import { type ReactNode, useEffect, useState } from 'react'
import { createLiveStore } from '../../features/live/live-store.ts'
import { createReplayPlayer } from '../../features/race-preview/play-replay.ts'
import { RacePicture } from './race-picture.tsx'
import { createReplay, type ReplayRace } from '../../features/race-preview/replay.ts'
import { LiveStoreContext } from '../../features/live/use-live.ts'

interface ReplayedProps {
  readonly race: ReplayRace
  readonly caption: ReactNode
  readonly note: ReactNode
}

/** A race that is over, driven again; it stands still for those who want less motion. */
export function Replayed({ race, caption, note }: ReplayedProps) {
  const [{ store, player }] = useState(() => {
    const store = createLiveStore()
    return { store, player: createReplayPlayer(createReplay(race), store) }
  })
  const [playing, setPlaying] = useState(
    () => !matchMedia('(prefers-reduced-motion: reduce)').matches,
  )
  useEffect(() => {
    if (!playing) return
    player.play()
    return player.pause
  }, [player, playing])
  return (
    <LiveStoreContext value={store}>
      <RacePicture caption={caption} note={note} playing={playing} onPlaying={setPlaying} />
    </LiveStoreContext>
  )
}
