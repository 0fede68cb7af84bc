import './live-view.css'
import { type ReactNode, useEffect, useInsertionEffect, useRef, useState } from 'react'
import { DriverFocusProvider } from '../../features/live/driver-focus-provider.tsx'
import {
  SessionClock,
  SessionHeading,
  SessionProgress,
} from '../../features/live/session-progress.tsx'
import { liveSeason } from '../../features/live/live-season.ts'
import { engineerSwitch, switchEngineer } from '../../features/engineer/engineer-switch.ts'
import { FlagSign } from '../../features/race-control/flag-sign.tsx'
import { switchGap } from '../../features/timing-tower/columns/gap-choice.ts'
import { switchOrder } from '../../features/timing-tower/columns/order-choice.ts'
import { TimingTower } from '../../features/timing-tower/timing-tower.tsx'
import { LiveInSight } from '../../features/live/live-in-sight.tsx'
import { useLiveNamesakes } from '../../features/race/car-identity.ts'
import { useIsStale, useLive, useLiveView, useSessionKind } from '../../features/race/use-live.ts'
import { WeatherLine } from '../../features/race-control/weather-line.tsx'
import { useIsPaged, useViewPreset } from '../../features/live/use-view-preset.ts'
import { useText } from '../../messages/use-text.ts'
import { useStore } from '../../state/store.ts'
import { ButtonLink, TextLink } from '../../ui/buttons/link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { useShortcuts } from '../../ui/use-shortcuts.ts'
import { useFocusShortcuts } from './focus-shortcuts.ts'
import { followFullScreen, frameChoice } from './frame-choice.ts'
import { LatestMessage, LivePanels } from './live-panels.tsx'
import { groupPanels, type Panel, type PanelGroup, useShownPanels } from './panel-choice.ts'
import { usePartPanel } from './part-window.ts'
import { PresetLinks, usePresetLinks } from './preset-links.tsx'
import { ViewTools } from './view-tools.tsx'

const EngineerVoice = lazyPart(
  async () => (await import('../../features/engineer/engineer-voice.tsx')).EngineerVoice,
  { texts: ['engineer', 'feed', 'penalties', 'screen'], fallback: null },
)

const RaceMoments = lazyPart(
  async () => (await import('../../features/race-control/race-moments.tsx')).RaceMoments,
  { fallback: null },
)

const AfterTheEnd = lazyPart(async () => (await import('./after-the-end.tsx')).AfterTheEnd, {
  fallback: null,
})

interface LiveViewProps {
  /** It says how fresh the values are, or which recording plays. */
  readonly state: ReactNode
  /** It plays or rewinds the session. */
  readonly timeBar?: ReactNode
}

/**
 * Shows a session that is driven or played again, on one screen: a strip, the tower, and the panels beside it. On a
 * phone the tower and each group of panels are pages side by side.
 */
export function LiveView(props: LiveViewProps) {
  return (
    <DriverFocusProvider>
      <View {...props} />
    </DriverFocusProvider>
  )
}

function View({ state, timeBar }: LiveViewProps) {
  const preset = useViewPreset(useSessionKind())
  const part = usePartPanel()
  const isFrameHidden = useStore(frameChoice) ?? (preset === 'broadcast' || part !== null)
  const presetKeys = usePresetLinks()
  const isQualifying = useSessionKind() === 'qualifying'
  const t = useText()
  const keys = useRef<HTMLDivElement>(null)
  const hasEngineer = useStore(engineerSwitch)
  useLiveNamesakes()
  // This effect runs before the tower measures its room.
  useInsertionEffect(() => {
    const { dataset } = document.documentElement
    dataset['screen'] = isFrameHidden ? 'full' : 'framed'
    dataset['preset'] = preset
    return () => {
      delete dataset['screen']
      delete dataset['preset']
    }
  }, [isFrameHidden, preset])
  useEffect(followFullScreen, [])
  useShortcuts({
    f: () => frameChoice.set(!isFrameHidden),
    g: switchGap,
    ...(isQualifying ? { o: switchOrder } : {}),
    e: switchEngineer,
    '?': () => keys.current?.showPopover(),
    ...presetKeys,
    ...useFocusShortcuts(),
  })
  return (
    <div
      className="live-view"
      data-stale={useIsStale()}
      data-alone={useLive(({ drivers }) => drivers.length === 1) === true}
    >
      <div className="live-strip-place">
        <header className="live-strip flex min-w-0 items-center gap-2 border-b border-line bg-panel px-2 sm:gap-3 sm:px-3">
          <span className="live-back">
            <ButtonLink look="quiet" size="square" to="/live" aria-label={t('live.heading')}>
              <Icon name="chevronLeft" />
            </ButtonLink>
          </span>
          <SessionHeading />
          <SessionProgress />
          <SessionClock />
          <WeatherLine />
          <span className="live-flag">
            <FlagSign />
            <RaceMoments />
          </span>
          <LatestMessage />
          {/* The name of the season gives way before that of the session. */}
          <SeasonLink className="shrink-[99999] max-wide:hidden" />
          <div className="ml-auto flex min-w-0 shrink-0 items-center gap-x-2">
            {state}
            {part === null && <PresetLinks />}
            <ViewTools keys={keys} />
          </div>
        </header>
      </div>
      {hasEngineer && <EngineerVoice />}
      {part === null ? (
        <Pages />
      ) : (
        <div className="live-part">
          <LivePanels panels={[part]} />
        </div>
      )}
      {timeBar !== undefined && <div className="live-time">{timeBar}</div>}
    </div>
  )
}

