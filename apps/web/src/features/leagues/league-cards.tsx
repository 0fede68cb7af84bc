import type { League } from '@pitboard/contract/league'
import { useText } from '../../messages/use-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { CardLink } from '../../ui/link.tsx'
import { LeaguePicture } from './league-picture.tsx'

export function LeagueCards({ leagues }: { readonly leagues: readonly League[] }) {
  return (
    <ul className="grid gap-4 sm:grid-cols-[repeat(auto-fill,minmax(17rem,1fr))]">
      {leagues.map((league) => (
        <li key={league.id}>
          <LeagueCard league={league} />
        </li>
      ))}
    </ul>
  )
}

function LeagueCard({ league }: { readonly league: League }) {
  const text = useText()
  return (
    <CardLink to="/leagues/$leagueId" params={{ leagueId: league.id }}>
      <div className={league.thumbnailId === null ? 'max-sm:hidden' : ''}>
        <LeaguePicture league={league} />
      </div>
      <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-2xl wrap-anywhere sm:mt-3">
        {league.name}
        {!league.isPublic && <Badge tone="warning">{text('leagues.private')}</Badge>}
      </h2>
      <p className="mt-1 line-clamp-2 text-muted wrap-anywhere">{league.description}</p>
      <p className="mt-auto flex flex-wrap gap-x-4 pt-3 text-small text-muted">
        <span>{text('leagues.seasonCount', { count: league.seasonIds.length })}</span>
        <span className="min-w-0 truncate">{text('leagues.by', { name: league.ownerName })}</span>
      </p>
    </CardLink>
  )
}
