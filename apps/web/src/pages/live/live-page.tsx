import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { isUuid } from '@pitboard/contract/wire/uuid'
import { ConnectionState } from '../../features/live/connection-state.tsx'
import { followLive } from '../../features/live/live-socket.ts'
import { createLiveStore } from '../../features/live/live-store.ts'
import { LiveHeader, LiveTitle } from '../../features/live/live-header.tsx'
import { LiveStoreContext, useLiveView } from '../../features/live/use-live.ts'
import { sessionDetail } from '../../features/session/session-queries.ts'
import { useText } from '../../messages/use-text.ts'
import { PageSkeleton } from '../../ui/states/page-skeleton.tsx'
import { NotFound, PageTitle } from '../../ui/shell/not-found.tsx'
import { EventFeed } from '../../features/race-control/event-feed.tsx'
import { FlagBanner } from '../../features/race-control/flag-banner.tsx'
import { TimingTower } from '../../features/timing-tower/timing-tower.tsx'
import { TrackMap } from '../../features/track-map/track-map.tsx'
import { WeatherPanel } from '../../features/race-control/weather-panel.tsx'

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
  return <LivePage key={userId} id={userId} path={path} notLive={<NotFound />} />
}

interface LivePageProps {
  readonly id: string
  readonly path: string
  readonly notLive: ReactNode
}

function LivePage({ id, path, notLive }: LivePageProps) {
  return isUuid(id) ? <Followed path={path} notLive={notLive} /> : <NotFound />
}

function Followed({ path, notLive }: Omit<LivePageProps, 'id'>) {
  const [store] = useState(createLiveStore)
  useEffect(() => followLive(path, store), [path, store])
  return (
    <LiveStoreContext value={store}>
      <LiveContent notLive={notLive} />
    </LiveStoreContext>
  )
}

function LiveContent({ notLive }: { readonly notLive: ReactNode }) {
  const text = useText()
  const kind = useLiveView(({ connection }) => connection.kind)
  const hasSession = useLiveView(({ session }) => session !== null)
  if (kind === 'notFound') return notLive
  if (hasSession) {
    return (
      <>
        <LiveTitle />
        <LiveSessionView />
      </>
    )
  }
  return (
    <>
      <PageTitle page={text('live.heading')} />
      <ConnectionState />
      {kind === 'connecting' && <PageSkeleton />}
    </>
  )
}

/** A link to a race outlives it: what was recorded has the same id. */
function Recorded({ id }: { readonly id: string }) {
  const { data, isPending } = useQuery(sessionDetail(id))
  if (isPending) return <PageSkeleton />
  if (!data) return <NotFound />
  return <Navigate to="/sessions/$sessionId" params={{ sessionId: id }} replace />
}

/** The tower has the left of a wide page; below that the map comes first, then the tower. */
function LiveSessionView() {
  return (
    <div className="flex flex-col gap-4">
      <LiveHeader />
      <FlagBanner />
      <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_18rem] wide:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_27rem] wide:grid-rows-[auto_auto_1fr]">
        <div className="wide:col-start-2">
          <TrackMap />
        </div>
        <div className="min-w-0 max-md:row-start-2 md:max-wide:col-span-2 md:max-wide:row-start-2 wide:col-start-1 wide:row-span-3 wide:row-start-1">
          <TimingTower />
        </div>
        <div className="grid wide:col-start-2 wide:row-start-2">
          <WeatherPanel />
        </div>
        <div className="md:max-wide:col-span-2 wide:col-start-2 wide:row-start-3">
          <EventFeed />
        </div>
      </div>
    </div>
  )
}
