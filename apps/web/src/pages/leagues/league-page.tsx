import { ApiException } from '@pitboard/contract/wire/client'
import type { League } from '@pitboard/contract/leagues/league'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useAccount } from '../../auth/session.ts'
import { LeagueHeader } from '../../features/leagues/league-header.tsx'
import { leagueDetail, leagueSeasons } from '../../features/leagues/league-queries.ts'
import { SeasonCards } from '../../features/season/season-cards.tsx'
import { useText } from '../../messages/use-text.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { PageSkeleton, Skeleton } from '../../ui/states/page-skeleton.tsx'
import { Section } from '../../ui/section.tsx'
import { NotFound, PageTitle } from '../../ui/shell/not-found.tsx'
import { PageError } from '../../ui/shell/page-error.tsx'

export function LeaguePage() {
  const session = useAccount()
  const { leagueId } = useParams({ from: '/leagues/$leagueId' })
  const { data: league, error, refetch } = useQuery(leagueDetail(leagueId))
  if (league) {
    return (
      <div className="flex flex-col gap-9">
        <PageTitle page={league.name} />
        <LeagueHeader league={league} isOwner={league.ownerId === session?.userId} />
        <Seasons league={league} />
      </div>
    )
  }
  if (error instanceof ApiException && (error.status === 404 || error.status === 400)) {
    return <NotFound />
  }
  if (error) return <PageError error={error} retry={() => void refetch()} />
  return <PageSkeleton />
}

function Seasons({ league }: { readonly league: League }) {
  const text = useText()
  const { data, error, refetch } = useQuery(leagueSeasons(league.id))
  return (
    <Section title={text('leagues.seasons')}>
      {error && !data && <PageError error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-40" />}
      {data?.length === 0 && (
        <EmptyState title={text('leagues.noSeasons')}>{text('leagues.noSeasonsWhy')}</EmptyState>
      )}
      {data && data.length > 0 && <SeasonCards seasons={data} />}
    </Section>
  )
}
