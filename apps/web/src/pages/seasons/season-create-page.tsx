import { isAllowed } from '@pitboard/contract/leagues/league-roles'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useAccount } from '../../auth/account.ts'
import { leaguesToChoose } from '../../features/leagues/own-league-queries.ts'
import { ownMemberships } from '../../features/leagues/membership-queries.ts'
import { CreateSeason } from '../../features/season-editor/create-season.tsx'
import { useText } from '../../messages/use-text.ts'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { QueryContent } from '../../ui/shell/query-content.tsx'
import { FormPage } from '../../ui/layout/form-page.tsx'

/** The user's own leagues, and those in which they manage the seasons. */
function useChoice(userId: string | null) {
  const enabled = userId !== null
  const { data, error, refetch } = useQuery({ ...leaguesToChoose(userId ?? ''), enabled })
  const { data: roles = [], isPending } = useQuery({ ...ownMemberships(userId ?? ''), enabled })
  const managed = roles
    .filter(({ role }) => isAllowed([role], 'manageSeasons'))
    .map(({ leagueId, leagueName }) => ({ id: leagueId, name: leagueName }))
  return { data: isPending ? undefined : data && [...data.leagues, ...managed], error, refetch }
}

export function SeasonCreatePage() {
  const t = useText()
  const navigate = useNavigate()
  const session = useAccount()
  const { seasonName, league } = useSearch({ from: '/dashboard/seasons/create' })
  const query = useChoice(session?.userId ?? null)
  return (
    <FormPage
      title={t('organiser.newSeason')}
      aboutTitle={t('organiser.afterwards')}
      about={t('organiser.afterwardsHow')}
    >
      <QueryContent query={query} placeholder={<Skeleton className="h-80" />}>
        {(choice) => (
          <CreateSeason
            seasonName={seasonName}
            leagues={choice}
            leagueId={choice.some(({ id }) => id === league) ? league : null}
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
