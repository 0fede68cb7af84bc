import type { League } from '@pitboard/contract/leagues/league'
import { useText } from '../../messages/use-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { ButtonLink } from '../../ui/buttons/link.tsx'
import { TitleLink } from '../../ui/lists/title-link.tsx'
import { LEAGUE_GRID, LeagueCardHead } from './league-cards.tsx'

export function OwnLeagueList({ leagues }: { readonly leagues: readonly League[] }) {
  const t = useText()
  return (
    <ul aria-label={t('organiser.yourLeagues')} className={LEAGUE_GRID}>
      {leagues.map((league) => (
        <li key={league.id}>
          <OwnLeagueCard league={league} />
        </li>
      ))}
    </ul>
  )
}

/** The card shows the league as everyone sees it, with what its owner does next. */
function OwnLeagueCard({ league }: { readonly league: League }) {
  const t = useText()
  const params = { leagueId: league.id }
  return (
    <Card fill>
      <LeagueCardHead league={league}>
        <Badge tone={league.isPublic ? 'plain' : 'warning'}>
          {t(league.isPublic ? 'leagues.public' : 'leagues.private')}
        </Badge>
      </LeagueCardHead>
      <h2 className="mt-2.5 mb-3 wrap-anywhere">
        <TitleLink to="/leagues/$leagueId" params={params}>
          {league.name}
        </TitleLink>
      </h2>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="text-small text-muted">
          {t('leagues.seasonCount', { count: league.seasonIds.length })}
        </span>
        <ButtonLink
          size="small"
          to="/dashboard/leagues/$leagueId/edit"
          params={params}
          aria-label={`${t('organiser.edit')}: ${league.name}`}
        >
          {t('organiser.edit')}
        </ButtonLink>
      </div>
    </Card>
  )
}
