import { isWeatherNews } from '../../features/race-control/weather-change.ts'
import { useDriverFocus } from '../../features/race/driver-focus.tsx'
import { LiveInSight } from '../../features/live/live-in-sight.tsx'
import { EVERY_STATE, READ, RUNNING, type SightPace } from '../../features/live/sight-store.ts'
import { liveSeason } from '../../features/live/live-season.ts'
import { useLive, useSessionKind } from '../../features/race/use-live.ts'
import { useIsPhone } from '../../features/live/use-view-preset.ts'
import { useStore } from '../../state/store.ts'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { isPanelOf, type Panel, panelChoice } from './panel-choice.ts'

/** The panels with messages of race control need these texts. */
const MESSAGE_TEXTS = ['feed', 'penalties'] as const

const RaceControlPanel = lazyPart(
  async () => (await import('../../features/race-control/race-control-panel.tsx')).RaceControlPanel,
  { texts: MESSAGE_TEXTS, fallback: null },
)

/** The newest message stands in the strip, which has its place before it is there. */
export const LatestMessage = lazyPart(
  async () => (await import('../../features/race-control/latest-message.tsx')).LatestMessage,
  { texts: MESSAGE_TEXTS, fallback: null },
)

/** Sound and notifications are for a session that is being driven. */
export const MessageAlerts = lazyPart(
  async () => (await import('../../features/race-control/message-alerts.tsx')).MessageAlerts,
  { texts: MESSAGE_TEXTS, fallback: null },
)

const TrackMap = lazyPart(
  async () => (await import('../../features/track-map/track-map.tsx')).TrackMap,
  { fallback: null },
)

// These panels stand beside the tower, which does not wait for them. The map's place has its height before the map is
// there.
void TrackMap.preload()
void RaceControlPanel.preload()
void LatestMessage.preload()

const LatePanel = lazyPart(
  async () => (await import('./late-panels.tsx')).LatePanel,
  // The placeholder is about as high as a panel, so that race control has its height at once.
  { texts: ['panels'], fallback: <Skeleton className="h-48" /> },
)

/** Shows the panels of a group below each other, as far as session, season and followed driver have them. */
export function LivePanels({ panels }: { readonly panels: readonly Panel[] }) {
  const { driverIdx } = useDriverFocus()
  const kind = useSessionKind()
  const countsInSeason = useStore(liveSeason) !== null
  const hasWeather = useHasWeather()
  const isShown = (panel: Panel) => {
    if (panel === 'driver') return driverIdx !== null
    if (panel === 'weather') return hasWeather
    return panel === 'championship' ? countsInSeason : isPanelOf(panel, kind)
  }
  return panels.filter(isShown).map((panel) => {
    // The map has frames of its own: it needs to know when a tick came.
    const part = {
      'data-panel': panel,
      className: 'min-w-0',
      children: (
        <div className="live-panel">
          <PanelContent panel={panel} />
        </div>
      ),
    }
    return panel === 'map' ? (
      <div key={panel} {...part} />
    ) : (
      <LiveInSight key={panel} pace={paceOf(panel)} {...part} />
    )
  })
}

function paceOf(panel: Panel): SightPace {
  // It draws the lap that is driven from the states.
  if (panel === 'timeTrial') return EVERY_STATE
  return panel === 'driver' || panel === 'qualifying' ? RUNNING : READ
}

/** A line in the strip is enough for weather that stays, unless somebody chose the panel. */
function useHasWeather(): boolean {
  const isChosen = useStore(panelChoice.choices)[useSessionKind()] !== null
  const isNews = useLive(isWeatherNews) ?? false
  return useIsPhone() || isChosen || isNews
}

function PanelContent({ panel }: { readonly panel: Panel }) {
  switch (panel) {
    case 'map':
      return <TrackMap />
    case 'raceControl':
      return <RaceControlPanel />
    default:
      return <LatePanel panel={panel} />
  }
}