/** On a phone or tablet the strip has no room for it: it is below the tower then. */
function SeasonLink({ className }: { readonly className: string }) {
  const season = useStore(liveSeason)
  if (!season) return null
  return (
    <p className={`max-w-80 min-w-0 truncate text-small ${className}`}>
      <TextLink to="/seasons/$seasonId" params={{ seasonId: season.id }}>
        {season.title}
      </TextLink>
    </p>
  )
}

function isReadWithRow(panel: Panel): boolean {
  return panel === 'timeTrial' || panel === 'driver'
}

type Page = 'tower' | PanelGroup

const PAGE_NAMES = {
  tower: 'screen.timing',
  map: 'screen.map',
  laps: 'screen.lapsPage',
  feed: 'screen.feed',
  outlook: 'screen.outlook',
} as const

/** Swiping is scrolling: the pages of a phone lie side by side and snap. */
function Pages() {
  const t = useText()
  const pager = useRef<HTMLDivElement>(null)
  const hasEnded = useLiveView(({ connection }) => connection.kind === 'ended')
  const kind = useSessionKind()
  const panels = useShownPanels(kind)
  // One row leaves a phone's page empty: what is read with it stands below.
  const below = useIsPaged() && kind === 'timeTrial' ? panels.filter(isReadWithRow) : []
  const groups = groupPanels(panels.filter((panel) => !below.includes(panel)))
  const pages: readonly Page[] = ['tower', ...groups.map(({ group }) => group)]
  const [shown, setShown] = useState<Page>('tower')

  function followScroll() {
    const element = pager.current
    if (!element || element.scrollWidth <= element.clientWidth) return
    setShown(pages[Math.round(element.scrollLeft / element.clientWidth)] ?? 'tower')
  }

  function turnTo(page: Page) {
    const element = pager.current
    element?.scrollTo({ left: pages.indexOf(page) * element.clientWidth, behavior: 'smooth' })
  }

  return (
    <>
      <nav aria-label={t('screen.parts')} className="live-tabs bg-page">
        {pages.map((page) => (
          <button
            key={page}
            type="button"
            aria-pressed={page === shown}
            onClick={() => turnTo(page)}
            className="timing control flex-1 border-b-2 border-transparent text-timing text-muted aria-pressed:border-text aria-pressed:font-semibold aria-pressed:text-text"
          >
            {t(PAGE_NAMES[page])}
          </button>
        ))}
      </nav>
      <div ref={pager} className="live-pages" onScroll={followScroll}>
        <LiveInSight isFirst className="live-tower">
          {hasEnded && <AfterTheEnd />}
          <TimingTower />
          {below.length > 0 && (
            <div className="mt-2 flex flex-col gap-2">
              <LivePanels panels={below} />
            </div>
          )}
          <SeasonLink className="px-2 py-2.5 wide:hidden" />
        </LiveInSight>
        {groups.length > 0 && (
          <div className="live-side">
            {groups.map(({ group, panels }) => (
              <div key={group} className="live-group">
                <LivePanels panels={panels} />
              </div>
            ))}
          </div>
        )}
      </div>
    </>
  )
}
