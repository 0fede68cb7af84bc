import type { Replay } from '@pitboard/contract/live/replay'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { EventFeed } from '../../features/race-control/event-feed.tsx'
import { FlagBanner } from '../../features/race-control/flag-banner.tsx'
import { createLiveStore } from '../../features/live/live-store.ts'
import { TimingTower } from '../../features/timing-tower/timing-tower.tsx'
import { TrackMap } from '../../features/track-map/track-map.tsx'
import { LiveStoreContext } from '../../features/live/use-live.ts'
import { WeatherPanel } from '../../features/race-control/weather-panel.tsx'
import { ReplayControls } from '../../features/replay/replay-controls.tsx'
import { type Moment, momentMs } from '../../features/replay/replay-moment.ts'
import {
  createReplayPlayer,
  readReplayChunk,
  replayState,
} from '../../features/replay/replay-player.ts'
import { sessionName } from '../../features/session/session-name.ts'
import { useText } from '../../messages/use-text.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ButtonLink } from '../../ui/buttons/link.tsx'

interface SessionReplayProps {
  readonly session: SessionDetail
  /** Where to begin. */
  readonly moment: Moment
  readonly onMoment: (seconds: number) => void
}

/** A recorded session on the parts of the live page. */
export function SessionReplay({ session, moment, onMoment }: SessionReplayProps) {
  const text = useText()
  const { data, error } = useQuery(replayState(session.id))
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h1 className="text-3xl break-words sm:text-4xl">
          {session.trackName} <span className="text-muted">{sessionName(session, text)}</span>
        </h1>
        <ButtonLink to="/sessions/$sessionId" params={{ sessionId: session.id }}>
          {text('replay.result')}
        </ButtonLink>
      </div>
      {error && <EmptyState title={text('replay.none')}>{text('replay.noneWhy')}</EmptyState>}
      {!error && !data?.replay && (
        <p role="status" className="text-muted">
          {text('replay.preparing', { percent: Math.floor((data?.progress ?? 0) * 100) })}
        </p>
      )}
      {data?.replay && (
        <Played
          id={session.id}
          replay={data.replay}
          beginMs={momentMs(moment, data.replay)}
          onMoment={(atMs) => onMoment(Math.floor(atMs / 1000))}
        />
      )}
    </div>
  )
}

interface PlayedProps {
  readonly id: string
  readonly replay: Replay
  readonly beginMs: number
  readonly onMoment: (atMs: number) => void
}

function Played({ id, replay, beginMs: given, onMoment }: PlayedProps) {
  const [{ store, player }] = useState(() => {
    const store = createLiveStore()
    const player = createReplayPlayer({
      replay,
      readChunk: (number) => readReplayChunk(id, replay.version, number),
      receive: store.receive,
      now: () => performance.now(),
    })
    return { store, player }
  })
  const [beginMs] = useState(given)
  useEffect(() => {
    void player.seek(beginMs)
    return player.pause
  }, [player, beginMs])
  return (
    <LiveStoreContext value={store}>
      <ReplayControls player={player} replay={replay} onMoment={onMoment} />
      <FlagBanner />
      <div className="grid gap-4 wide:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_27rem]">
        <div className="min-w-0">
          <TimingTower />
        </div>
        <div className="flex min-w-0 flex-col gap-4 max-wide:order-first">
          <TrackMap />
          <WeatherPanel />
          <EventFeed />
        </div>
      </div>
    </LiveStoreContext>
  )
}
