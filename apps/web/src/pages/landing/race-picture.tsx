import type { LiveSession } from '@pitboard/contract/live/live'
import type { ReactNode } from 'react'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { ShortTower } from '../../features/timing-tower/table/short-tower.tsx'
import { TrackPicture } from '../../features/track-map/track-picture.tsx'
import { formatClock } from '../../timing/format-date.ts'
import { endsByTime } from '@pitboard/contract/wire/session-kind'
import { leaderLap } from '../../features/race/standing.ts'
import { useLive } from '../../features/race/use-live.ts'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'

/**
 * This many rows stand on a wide first screen together with the title and the actions; on others the last three are not
 * shown.
 */
const ROWS = 12
const FEWER_ROWS = 'max-wide:[&_tbody_tr:nth-child(n+10)]:hidden!'

interface RacePictureProps {
  /** It says what is seen: a live race, a replay or a sample, and the way to it. */
  readonly caption: ReactNode
  /** It says how it was made, where it is not the race itself. */
  readonly note?: ReactNode
  readonly playing: boolean
  readonly onPlaying: (playing: boolean) => void
}

/** Shows a race in small: the map and the first cars, which can be stopped. */
export function RacePicture({ caption, note, playing, onPlaying }: RacePictureProps) {
  const t = useText()
  return (
    <div className="flex flex-col gap-2">
      <div className="flex min-h-20 items-center gap-x-4 sm:min-h-11">
        <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">{caption}</p>
        <LapProgress />
        <IconButton
          icon={playing ? 'pause' : 'play'}
          label={t(playing ? 'landing.pause' : 'landing.play')}
          onClick={() => onPlaying(!playing)}
        />
      </div>
      <div className="grid gap-3 md:grid-cols-[minmax(0,1fr)_21rem] wide:grid-cols-[minmax(0,1fr)_25rem]">
        <TrackPicture />
        <div className={`min-w-0 ${FEWER_ROWS}`}>
          <ShortTower rows={ROWS} />
        </div>
      </div>
      <p className="min-h-6 text-small text-muted">{note}</p>
    </div>
  )
}

/** Shows how far the session is: the leader's lap, or the time that is left. */
function LapProgress() {
  const t = useText()
  const progress = useLive((session) => progressWords(session, t))
  return <p className="timing shrink-0 text-subhead font-semibold">{progress}</p>
}

function progressWords(session: LiveSession, t: Text): string {
  const { sessionType, sessionTimeLeft, numberOfLaps: laps } = session
  if (endsByTime(sessionType)) return formatClock(sessionTimeLeft)
  const lap = leaderLap(session)
  return laps
    ? t('landing.lapOf', { lap: Math.min(lap, laps), laps })
    : t('live.lapNumber', { lap })
}

/** It is the place of the tour below the race, about as high as its parts once they have loaded. */
export const TOUR_PLACE =
  'mt-4 grid min-h-[215rem] sm:min-h-[224rem] wide:min-h-[137rem] min-[120rem]:min-h-[153rem]'

/** Without a recorded race some parts have no example: their place is smaller, and just holds what stands there while a season is fetched. */
export const SAMPLE_TOUR_PLACE =
  'mt-4 grid min-h-[160rem] sm:min-h-[183rem] wide:min-h-[110rem] min-[120rem]:min-h-[127rem]'

/** The skeleton is as large as the race that replaces it and the tour below. */
export function PictureSkeleton() {
  return (
    <>
      <RaceSkeleton />
      <div className={TOUR_PLACE} />
    </>
  )
}

function RaceSkeleton() {
  return (
    <div className="flex flex-col gap-2">
      <div className="min-h-20 sm:min-h-11" />
      <div className="grid gap-3 md:grid-cols-[minmax(0,1fr)_21rem] wide:grid-cols-[minmax(0,1fr)_25rem]">
        <Skeleton className="h-60 sm:h-72 md:h-auto" />
        <Skeleton className="h-[22.4rem] wide:h-[29.2rem]" />
      </div>
      <div className="min-h-6" />
    </div>
  )
}
