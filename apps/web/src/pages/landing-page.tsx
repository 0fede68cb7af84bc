import { useQuery } from '@tanstack/react-query'
import { LiveCards } from '../features/live/live-cards.tsx'
import { liveList } from '../features/live/live-queries.ts'
import { SessionList } from '../features/sessions/session-list.tsx'
import { latestSessions } from '../features/sessions/session-queries.ts'
import { Skeleton } from '../ui/shell/skeleton.tsx'
import { GoingLive } from './going-live.tsx'

export function LandingPage() {
  return (
    <div className="grid gap-x-12 gap-y-9 wide:grid-cols-2 wide:grid-rows-[auto_1fr] wide:items-start wide:py-6">
      <title>Pitboard · live timing for your races</title>
      <h1 className="text-4xl text-balance sm:text-5xl wide:col-start-1">
        Live timing in the browser for the races you drive in the game, and every lap kept
        afterwards.
      </h1>
      <div className="flex min-w-0 flex-col gap-9 wide:col-start-2 wide:row-span-2 wide:row-start-1">
        <Races />
      </div>
      <div className="wide:col-start-1">
        <GoingLive />
      </div>
    </div>
  )
}

/** Both answers are waited for, so that what came first is not pushed away by the other. */
function Races() {
  const live = useQuery(liveList)
  const recorded = useQuery(latestSessions)
  if (live.isPending || recorded.isPending) return <Skeleton className="h-dvh" />
  return (
    <>
      {live.data && live.data.length > 0 && (
        <section aria-labelledby="live-now">
          <h2 id="live-now" className="mb-3 text-2xl">
            On track now
          </h2>
          <LiveCards sessions={live.data} />
        </section>
      )}
      {recorded.data && recorded.data.sessions.length > 0 && (
        <section aria-labelledby="recorded" className="min-w-0">
          <h2 id="recorded" className="mb-3 text-2xl">
            Last recorded
          </h2>
          <SessionList sessions={recorded.data.sessions} />
        </section>
      )}
    </>
  )
}
