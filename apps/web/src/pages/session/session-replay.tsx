import type { Replay } from '@pitboard/contract/live/replay'
import type { TimelineMarks } from '@pitboard/analysis/live/timeline-marks'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { createLiveStore } from '../../features/race/live-store.ts'
import { LiveStoreContext } from '../../features/race/use-live.ts'
import { type Moment, momentMs } from '../../features/time-bar/moment.ts'
import { createPlayer } from '../../features/time-bar/player.ts'
import {
  createRecordedTimeline,
  readChunk,
  replayState,
} from '../../features/time-bar/recorded-timeline.ts'
import { TimeBar } from '../../features/time-bar/time-bar.tsx'
import { chooseSeason } from '../../timing/choose-season.ts'
import { seasonsOf } from '../../features/session/session-queries.ts'
import { createStore } from '../../state/store.ts'
import { useText } from '../../messages/use-text.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ButtonLink } from '../../ui/buttons/link.tsx'
import { useNamesOf } from '../../timing/season-names.ts'
import { LiveView } from '../live/live-view.tsx'
import { useSharedClock } from '../live/part-window.ts'
import { QueryContent } from '../../ui/shell/query-content.tsx'

interface SessionReplayProps {
  readonly session: SessionDetail
  /** The replay begins there. */
  readonly moment: Moment
  readonly onMoment: (seconds: number) => void
  /** It is known without the replay, and shown until that is prepared, which can take a minute. */
  readonly result: ReactNode
}

/** Shows a recorded session on the parts of the live page. */
export function SessionReplay({ session, moment, onMoment, result }: SessionReplayProps) {
  const t = useText()
  const query = useQuery(replayState(session.id))
  const showProgress = (progress: number) => (
    <>
      <p role="status" className="mb-4 rounded-m border border-line bg-panel px-4 py-2">
        {t('replay.preparing', { percent: Math.floor(progress * 100) })}
      </p>
      {result}
    </>
  )
  return (
    <QueryContent
      query={query}
      placeholder={showProgress(0)}
      renderError={() => <EmptyState title={t('replay.none')}>{t('replay.noneWhy')}</EmptyState>}
    >
      {({ replay, progress }) =>
        replay ? (
          <Played
            session={session}
            replay={replay}
            beginMs={momentMs(moment, replay)}
            onMoment={(atMs) => onMoment(Math.floor(atMs / 1000))}
          />
        ) : (
          showProgress(progress ?? 0)
        )
      }
    </QueryContent>
  )
}

interface PlayedProps {
  readonly session: Pick<SessionDetail, 'id' | 'userId'>
  readonly replay: Replay
  readonly beginMs: number
  readonly onMoment: (atMs: number) => void
}

/** A link to the beginning leads to the start of the race: nobody waits on the grid. */
const GRID_MS = 3_000

function Played({ session: { id, userId }, replay, beginMs: given, onMoment }: PlayedProps) {
  const t = useText()
  const [{ store, player }] = useState(() => {
    const store = createLiveStore({ kind: 'replay' })
    const path = `/api/Sessions/${encodeURIComponent(id)}/replay`
    const now = () => performance.now()
    const timeline = createRecordedTimeline(
      replay,
      (number, signal) => readChunk(path, replay.version, number, signal),
      now,
    )
    const player = createPlayer({ timeline, show: store.show, now })
    return { store, player }
  })
  const [marks] = useState(() => createStore<TimelineMarks>(replay))
  const [beginMs] = useState(() => (given === 0 ? startMs(replay) : given))
  useEffect(() => {
    const unsubscribe = player.subscribe(() => store.setSpeed(player.view().speed))
    player.start()
    // This runs first, before the clock is shared: it sends no command to other windows, and follows none that comes
    // meanwhile.
    player.play()
    void player.seek(beginMs)
    return () => {
      unsubscribe()
      player.stop()
    }
  }, [player, store, beginMs])
  useSharedClock(player, id)
  const { data: seasons = [] } = useQuery(seasonsOf(id))
  useNamesOf(chooseSeason(seasons, userId))
  return (
    <LiveStoreContext value={store}>
      <LiveView
        state={
          <ButtonLink
            look="plain"
            size="small"
            to="/sessions/$sessionId"
            params={{ sessionId: id }}
          >
            {t('replay.result')}
          </ButtonLink>
        }
        timeBar={
          <TimeBar
            player={player}
            marks={marks}
            isLive={false}
            onMoment={(atMs) => atMs !== null && onMoment(atMs)}
          />
        }
      />
    </LiveStoreContext>
  )
}

function startMs({ events }: Replay): number {
  const lightsOut = events.find(({ kind }) => kind === 'lightsOut')
  return Math.max(0, (lightsOut?.atMs ?? 0) - GRID_MS)
}
