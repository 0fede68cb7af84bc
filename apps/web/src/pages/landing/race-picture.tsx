import type { ReactNode } from 'react'
import { useText } from '../../messages/use-text.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { LapProgress } from '../../features/race-preview/lap-progress.tsx'
import { ShortTower } from '../../features/timing-tower/timing-tower.tsx'
import { TrackMap } from '../../features/track-map/track-map.tsx'

const ROWS = 9

interface RacePictureProps {
  /** What is seen: a live race, a replay or a sample, and the way to it. */
  readonly caption: ReactNode
  /** How it was made, where it is not the race itself. */
  readonly note?: ReactNode
  readonly playing: boolean
  readonly onPlaying: (playing: boolean) => void
}

/** A race in small: the map and the first cars, which can be stopped. */
export function RacePicture({ caption, note, playing, onPlaying }: RacePictureProps) {
  const text = useText()
  return (
    <div className="flex flex-col gap-2">
      <div className="flex min-h-20 items-center gap-x-4 sm:min-h-11">
        <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">{caption}</p>
        <LapProgress />
        <IconButton
          icon={playing ? 'pause' : 'play'}
          label={text(playing ? 'landing.pause' : 'landing.play')}
          onClick={() => onPlaying(!playing)}
        />
      </div>
      <div className="grid gap-3 md:grid-cols-[minmax(0,1fr)_21rem] wide:grid-cols-[minmax(0,1fr)_25rem]">
        <TrackMap />
        <ShortTower rows={ROWS} />
      </div>
      <p className="min-h-6 text-small text-muted">{note}</p>
    </div>
  )
}
