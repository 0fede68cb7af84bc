import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useAccount } from '../../auth/account.ts'
import { leaguesToChoose } from '../../features/leagues/own-league-queries.ts'
import { CreateSeason } from '../../features/season-editor/create-season.tsx'
import { useText } from '../../messages/use-text.ts'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { QueryContent } from '../query-content.tsx'
import { FormPage } from '../../ui/layout/form-page.tsx'

export function SeasonCreatePage() {
  const text = useText()
  const navigate = useNavigate()
  const session = useAccount()
  const { seasonName, league } = useSearch({ from: '/dashboard/seasons/create' })
  const query = useQuery({
    ...leaguesToChoose(session?.userId ?? ''),
    enabled: session !== null,
  })
  return (
    <FormPage
      title={text('organiser.newSeason')}
      aboutTitle={text('organiser.afterwards')}
      about={text('organiser.afterwardsHow')}
    >
      <QueryContent query={query} placeholder={<Skeleton className="h-80" />}>
        {(data) => (
          <CreateSeason
            seasonName={seasonName}
            leagues={data.leagues}
            leagueId={data.leagues.some(({ id }) => id === league) ? league : null}
            onMade={({ id }) =>
              void navigate({
                to: '/dashboard/seasons/$seasonId/edit',
                params: { seasonId: id },
                search: { part: '' },
              })
            }
          />
        )}
      </QueryContent>
    </FormPage>
  )
}
