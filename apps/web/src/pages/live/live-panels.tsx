import type { ComponentType } from 'react'
import { RaceControlPanel } from '../../features/race-control/race-control-panel.tsx'
import { WeatherPanel } from '../../features/race-control/weather-panel.tsx'
import { TrackMap } from '../../features/track-map/track-map.tsx'
import { useDriverFocus } from '../../features/live/driver-focus.tsx'
import { loadNamespace } from '../../messages/language.ts'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import type { Panel } from './panel-choice.ts'

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
