import type { League } from '@pitboard/contract/leagues/league'
import { useText } from '../../messages/use-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { ItemList } from '../../ui/lists/item-list.tsx'
import { ButtonLink } from '../../ui/buttons/link.tsx'
import { LeagueLogo } from './league-pictures.tsx'
import { TitleLink } from '../../ui/lists/title-link.tsx'

export function OwnLeagueList({ leagues }: { readonly leagues: readonly League[] }) {
  const text = useText()
  return (
    <ItemList
      label={text('organiser.yourLeagues')}
      items={leagues.map((league) => ({
        id: league.id,
        title: (
          <>
            <LeagueLogo league={league} size="small" />
            <TitleLink to="/leagues/$leagueId" params={{ leagueId: league.id }}>
              {league.name}
            </TitleLink>
            <Badge tone={league.isPublic ? 'plain' : 'warning'}>
              {text(league.isPublic ? 'leagues.public' : 'leagues.private')}
            </Badge>
          </>
        ),
        detail: text('leagues.seasonCount', { count: league.seasonIds.length }),
        action: (
          <ButtonLink
            look="plain"
            size="small"
            to="/dashboard/leagues/$leagueId/edit"
            params={{ leagueId: league.id }}
            aria-label={`${text('organiser.edit')}: ${league.name}`}
          >
            {text('organiser.edit')}
          </ButtonLink>
        ),
      }))}
    />
  )
}
