import './overlay.css'
import { useEffect, useState } from 'react'
import { followLive } from '../../features/live/live-socket.ts'
import { createLiveStore, type LiveView } from '../../features/live/live-store.ts'
import { LiveStoreContext, useLiveView } from '../../features/live/use-live.ts'
import { createLiveClock } from '../../features/time-bar/live-clock.ts'
import type { PlainKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import type { OverlayOptions } from './overlay-options.ts'
import { BattleStrip, LeaderStrip, RaceControlMessage, SessionStrip } from './overlay-parts.tsx'
import { OverlayTower } from './overlay-tower.tsx'

interface OverlayProps {
  /** Of the socket that it follows. */
  readonly path: string
  readonly options: OverlayOptions
}

/** A live session as a transparent page that lies over the picture of a stream. */
export function Overlay({ path, options }: OverlayProps) {
  const { delaySeconds } = options
  const [{ store, clock }] = useState(() => {
    const live = createLiveStore()
    return { store: live, clock: createLiveClock(live, delaySeconds * 1000) }
  })
  useEffect(() => {
    const stopClock = clock.start()
    const stopFollowing = followLive(path, clock.receiver)
    return () => {
      stopFollowing()
      stopClock()
    }
  }, [path, clock])
  return (
    <LiveStoreContext value={store}>
      <OverlayParts options={options} />
    </LiveStoreContext>
  )
}

/** `hidden`: there is nothing to show. Only `current` values are of now. */
type OverlayState = 'hidden' | 'current' | 'noData' | 'lost' | 'ended' | 'notLive'

/** What the shown values are worth. A silent server is noticed too, not only a closed connection. */
function overlayState({ session, connection: { kind }, silentSeconds }: LiveView): OverlayState {
  if (session === null) return kind === 'notFound' ? 'notLive' : 'hidden'
  if (kind === 'ended' || kind === 'notFound') return 'ended'
  if (silentSeconds > 0 || kind === 'outdated') return 'lost'
  return session.receiving ? 'current' : 'noData'
}

const LABELS: Readonly<Record<Exclude<OverlayState, 'hidden' | 'current'>, PlainKey>> = {
  noData: 'live.noData',
  lost: 'overlay.lost',
  ended: 'live.ended',
  notLive: 'live.notLive',
}

function OverlayParts({ options }: Pick<OverlayProps, 'options'>) {
  const text = useText()
  const state = useLiveView(overlayState)
  const hasSession = useLiveView(({ session }) => session !== null)
  useReloadWhenOutdated()
  const { parts, columns, rows, theme } = options
  const has = (part: OverlayOptions['parts'][number]) => hasSession && parts.includes(part)
  return (
    <main className="overlay" data-theme={theme} data-state={state}>
      {!has('strip') && <h1 className="sr-only">{text('overlay.heading')}</h1>}
      <div className="overlay-top">
        {has('strip') && <SessionStrip />}
        <output>
          {state !== 'hidden' && state !== 'current' && (
            <span className="overlay-panel timing block px-4 py-2 text-subhead font-semibold text-secondary">
              {text(LABELS[state])}
            </span>
          )}
        </output>
      </div>
      {has('tower') && <OverlayTower columns={columns} rows={rows} />}
      <div className="overlay-bottom">
        {has('message') && <RaceControlMessage />}
        {has('battle') && <BattleStrip />}
        {has('leaders') && <LeaderStrip />}
      </div>
    </main>
  )
}

const RELOAD_MS = 10_000

/** Nobody is there to reload the page of a stream. Spread, so that not all ask the new server at once. */
function useReloadWhenOutdated(): void {
  const isOutdated = useLiveView(({ connection }) => connection.kind === 'outdated')
  useEffect(() => {
    if (!isOutdated) return
    const timer = setTimeout(() => location.reload(), RELOAD_MS * (1 + Math.random()))
    return () => clearTimeout(timer)
  }, [isOutdated])
}
