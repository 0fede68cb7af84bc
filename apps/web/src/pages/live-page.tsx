import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ConnectionState } from '../features/live/connection-state.tsx'
import { followLive } from '../features/live/follow-live.ts'
import { LiveSessionView } from '../features/live/live-session-view.tsx'
import { createLiveStore } from '../features/live/live-store.ts'
import { LiveTitle } from '../features/live/live-title.tsx'
import { LiveStoreContext, useLiveView } from '../features/live/use-live.ts'
import { NotFound } from '../ui/shell/not-found.tsx'
import { PageSkeleton } from '../ui/shell/skeleton.tsx'

export function LiveSessionPage() {
  const { sessionId } = useParams({ from: '/live/$sessionId' })
  return <LivePage key={sessionId} path={`/api/LiveSession/ws/${encodeURIComponent(sessionId)}`} />
}

export function LiveUserPage() {
  const { userId } = useParams({ from: '/liveUser/$userId' })
  return <LivePage key={userId} path={`/api/LiveSession/ws/user/${encodeURIComponent(userId)}`} />
}

function LivePage({ path }: { readonly path: string }) {
  const [store] = useState(createLiveStore)
  useEffect(() => followLive(path, store), [path, store])
  return (
    <LiveStoreContext value={store}>
      <LiveContent />
    </LiveStoreContext>
  )
}

function LiveContent() {
  const kind = useLiveView(({ connection }) => connection.kind)
  const hasSession = useLiveView(({ session }) => session !== null)
  if (kind === 'notFound') return <NotFound />
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
      <title>Live · Pitboard</title>
      <ConnectionState />
      {kind === 'connecting' && <PageSkeleton />}
    </>
  )
}
