import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { isUuid } from '@pitboard/contract/uuid'
import { ConnectionState } from '../../features/live/connection-state.tsx'
import { followLive } from '../../features/live/follow-live.ts'
import { LiveSessionView } from './live-session-view.tsx'
import { createLiveStore } from '../../features/live/live-store.ts'
import { LiveTitle } from '../../features/live/live-title.tsx'
import { LiveStoreContext, useLiveView } from '../../features/live/use-live.ts'
import { sessionDetail } from '../../features/session/session-queries.ts'
import { useText } from '../../messages/use-text.ts'
import { PageSkeleton } from '../../ui/page-skeleton.tsx'
import { NotFound } from '../../ui/shell/not-found.tsx'
import { PageTitle } from '../../ui/shell/page-title.tsx'

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
