import { EventFeed } from '../../features/race-control/event-feed.tsx'
import { FlagBanner } from '../../features/race-control/flag-banner.tsx'
import { LiveHeader } from '../../features/live/live-header.tsx'
import { TimingTower } from '../../features/timing-tower/timing-tower.tsx'
import { TrackMap } from '../../features/track-map/track-map.tsx'
import { WeatherPanel } from '../../features/race-control/weather-panel.tsx'

/** The tower has the left of a wide page; below that the map comes first, then the tower. */
export function LiveSessionView() {
  return (
    <div className="flex flex-col gap-4">
      <LiveHeader />
      <FlagBanner />
      <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_18rem] wide:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_27rem] wide:grid-rows-[auto_auto_1fr]">
        <div className="wide:col-start-2">
          <TrackMap />
        </div>
        <div className="min-w-0 max-md:row-start-2 md:max-wide:col-span-2 md:max-wide:row-start-2 wide:col-start-1 wide:row-span-3 wide:row-start-1">
          <TimingTower />
        </div>
        <div className="grid wide:col-start-2 wide:row-start-2">
          <WeatherPanel />
        </div>
        <div className="md:max-wide:col-span-2 wide:col-start-2 wide:row-start-3">
          <EventFeed />
        </div>
      </div>
    </div>
  )
}
