import type { LapCategory } from '@pitboard/contract/records/lap-category'
import { ownLaps, type PersonalBest } from '@pitboard/contract/records/records'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { OwnLapStatistics } from '../../features/records/lap-statistics.tsx'
import { PersonalBests } from '../../features/records/personal-bests.tsx'
import {
  lapStatistics,
  participation,
  personalBests,
  readConditions,
  readTrack,
  recordsOfTrack,
  type RecordSearch,
} from '../../features/records/record-queries.ts'
import { useText } from '../../messages/use-text.ts'
import { ButtonLink } from '../../ui/buttons/link.tsx'
import { Switch } from '../../ui/forms/checkbox.tsx'
import { PageTitle } from '../../ui/shell/not-found.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { PartProblem, QueryContent } from '../../ui/shell/query-content.tsx'

/** It comes with what compares laps. */
const TrainingList = lazyPart(
  async () => (await import('../../features/coaching/training-list.tsx')).TrainingList,
  { texts: ['compare'], fallback: <Skeleton className="h-48" /> },
)

export function OwnLapsPage() {
  const t = useText()
  const bests = useQuery(personalBests)
  const search = useSearch({ from: '/dashboard/laps' })
  return (
    <div className="flex flex-col gap-8">
      <PageTitle page={t('records.own')} />
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="flex flex-col gap-2">
          <h1>{t('records.own')}</h1>
          <p className="max-w-[64ch] text-muted">{t('records.ownLead')}</p>
        </div>
        <Participation />
      </div>
      <QueryContent query={bests} placeholder={<Skeleton className="h-96" />}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState
              title={t('records.ownNone')}
              action={<ButtonLink to="/downloadInfo">{t('records.getRecorder')}</ButtonLink>}
            >
              {t('records.ownNoneWhy')}
            </EmptyState>
          ) : (
            <>
              <Statistics all={all} search={search} />
              <PersonalBests bests={all} />
            </>
          )
        }
      </QueryContent>
    </div>
  )
}

interface StatisticsProps {
  readonly all: readonly PersonalBest[]
  readonly search: RecordSearch
}

/** Shows the category that the address names, else that of the best lap that was driven last. */
function Statistics({ all, search }: StatisticsProps) {
  const latest = all.toSorted((a, b) => (a.best.drivenAt < b.best.drivenAt ? 1 : -1))[0]
  if (!latest) return null
  const trackId = readTrack(search)
  const { best: _best, trackName: _trackName, ...category } = latest
  const chosen: LapCategory =
    trackId === null ? category : { trackId, ...readConditions(search, latest.gameVersion) }
  return <CategoryStatistics category={chosen} />
}

function CategoryStatistics({ category }: { readonly category: LapCategory }) {
  const query = useQuery(lapStatistics(category))
  const records = useQuery(recordsOfTrack(category))
  const [record = null] = records.data ?? []
  return (
    <>
      <PartProblem query={records} />
      <QueryContent query={query} placeholder={<Skeleton className="h-svh" />}>
        {(statistics) => (
          <OwnLapStatistics category={category} statistics={statistics} record={record} />
        )}
      </QueryContent>
      {records.data && (
        <TrainingList key={JSON.stringify(category)} category={category} records={records.data} />
      )}
    </>
  )
}

/** If it is off, the own laps are in no list that others see. */
function Participation() {
  const t = useText()
  const queries = useQueryClient()
  const query = useQuery(participation)
  const saving = useMutation({
    mutationFn: (isInRecords: boolean) => call(ownLaps.participate, { body: { isInRecords } }),
    onSuccess(saved) {
      queries.setQueryData(participation.queryKey, saved)
      return queries.invalidateQueries({ queryKey: ['records'] })
    },
    onError: () => showToast({ title: t('records.saveFailed'), tone: 'bad' }),
  })
  return (
    <QueryContent query={query} placeholder={<Skeleton className="h-11 w-72" />}>
      {({ isInRecords }) => (
        <Switch
          label={t('records.isInRecords')}
          checked={saving.isPending ? saving.variables : isInRecords}
          disabled={saving.isPending}
          onChange={(next) => saving.mutate(next)}
        />
      )}
    </QueryContent>
  )
}
