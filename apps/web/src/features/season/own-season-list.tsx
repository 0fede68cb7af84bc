import type { Season } from '@pitboard/contract/season'
import { useText } from '../../messages/use-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { ItemList } from '../../ui/lists/item-list.tsx'
import { ButtonLink } from '../../ui/link.tsx'
import { TitleLink } from '../../ui/lists/title-link.tsx'

const VISIBILITIES = {
  listed: { tone: 'plain', label: 'leagues.public' },
  link: { tone: 'plain', label: 'season.unlisted' },
  private: { tone: 'warning', label: 'leagues.private' },
} as const

export function OwnSeasonList({ seasons }: { readonly seasons: readonly Season[] }) {
  const text = useText()
  return (
    <ItemList
      label={text('organiser.yourSeasons')}
      items={seasons.map(({ id, name, visibility, events }) => ({
        id,
        title: (
          <>
            <TitleLink to="/seasons/$seasonId" params={{ seasonId: id }}>
              {name}
            </TitleLink>
            <Badge tone={VISIBILITIES[visibility].tone}>
              {text(VISIBILITIES[visibility].label)}
            </Badge>
          </>
        ),
        detail: text('leagues.eventCount', { count: events.length }),
        action: (
          <ButtonLink
            look="plain"
            size="small"
            to="/dashboard/seasons/$seasonId/edit"
            params={{ seasonId: id }}
            search={{ part: '' }}
            aria-label={`${text('organiser.edit')}: ${name}`}
          >
            {text('organiser.edit')}
          </ButtonLink>
        ),
      }))}
    />
  )
}
