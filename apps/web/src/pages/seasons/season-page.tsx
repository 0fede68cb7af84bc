import type { Season } from '@pitboard/contract/season'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useSession } from '../../auth/session.ts'
import { leagueDetail } from '../../features/leagues/league-queries.ts'
import { SeasonView } from './season-view.tsx'
import { TextLink } from '../../ui/link.tsx'
import { PageSkeleton } from '../../ui/page-skeleton.tsx'
import { NotFound } from '../../ui/shell/not-found.tsx'
import { PageError } from '../../ui/shell/page-error.tsx'
import { PageTitle } from '../../ui/shell/page-title.tsx'
import { useSeason } from './use-season.ts'

export function SeasonPage() {
  const { seasonId } = useParams({ from: '/seasons/$seasonId' })
  const { data, error, refetch, isGone } = useSeason(seasonId)
  if (isGone) return <NotFound />
  if (data) return <Found season={data} />
  if (error) return <PageError error={error} retry={() => void refetch()} />
  return <PageSkeleton />
}

function Found({ season }: { readonly season: Season }) {
  const session = useSession()
  return (
    <>
      <PageTitle page={season.name} />
      <SeasonView
        season={season}
        leagues={season.leagueIds.map((id) => (
          <LeagueLink key={id} leagueId={id} />
        ))}
        isOwner={season.ownerId === session?.userId}
      />
    </>
  )
}

function LeagueLink({ leagueId }: { readonly leagueId: string }) {
  const { data } = useQuery(leagueDetail(leagueId))
  if (!data) return null
  return (
    <TextLink to="/leagues/$leagueId" params={{ leagueId }}>
      {data.name}
    </TextLink>
  )
}
