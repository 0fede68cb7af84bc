import { useQuery } from '@tanstack/react-query'
import { LiveCards } from '../features/live/live-cards.tsx'
import { liveList } from '../features/live/live-queries.ts'
import { SessionList } from '../features/sessions/session-list.tsx'
import { latestSessions } from '../features/sessions/session-queries.ts'
import { PageError } from '../ui/shell/page-error.tsx'
import { PageSkeleton } from '../ui/shell/skeleton.tsx'
import { GoingLive } from './going-live.tsx'

export function LiveListPage() {
  const { data, error, refetch } = useQuery(liveList)
  return (
    <>
      <title>Live · Pitboard</title>
      {data ? (
        <div className="flex flex-col gap-8">
          <h1 className="text-4xl">Live</h1>
          {data.length > 0 ? <LiveCards sessions={data} /> : <NobodyDrives />}
        </div>
      ) : error ? (
        <PageError error={error} retry={() => void refetch()} />
      ) : (
        <PageSkeleton />
      )}
    </>
  )
}

function NobodyDrives() {
  const { data } = useQuery(latestSessions)
  return (
    <>
      <p className="text-lg text-muted">Nobody is driving right now.</p>
      <GoingLive />
      {data && data.sessions.length > 0 && (
        <section aria-labelledby="recorded" className="max-w-3xl">
          <h2 id="recorded" className="mb-3 text-2xl">
            Last recorded
          </h2>
          <SessionList sessions={data.sessions} />
        </section>
      )}
    </>
  )
}
