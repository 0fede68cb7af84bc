import './live-view.css'
import { type ReactNode, useRef, useState } from 'react'
import { DriverFocusProvider } from '../../features/live/driver-focus.tsx'
import {
  SessionClock,
  SessionHeading,
  SessionProgress,
} from '../../features/live/session-progress.tsx'
import { FlagSign } from '../../features/race-control/flag-sign.tsx'
import { LatestMessage } from '../../features/race-control/latest-message.tsx'
import { RaceControlPanel } from '../../features/race-control/race-control-panel.tsx'
import { WeatherPanel } from '../../features/race-control/weather-panel.tsx'
import { TimingTower } from '../../features/timing-tower/timing-tower.tsx'
import { TrackMap } from '../../features/track-map/track-map.tsx'
import { useText } from '../../messages/use-text.ts'
import { useShortcuts } from './use-shortcuts.ts'

interface LiveViewProps {
  /** How fresh the values are, or which recording plays. */
  readonly state: ReactNode
  /** What plays or rewinds the session. */
  readonly timeBar?: ReactNode
}

/**
 * A session that is driven or played again, on one screen: a strip, the tower, and the panels beside
 * it. On a phone the tower, the map and race control are pages side by side.
 */
export function LiveView({ state, timeBar }: LiveViewProps) {
  const [isFrameHidden, setFrameHidden] = useState(false)
  useShortcuts({ f: () => setFrameHidden((hidden) => !hidden) })
  return (
    <DriverFocusProvider>
      <div className="live-view" data-frame={isFrameHidden ? 'hidden' : 'shown'}>
        <header className="live-strip flex min-w-0 items-center gap-3 border-b border-line bg-panel px-3 lg:gap-5">
          <SessionHeading />
          <SessionProgress />
          <SessionClock />
          <FlagSign />
          <LatestMessage />
          <div className="ml-auto flex shrink-0 items-center gap-3">{state}</div>
        </header>
        <Pages />
        {timeBar !== undefined && <div className="live-time">{timeBar}</div>}
      </div>
    </DriverFocusProvider>
  )
}

const PAGES = ['tower', 'map', 'feed'] as const
type PageName = (typeof PAGES)[number]

/** Swiping is scrolling: the pages of a phone lie side by side and snap. */
function Pages() {
  const text = useText()
  const pager = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<PageName>('tower')

  function follow() {
    const element = pager.current
    if (!element || element.scrollWidth <= element.clientWidth) return
    setShown(PAGES[Math.round(element.scrollLeft / element.clientWidth)] ?? 'tower')
  }

  function turnTo(page: PageName) {
    const element = pager.current
    element?.scrollTo({ left: PAGES.indexOf(page) * element.clientWidth, behavior: 'smooth' })
  }

  const labels = { tower: 'screen.timing', map: 'screen.map', feed: 'screen.feed' } as const
  return (
    <>
      <nav aria-label={text('screen.parts')} className="live-tabs bg-page">
        {PAGES.map((page) => (
          <button
            key={page}
            type="button"
            aria-pressed={page === shown}
            onClick={() => turnTo(page)}
            className="timing control flex-1 border-b-2 border-transparent text-lg text-muted aria-pressed:border-text aria-pressed:font-semibold aria-pressed:text-text"
          >
            {text(labels[page])}
          </button>
        ))}
      </nav>
      <div ref={pager} className="live-pages" onScroll={follow}>
        <div className="live-tower">
          <TimingTower />
        </div>
        <div className="live-side">
          <div className="live-group">
            <div className="live-map">
              <TrackMap />
            </div>
            <div>
              <WeatherPanel />
            </div>
          </div>
          <div className="live-group">
            <div className="live-feed">
              <RaceControlPanel />
            </div>
          </div>
        </div>
      </div>
    </>
  )
}
