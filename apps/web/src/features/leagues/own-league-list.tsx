import type { League } from '@pitboard/contract/leagues/league'
import { useText } from '../../messages/use-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { ItemList } from '../../ui/lists/item-list.tsx'
import { ButtonLink } from '../../ui/buttons/link.tsx'
import { TitleLink } from '../../ui/lists/title-link.tsx'

export function OwnLeagueList({ leagues }: { readonly leagues: readonly League[] }) {
  const text = useText()
  return (
    <ItemList
      label={text('organiser.yourLeagues')}
      items={leagues.map(({ id, name, isPublic, seasonIds }) => ({
        id,
        title: (
          <>
            <TitleLink to="/leagues/$leagueId" params={{ leagueId: id }}>
              {name}
            </TitleLink>
            <Badge tone={isPublic ? 'plain' : 'warning'}>
              {text(isPublic ? 'leagues.public' : 'leagues.private')}
            </Badge>
          </>
        ),
        detail: text('leagues.seasonCount', { count: seasonIds.length }),
        action: (
          <ButtonLink
            look="plain"
            size="small"
            to="/dashboard/leagues/$leagueId/edit"
            params={{ leagueId: id }}
            aria-label={`${text('organiser.edit')}: ${name}`}
          >
            {text('organiser.edit')}
          </ButtonLink>
        ),
      }))}
    />
  )
}
