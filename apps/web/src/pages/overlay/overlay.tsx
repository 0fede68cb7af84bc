import './overlay.css'
import './overlay-scenes.css'
import type { EmbeddedSeason } from '@pitboard/contract/site/embeds'
import { useLiveNamesakes } from '../../features/race/car-identity.ts'
import type { LiveStore } from '../../features/race/live-store.ts'
import { LiveStoreContext, useLiveView } from '../../features/race/use-live.ts'
import { useText } from '../../messages/use-text.ts'
import type { OverlayOptions } from './overlay-options.ts'
import { BattleStrip, LeaderStrip, RaceControlMessage, SessionStrip } from './overlay-parts.tsx'
import { OverlaySceneView } from './overlay-scenes.tsx'
import { OverlayTower } from './overlay-tower.tsx'
import { useScene } from './use-scene.ts'
import {
  followedState,
  STATE_LABELS,
  useFollowedLive,
  useReloadWhenOutdated,
} from './use-followed-live.ts'

interface OverlayProps {
  /** The overlay follows the socket at this path. */
  readonly path: string
  readonly options: OverlayOptions
}

/** Shows a live session as a transparent page that lies over the picture of a stream. */
export function Overlay({ path, options }: OverlayProps) {
  const store = useFollowedLive(path, options.delaySeconds)
  return <OverlayOf store={store} options={options} season={null} />
}

interface OverlayOfProps extends Pick<OverlayProps, 'options'> {
  readonly store: LiveStore
  /** Null stands for the one that the session counts in. */
  readonly season: EmbeddedSeason | null
}

/** Shows the overlay of any race, which may be a sample. */
export function OverlayOf({ store, ...props }: OverlayOfProps) {
  return (
    <LiveStoreContext value={store}>
      <OverlayParts {...props} />
    </LiveStoreContext>
  )
}

function OverlayParts({ options, season }: Omit<OverlayOfProps, 'store'>) {
  const t = useText()
  const state = useLiveView(followedState)
  const hasSession = useLiveView(({ session }) => session !== null)
  useReloadWhenOutdated(useLiveView(({ connection }) => connection.kind === 'outdated'))
  const choice = useScene(options.sceneSecret)
  useLiveNamesakes()
  const { parts, columns, rows, theme } = options
  const has = (part: OverlayOptions['parts'][number]) =>
    hasSession && choice.scene === 'parts' && parts.includes(part)
  return (
    <main className="overlay" data-theme={theme} data-state={state}>
      {!has('strip') && <h1 className="sr-only">{t('overlay.heading')}</h1>}
      <div className="overlay-top">
        {has('strip') && <SessionStrip />}
        <output>
          {state !== 'hidden' && state !== 'current' && (
            <span className="overlay-panel timing block px-4 py-2 text-subhead font-semibold text-secondary">
              {t(STATE_LABELS[state])}
            </span>
          )}
        </output>
      </div>
      {hasSession && <OverlaySceneView choice={choice} season={season} />}
      {has('tower') && <OverlayTower columns={columns} rows={rows} />}
      {/* A scene has its own part at the bottom, which this one would push up. */}
      {choice.scene === 'parts' && (
        <div className="overlay-bottom">
          {has('message') && <RaceControlMessage />}
          {has('battle') && <BattleStrip />}
          {has('leaders') && <LeaderStrip />}
        </div>
      )}
    </main>
  )
}
