import { seasonManagement } from '@pitboard/contract/seasons/season-management'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { DeletedList } from '../../changes/deleted-list.tsx'
import { CalendarButton } from '../../features/announcements/calendar-button.tsx'
import { OwnSeasonList } from '../../features/season/overview/season-cards.tsx'
import { SEASONS_KEY } from '../../features/season/season-queries.ts'
import {
  deletedSeasons,
  ownSeasons,
  SEASONS_PER_PAGE,
} from '../../features/season/own-season-queries.ts'
import { useText } from '../../messages/use-text.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ButtonLink } from '../../ui/buttons/link.tsx'
import { Pagination } from '../../ui/lists/pagination.tsx'
import { QueryContent } from '../../ui/shell/query-content.tsx'
import { PageTitle } from '../../ui/shell/not-found.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'

export function OwnSeasonsPage() {
  const t = useText()
  const queries = useQueryClient()
  const deleted = useQuery(deletedSeasons)

  async function restore(id: string) {
    await call(seasonManagement.restore, { params: { seasonId: id } })
    await queries.invalidateQueries({ queryKey: SEASONS_KEY })
  }

  return (
    <div className="flex flex-col gap-6">
      <PageTitle page={t('organiser.yourSeasons')} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>{t('organiser.yourSeasons')}</h1>
        <div className="flex flex-wrap gap-2">
          <CalendarButton />
          <ButtonLink look="primary" to="/dashboard/seasons/create">
            {t('organiser.newSeason')}
          </ButtonLink>
        </div>
      </div>
      <Own />
      <DeletedList deleted={deleted.data ?? []} restore={restore} />
    </div>
  )
}

function Own() {
  const t = useText()
  const [page, setPage] = useState(1)
  return (
    <QueryContent query={useQuery(ownSeasons(page))} placeholder={<Skeleton className="h-40" />}>
      {(data) => {
        if (data.totalElements === 0) {
          return (
            <EmptyState
              title={t('organiser.noSeasons')}
              action={
                <ButtonLink to="/dashboard/seasons/create">{t('organiser.newSeason')}</ButtonLink>
              }
            >
              {t('organiser.noSeasonsWhy')}
            </EmptyState>
          )
        }
        return (
          <>
            <OwnSeasonList seasons={data.seasons} />
            <Pagination
              page={page}
              totalPages={Math.ceil(data.totalElements / SEASONS_PER_PAGE)}
              onPage={setPage}
            />
          </>
        )
      }}
    </QueryContent>
  )
}
