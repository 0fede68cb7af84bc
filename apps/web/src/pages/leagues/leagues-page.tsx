import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useAccount } from '../../auth/account.ts'
import { LeagueCards } from '../../features/leagues/league-cards.tsx'
import { leagueList, LEAGUES_PER_PAGE } from '../../features/leagues/league-queries.ts'
import { useText } from '../../messages/use-text.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ButtonLink } from '../../ui/buttons/link.tsx'
import { SearchBox } from '../../ui/forms/search-box.tsx'
import { Pagination } from '../../ui/lists/pagination.tsx'
import { QueryContent } from '../../ui/shell/query-content.tsx'
import { pageNumber } from '../page-number.ts'
import { PageTitle } from '../../ui/shell/not-found.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'

export function LeaguesPage() {
  const t = useText()
  const session = useAccount()
  const navigate = useNavigate()
  const { search, page } = useSearch({ from: '/leagues' })
  return (
    <div className="flex flex-col gap-6">
      <PageTitle page={t('leagues.title')} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>{t('leagues.title')}</h1>
        {session && <ButtonLink to="/dashboard/leagues/create">{t('leagues.create')}</ButtonLink>}
      </div>
      <SearchBox
        label={t('leagues.search')}
        search={search}
        maxLength={TEXT_MAX.search}
        onSearch={(typed) =>
          void navigate({ to: '/leagues', search: { search: typed, page: '' }, replace: true })
        }
      />
      <Found
        search={search}
        page={pageNumber(page)}
        onPage={(next) =>
          void navigate({
            to: '/leagues',
            search: { search, page: next === 1 ? '' : String(next) },
          })
        }
      />
    </div>
  )
}

interface FoundProps {
  readonly search: string
  readonly page: number
  readonly onPage: (page: number) => void
}

function Found({ search, page, onPage }: FoundProps) {
  const t = useText()
  return (
    <QueryContent
      query={useQuery(leagueList({ search, page }))}
      placeholder={<Skeleton className="h-80" />}
    >
      {(data) => {
        if (data.count === 0 && search !== '') {
          return <EmptyState title={t('leagues.nothing')}>{t('leagues.nothingWhy')}</EmptyState>
        }
        if (data.count === 0) {
          return (
            <EmptyState
              title={t('leagues.none')}
              action={<ButtonLink to="/live">{t('leagues.watch')}</ButtonLink>}
            >
              {t('leagues.noneWhy')}
            </EmptyState>
          )
        }
        return (
          <>
            <p role="status" className="sr-only">
              {t('leagues.found', { count: data.count })}
            </p>
            <LeagueCards leagues={data.leagues} />
            <Pagination
              page={page}
              totalPages={Math.ceil(data.count / LEAGUES_PER_PAGE)}
              onPage={onPage}
            />
          </>
        )
      }}
    </QueryContent>
  )
}
