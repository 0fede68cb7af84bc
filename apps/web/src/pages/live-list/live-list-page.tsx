import { useQuery, useQueryClient } from '@tanstack/react-query'
import { LiveCards } from '../../features/live-list/live-cards.tsx'
import { LIST_REFRESH_MS, liveList, takeLiveList } from '../../features/live-list/live-queries.ts'
import { useText } from '../../messages/use-text.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { PageTitle } from '../../ui/shell/not-found.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { useRealtimeUpdates } from '../../realtime/use-realtime-updates.ts'
import { GoLiveSteps } from './go-live-steps.tsx'
import { LastRecorded } from './last-recorded.tsx'

export function LiveListPage() {
  const t = useText()
  return (
    <div className="flex flex-col gap-8">
      <PageTitle page={t('live.heading')} />
      <h1>{t('live.heading')}</h1>
      <LiveRaces />
    </div>
  )
}

/** So few cards do not fill a wide screen: what was recorded last stands beside them. */
const BESIDE_MAX = 2
const BESIDE = 'wide:grid-cols-[minmax(19rem,1fr)_minmax(0,2.5fr)]'

function LiveRaces() {
  const t = useText()
  const { data, error, refetch } = useLiveList()
  if (data && data.length > 0) {
    return (
      <div className={`grid items-start gap-8 ${data.length <= BESIDE_MAX ? BESIDE : ''}`}>
        <LiveCards sessions={data} />
        <LastRecorded />
      </div>
    )
  }
  if (data) return <NobodyDrives />
  if (!error) return <Skeleton className="h-80 max-w-md" />
  return <ErrorState title={t('landing.listFailed')} error={error} retry={() => void refetch()} />
}

function NobodyDrives() {
  const t = useText()
  return (
    <>
      <EmptyState title={t('landing.nobodyDrives')}>{t('landing.nobodyDrivesHelp')}</EmptyState>
      <div className="grid gap-12 wide:grid-cols-2">
        <GoLiveSteps />
        <LastRecorded />
      </div>
    </>
  )
}

/** Returns the live list; the server sends its changes. */
function useLiveList() {
  const queries = useQueryClient()
  const isUpdated = useRealtimeUpdates({
    rows: [],
    onOpen: () => void queries.invalidateQueries({ queryKey: liveList.queryKey }),
    onLiveList: (change) => takeLiveList(queries, change),
  })
  return useQuery({ ...liveList, refetchInterval: isUpdated ? false : LIST_REFRESH_MS })
}
