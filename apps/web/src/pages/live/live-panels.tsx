import type { ComponentType } from 'react'
import { WeatherPanel } from '../../features/race-control/weather-panel.tsx'
import { TrackMap } from '../../features/track-map/track-map.tsx'
import { useDriverFocus } from '../../features/live/driver-focus.tsx'
import { loadNamespace } from '../../messages/language.ts'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import type { Panel } from './panel-choice.ts'

const RaceControlPanel = lazyPart(
  async () => {
    const [panel] = await Promise.all([
      import('../../features/race-control/race-control-panel.tsx'),
      loadNamespace('penalties'),
    ])
    return panel.RaceControlPanel
  },
  { fallback: null },
)

/** The newest message in the strip, which has its place before it is there. */
export const LatestMessage = lazyPart(
  async () => {
    const [message] = await Promise.all([
      import('../../features/race-control/latest-message.tsx'),
      loadNamespace('penalties'),
    ])
    return message.LatestMessage
  },
  { fallback: null },
)

/** Sound and notifications, for a session that is being driven. */
export const MessageAlerts = lazyPart(
  async () => {
    const [alerts] = await Promise.all([
      import('../../features/race-control/message-alerts.tsx'),
      loadNamespace('penalties'),
    ])
    return alerts.MessageAlerts
  },
  { fallback: null },
)

// Beside the tower, which stands without them.
void RaceControlPanel.preload()
void LatestMessage.preload()

const DriverPanel = lazyPart(
  async () => {
    await loadNamespace('panels')
    return (await import('../../features/driver-panel/driver-panel.tsx')).DriverPanel
  },
  { fallback: null },
)

const COMPONENTS: Readonly<Record<Panel, ComponentType>> = {
  map: TrackMap,
  weather: WeatherPanel,
  driver: DriverPanel,
  raceControl: RaceControlPanel,
}

/** The panels of a group below each other; that of the driver is there while one is followed. */
export function LivePanels({ panels }: { readonly panels: readonly Panel[] }) {
  const { driverIdx } = useDriverFocus()
  const shown = panels.filter((panel) => panel !== 'driver' || driverIdx !== null)
  return shown.map((panel) => {
    const Component = COMPONENTS[panel]
    return (
      <div key={panel} data-panel={panel} className="min-w-0">
        <Component />
      </div>
    )
  })
}
