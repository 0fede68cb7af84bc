import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { DownloadButton } from '../../features/downloads/download-button.tsx'
import { DeleteChosen, LinkChosen } from '../../features/my-sessions/delete-chosen.tsx'
import { OwnSessionFilters, OwnSessionList } from '../../features/my-sessions/my-session-list.tsx'
import {
  OWN_PER_PAGE,
  ownSessionPage,
  readOwnFilter,
} from '../../features/my-sessions/my-session-queries.ts'
import { CaptureUsage } from '../../features/my-sessions/capture-usage.tsx'
import { CaptureDrop } from '../../features/uploads/capture-drop.tsx'
import { useText } from '../../messages/use-text.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { TextLink } from '../../ui/buttons/link.tsx'
import { ButtonLink } from '../../ui/buttons/link.tsx'
import { Pagination } from '../../ui/lists/pagination.tsx'
import { QueryContent } from '../../ui/shell/query-content.tsx'
import { PageTitle } from '../../ui/shell/not-found.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'

export function DashboardSessionsPage() {
  const t = useText()
  const navigate = useNavigate({ from: '/dashboard/sessions' })
  const search = useSearch({ from: '/dashboard/sessions' })
  const { page, ...filter } = readOwnFilter(search)
  const { data } = useQuery(ownSessionPage({ page, ...filter }))
  const isFiltered = filter.trackId !== null || filter.sessionType !== null
  return (
    <div className="flex flex-col gap-6">
      <PageTitle page={t('recordings.title')} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>{t('recordings.title')}</h1>
        <ButtonLink to="/dashboard/sessions/typed">{t('recordings.typeResult')}</ButtonLink>
      </div>
      <CaptureDrop />
      {(isFiltered || data?.totalElements !== 0) && (
        <OwnSessionFilters
          {...filter}
          onFilter={(next) => void navigate({ search: { ...next, page: '' } })}
        />
      )}
      <Own
        key={`${page} ${search.track} ${search.type}`}
        page={page}
        {...filter}
        onPage={(next) => void navigate({ search: { ...search, page: String(next) } })}
      />
      <CaptureUsage />
    </div>
  )
}

interface OwnProps {
  readonly page: number
  readonly trackId: number | null
  readonly sessionType: number | null
  readonly onPage: (page: number) => void
}

function Own({ page, trackId, sessionType, onPage }: OwnProps) {
  const t = useText()
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const query = useQuery(ownSessionPage({ page, trackId, sessionType }))
  return (
    <QueryContent query={query} placeholder={<Skeleton className="h-96" />}>
      {(data) => {
        if (data.sessions.length === 0) {
          if (trackId === null && sessionType === null && page === 1) return <FirstRecording />
          return <EmptyState title={t('recordings.none')}>{t('recordings.noneWhy')}</EmptyState>
        }
        const isChosen = data.sessions.filter(({ id }) => chosen.has(id))
        return (
          <>
            <div className="sticky top-0 z-10 -my-2 flex flex-wrap items-center justify-between gap-3 bg-page py-2">
              <p role="status" className="text-muted">
                {t('recordings.found', { count: data.totalElements })}
                {chosen.size > 0 && `, ${t('recordings.chosen', { count: chosen.size })}`}
              </p>
              <div className="flex flex-wrap gap-2">
                <LinkChosen chosen={isChosen} />
                <DeleteChosen
                  chosen={isChosen}
                  onDeleted={async () => {
                    setChosen(new Set())
                    await queries.invalidateQueries({ queryKey: ['sessions'] })
                  }}
                />
              </div>
            </div>
            <OwnSessionList sessions={data.sessions} chosen={chosen} onChosen={setChosen} />
            <Pagination
              page={page}
              totalPages={Math.ceil(data.totalElements / OWN_PER_PAGE)}
              onPage={onPage}
            />
          </>
        )
      }}
    </QueryContent>
  )
}

/** Nothing was ever recorded: how it begins. */
function FirstRecording() {
  const t = useText()
  return (
    <EmptyState
      title={t('recordings.first')}
      action={
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <DownloadButton />
          <TextLink to="/dashboard">{t('recordings.firstKey')}</TextLink>
          <TextLink to="/faq">{t('landing.help')}</TextLink>
        </div>
      }
    >
      {t('recordings.firstHow')}
    </EmptyState>
  )
}
