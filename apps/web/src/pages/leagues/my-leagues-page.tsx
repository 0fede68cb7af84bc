import { leagues } from '@pitboard/contract/leagues/league'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../../auth/account.ts'
import { call } from '../../api/call.ts'
import { DeletedList } from '../../changes/deleted-list.tsx'
import { LEAGUES_KEY, LEAGUES_PER_PAGE } from '../../features/leagues/league-queries.ts'
import { deletedLeagues, ownLeagues } from '../../features/leagues/own-league-queries.ts'
import { OwnLeagueList } from '../../features/leagues/own-league-list.tsx'
import { useText } from '../../messages/use-text.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ButtonLink } from '../../ui/buttons/link.tsx'
import { Pagination } from '../../ui/lists/pagination.tsx'
import { QueryContent } from '../../ui/shell/query-content.tsx'
import { MembershipList, OwnInvitations } from '../../features/leagues/own-memberships.tsx'
import { PageTitle } from '../../ui/shell/not-found.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'

export function OwnLeaguesPage() {
  const t = useText()
  const session = useAccount()
  const queries = useQueryClient()
  const deleted = useQuery(deletedLeagues)
  if (!session) return null

  async function restore(leagueId: string) {
    await call(leagues.restore, { params: { leagueId } })
    await queries.invalidateQueries({ queryKey: LEAGUES_KEY })
  }

  return (
    <div className="flex flex-col gap-6">
      <PageTitle page={t('organiser.yourLeagues')} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>{t('organiser.yourLeagues')}</h1>
        <ButtonLink look="primary" to="/dashboard/leagues/create">
          {t('organiser.newLeague')}
        </ButtonLink>
      </div>
      <OwnInvitations />
      <Own userId={session.userId} />
      <MembershipList userId={session.userId} />
      <DeletedList deleted={deleted.data ?? []} restore={restore} />
    </div>
  )
}

function Own({ userId }: { readonly userId: string }) {
  const t = useText()
  const [page, setPage] = useState(1)
  return (
    <QueryContent
      query={useQuery(ownLeagues(userId, page))}
      placeholder={<Skeleton className="h-40" />}
    >
      {(data) => {
        if (data.count === 0) {
          return (
            <EmptyState
              title={t('organiser.noLeagues')}
              action={
                <ButtonLink to="/dashboard/leagues/create">{t('organiser.newLeague')}</ButtonLink>
              }
            >
              {t('organiser.noLeaguesWhy')}
            </EmptyState>
          )
        }
        return (
          <>
            <OwnLeagueList leagues={data.leagues} />
            <Pagination
              page={page}
              totalPages={Math.ceil(data.count / LEAGUES_PER_PAGE)}
              onPage={setPage}
            />
          </>
        )
      }}
    </QueryContent>
  )
}
