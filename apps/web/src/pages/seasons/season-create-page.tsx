import { isAllowed, roleWithin } from '@pitboard/contract/leagues/league-roles'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { whenKnown } from '../../state/when-known.ts'
import { useAccount } from '../../auth/account.ts'
import { leaguesToChoose } from '../../features/leagues/own-league-queries.ts'
import { ownMemberships } from '../../features/leagues/membership-queries.ts'
import { leagueSeasons } from '../../features/leagues/league-queries.ts'
import { allOwnSeasons } from '../../features/season/own-season-queries.ts'
import { CreateSeason } from '../../features/season-editor/create-season.tsx'
import { useText } from '../../messages/use-text.ts'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { QueryContent } from '../../ui/shell/query-content.tsx'
import { FormPage } from '../../ui/layout/form-page.tsx'

/** Fetches the user's own leagues, and those in which they manage the seasons. */
function useChoice(userId: string | null) {
  const { data, error, refetch } = useQuery(whenKnown(userId, leaguesToChoose))
  const { data: roles = [], isPending } = useQuery(whenKnown(userId, ownMemberships))
  const managed = roles
    .filter((membership) => isAllowed([roleWithin(membership, null)], 'manageSeasons'))
    .map(({ leagueId, leagueName }) => ({ id: leagueId, name: leagueName, isOwn: false }))
  const own = data?.leagues.map(({ id, name }) => ({ id, name, isOwn: true }))
  return { data: isPending ? undefined : own && [...own, ...managed], error, refetch }
}

interface ChosenLeague {
  readonly id: string
  readonly isOwn: boolean
}

/**
 * Reads the earlier seasons that the new season's owner has. In a league of others these are only the league's seasons.
 */
function useEarlierSeasons(league: ChosenLeague | null, isCopy: boolean) {
  const foreign = league?.isOwn === false ? league : null
  const own = useQuery({ ...allOwnSeasons, enabled: isCopy && foreign === null })
  const ofLeague = useQuery(whenKnown(isCopy ? foreign?.id : null, leagueSeasons))
  return foreign ? ofLeague.data : own.data?.seasons
}

export function SeasonCreatePage() {
  const t = useText()
  const navigate = useNavigate()
  const session = useAccount()
  const { seasonName, league, like } = useSearch({ from: '/dashboard/seasons/create' })
  const query = useChoice(session?.userId ?? null)
  const [leagueId, setLeagueId] = useState<string | null>(league === '' ? null : league)
  const [isCopy, setCopy] = useState(like !== '')
  const chosen = query.data?.find(({ id }) => id === leagueId) ?? null
  const earlier = useEarlierSeasons(chosen, isCopy)
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
            onLeague={setLeagueId}
            isCopy={isCopy}
            onCopy={setCopy}
            like={like}
            seasons={earlier}
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
