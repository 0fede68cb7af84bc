import type { Replay } from '@pitboard/contract/live/replay'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { createLiveStore } from '../../features/live/live-store.ts'
import { LiveStoreContext } from '../../features/live/use-live.ts'
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
import { LiveView } from '../live/live-view.tsx'

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
  if (error) return <EmptyState title={text('replay.none')}>{text('replay.noneWhy')}</EmptyState>
  if (!data?.replay) {
    return (
      <>
        <h1 className="text-3xl break-words sm:text-4xl">
          {session.trackName} <span className="text-muted">{sessionName(session, text)}</span>
        </h1>
        <p role="status" className="text-muted">
          {text('replay.preparing', { percent: Math.floor((data?.progress ?? 0) * 100) })}
        </p>
      </>
    )
  }
  return (
    <Played
      id={session.id}
      replay={data.replay}
      beginMs={momentMs(moment, data.replay)}
      onMoment={(atMs) => onMoment(Math.floor(atMs / 1000))}
    />
  )
}

interface PlayedProps {
  readonly id: string
  readonly replay: Replay
  readonly beginMs: number
  readonly onMoment: (atMs: number) => void
}

function Played({ id, replay, beginMs: given, onMoment }: PlayedProps) {
  const text = useText()
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
      <LiveView
        state={
          <ButtonLink size="small" to="/sessions/$sessionId" params={{ sessionId: id }}>
            {text('replay.result')}
          </ButtonLink>
        }
        timeBar={<ReplayControls player={player} replay={replay} onMoment={onMoment} />}
      />
    </LiveStoreContext>
  )
}
