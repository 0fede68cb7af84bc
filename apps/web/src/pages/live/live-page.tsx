import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { isUuid } from '@pitboard/contract/wire/uuid'
import { ConnectionState } from '../../features/live/connection-state.tsx'
import { followLive } from '../../features/live/live-socket.ts'
import { createLiveClock } from '../../features/time-bar/live-clock.ts'
import { createLiveStore } from '../../features/race/live-store.ts'
import { LiveTitle, SessionAudience } from '../../features/live/session-progress.tsx'
import { useWakeLock } from '../../features/live/use-wake-lock.ts'
import { LiveStoreContext, useLiveView } from '../../features/race/use-live.ts'
import { sessionDetail } from '../../features/session/session-queries.ts'
import { useText } from '../../messages/use-text.ts'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { PageSkeleton, Skeleton } from '../../ui/states/page-skeleton.tsx'
import { NotFound, PageTitle } from '../../ui/shell/not-found.tsx'
import { MessageAlerts } from './live-panels.tsx'
import { LiveView } from './live-view.tsx'
import { usePartPanel } from './part-window.ts'

export function LiveSessionPage() {
  const { sessionId } = useParams({ from: '/live/$sessionId' })
  const path = `/api/LiveSession/ws/${encodeURIComponent(sessionId)}`
  return (
    <LivePage key={sessionId} id={sessionId} path={path} notLive={<Recorded id={sessionId} />} />
  )
}

export function LiveUserPage() {
  const { userId } = useParams({ from: '/liveUser/$userId' })
  const path = `/api/LiveSession/ws/user/${encodeURIComponent(userId)}`
  return (
    <LivePage
      key={userId}
      id={userId}
      path={path}
      notLive={<NotFound />}
      waiting={<WaitingRoom userId={userId} />}
    />
  )
}

/** Its place looks like it from the start, so that nothing moves or appears below the tower. */
const LiveTimeBar = lazyPart(async () => (await import('./live-time-bar.tsx')).LiveTimeBar, {
  texts: ['replay'],
  fallback: (
    <div className="flex items-center border-t border-line bg-panel px-3">
      <Skeleton className="h-2 flex-1" />
    </div>
  ),
})

const SeasonFollower = lazyPart(
  async () => (await import('./season-follower.tsx')).SeasonFollower,
  { texts: ['panels'], fallback: null },
)

const WaitingRoom = lazyPart(async () => (await import('./waiting-room.tsx')).WaitingRoom, {
  texts: ['waiting', 'season'],
  fallback: <PageSkeleton />,
})

interface LivePageProps {
  readonly id: string
  readonly path: string
  readonly notLive: ReactNode
  /** It is there between the sessions of a followed user. */
  readonly waiting?: ReactNode
}

function LivePage({ id, ...props }: LivePageProps) {
  return isUuid(id) ? <Followed {...props} /> : <NotFound />
}

function Followed({ path, ...props }: Omit<LivePageProps, 'id'>) {
  // A window with a part of the page does not count as a second viewer.
  const isPart = usePartPanel() !== null
  const { store, clock } = useLiveClock(isPart ? `${path}?counted=false` : path)
  return (
    <LiveStoreContext value={store}>
      <LiveContent {...props} timeBar={<LiveTimeBar clock={clock} />} />
    </LiveStoreContext>
  )
}

function useLiveClock(path: string) {
  const [parts] = useState(() => {
    const store = createLiveStore()
    return { store, clock: createLiveClock(store) }
  })
  useEffect(() => {
    const stopClock = parts.clock.start()
    const stopFollowing = followLive(path, parts.clock.receiver)
    return () => {
      stopFollowing()
      stopClock()
    }
  }, [path, parts])
  return parts
}

interface LiveContentProps extends Pick<LivePageProps, 'notLive' | 'waiting'> {
  readonly timeBar: ReactNode
}

function LiveContent({ notLive, waiting, timeBar }: LiveContentProps) {
  const t = useText()
  const kind = useLiveView(({ connection }) => connection.kind)
  const hasSession = useLiveView(({ session }) => session !== null)
  useWakeLock(kind === 'live')
  if (kind === 'notFound') return notLive
  if (hasSession) {
    return (
      <>
        <LiveTitle />
        <MessageAlerts />
        <SeasonFollower />
        <LiveView
          state={
            <>
              <SessionAudience />
              <ConnectionState />
            </>
          }
          timeBar={timeBar}
        />
      </>
    )
  }
  // The first answer comes at once as a rule: a session that is driven follows no other page.
  if (waiting !== undefined && kind !== 'connecting') return waiting
  return (
    <>
      <PageTitle page={t('live.heading')} />
      <ConnectionState />
      <PageSkeleton />
    </>
  )
}

/** A link to a race outlives it: what was recorded has the same id. */
function Recorded({ id }: { readonly id: string }) {
  const { t } = useSearch({ from: '/live/$sessionId' })
  const { data, isPending } = useQuery(sessionDetail(id))
  if (isPending) return <PageSkeleton />
  if (!data) return <NotFound />
  return <Navigate to="/sessions/$sessionId" params={{ sessionId: id }} search={{ t }} replace />
}
