import { EventFeed } from './event-feed.tsx'
import { FlagBanner } from './flag-banner.tsx'
import { LiveHeader } from './live-header.tsx'
import { TimingTower } from './timing-tower.tsx'
import { TrackMap } from './track-map.tsx'
import { WeatherPanel } from './weather-panel.tsx'

/** On a wide page the tower has the left; on a narrow one the map comes first, then the tower. */
export function LiveSessionView() {
  return (
    <div className="flex flex-col gap-4">
      <LiveHeader />
      <FlagBanner />
      <div className="grid gap-4 wide:grid-cols-[minmax(0,1fr)_minmax(20rem,27rem)] wide:grid-rows-[auto_1fr] wide:items-start">
        <div className="grid gap-4 wide:col-start-2 wide:row-start-1">
          <TrackMap />
          <WeatherPanel />
        </div>
        <div className="min-w-0 wide:col-start-1 wide:row-span-2 wide:row-start-1">
          <TimingTower />
        </div>
        <div className="wide:col-start-2 wide:row-start-2">
          <EventFeed />
        </div>
      </div>
    </div>
  )
}
