import type { League } from '@pitboard/contract/leagues/league'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useAccount } from '../../auth/account.ts'
import { LeagueHero } from '../../features/leagues/league-hero.tsx'
import { leagueDetail } from '../../features/leagues/league-queries.ts'
import { LiveSeasons } from '../../features/season/overview/live-seasons.tsx'
import { SeasonCards } from '../../features/season/overview/season-cards.tsx'
import { useText } from '../../messages/use-text.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { Section } from '../../ui/section.tsx'
import { PageTitle } from '../../ui/shell/not-found.tsx'
import { PageContent, QueryContent } from '../query-content.tsx'
import { useLeagueSeasons } from './use-league-seasons.ts'

export function LeaguePage() {
  const account = useAccount()
  const { leagueId } = useParams({ from: '/leagues/$leagueId' })
  return (
    <PageContent query={useQuery(leagueDetail(leagueId))}>
      {(league) => (
        <div className="flex flex-col gap-9">
          <PageTitle page={league.name} />
          <LeagueHero league={league} isOwner={league.ownerId === account?.userId} />
          <Seasons league={league} />
        </div>
      )}
    </PageContent>
  )
}

function Seasons({ league }: { readonly league: League }) {
  const text = useText()
  const query = useLeagueSeasons(league.id)
  return (
    <>
      <LiveSeasons seasons={query.data ?? []} />
      <Section title={text('leagues.seasons')}>
        <QueryContent query={query} placeholder={<Skeleton className="h-40" />}>
          {(seasons) =>
            seasons.length === 0 ? (
              <EmptyState title={text('leagues.noSeasons')}>
                {text('leagues.noSeasonsWhy')}
              </EmptyState>
            ) : (
              <SeasonCards seasons={seasons} />
            )
          }
        </QueryContent>
      </Section>
    </>
  )
}
