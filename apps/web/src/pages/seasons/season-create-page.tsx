import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useAccount } from '../../auth/account.ts'
import { leaguesToChoose } from '../../features/leagues/own-league-queries.ts'
import { CreateSeason } from '../../features/season-editor/create-season.tsx'
import { useText } from '../../messages/use-text.ts'
import { Card } from '../../ui/card.tsx'
import { PageContent } from '../query-content.tsx'
import { PageTitle } from '../../ui/shell/not-found.tsx'

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
    <div className="flex max-w-2xl flex-col gap-5">
      <PageTitle page={text('organiser.newSeason')} />
      <h1>{text('organiser.newSeason')}</h1>
      <Card>
        <div className="sm:p-2">
          <PageContent query={query}>
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
          </PageContent>
        </div>
      </Card>
    </div>
  )
}
