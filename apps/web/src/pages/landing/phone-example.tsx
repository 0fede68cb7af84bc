import { ShortTower } from '../../features/timing-tower/table/short-tower.tsx'
import { TrackPicture } from '../../features/track-map/track-picture.tsx'
import { useLive } from '../../features/race/use-live.ts'
import { LapProgress } from './race-picture.tsx'

const ROWS = 7

/** The race of this page as a phone shows it. The same race stands at the top for those who hear the page. */
export function PhoneExample() {
  const track = useLive((session) => session.trackName) ?? ''
  return (
    <div
      inert
      className="mx-auto w-full max-w-[22rem] rounded-[2.25rem] border border-line-strong bg-raised p-2.5 shadow-overlay"
    >
      <div className="flex flex-col gap-2 overflow-hidden rounded-[1.75rem] bg-page px-2 pt-3 pb-4">
        <div className="timing flex items-center justify-between px-2 text-timing font-semibold">
          <span className="truncate">{track}</span>
          <LapProgress />
        </div>
        <ShortTower rows={ROWS} />
        <TrackPicture />
      </div>
    </div>
  )
}
