import type { Season } from '@pitboard/contract/seasons/season'
import type { SeasonWork } from '@pitboard/contract/seasons/season-work'
import { useQuery } from '@tanstack/react-query'
import type { MessageKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { ButtonLink } from '../../ui/buttons/link.tsx'
import { ItemList } from '../../ui/lists/item-list.tsx'
import { Section } from '../../ui/section.tsx'
import { seasonWork } from './own-season-queries.ts'

/** Each kind is counted, and done in this part of the editor. */
const KINDS = [
  { count: 'signUps', part: 'signUp', words: 'organiser.waitingSignUps' },
  { count: 'claims', part: 'roster', words: 'organiser.waitingClaims' },
  { count: 'unlinkedEvents', part: 'events', words: 'organiser.waitingEvents' },
  { count: 'hiddenDrivers', part: 'names', words: 'organiser.waitingHidden' },
  { count: 'unpublishedSessions', part: 'publish', words: 'organiser.waitingResults' },
] as const satisfies readonly {
  readonly count: Exclude<keyof SeasonWork, 'seasonId' | 'seasonName' | 'announcingLeagueId'>
  readonly part: string
  readonly words: MessageKey
}[]

/** Lists what waits for an organiser, season by season; shows nothing where nothing does. */
export function OrganiserWork() {
  const t = useText()
  const { data = [] } = useQuery(seasonWork(null))
  if (data.length === 0) return null
  const items = data.flatMap((season) => {
    const { seasonId, seasonName: title, announcingLeagueId: leagueId } = season
    const labelOf = (detail: string) => `${t('organiser.waitingDo')}: ${title}, ${detail}`
    const parts = KINDS.filter(({ count }) => season[count] > 0).map(({ count, part, words }) => {
      const detail = t(words, { count: season[count] })
      const action = (
        <ButtonLink
          size="small"
          to="/dashboard/seasons/$seasonId/edit"
          params={{ seasonId }}
          search={{ part }}
          aria-label={labelOf(detail)}
        >
          {t('organiser.waitingDo')}
        </ButtonLink>
      )
      return { id: `${seasonId} ${part}`, title, detail, action }
    })
    if (leagueId === null) return parts
    const detail = t('organiser.waitingAnnouncements', { count: season.missedAnnouncements })
    const action = (
      <ButtonLink
        size="small"
        to="/dashboard/leagues/$leagueId/edit"
        params={{ leagueId }}
        hash="announcements"
        aria-label={labelOf(detail)}
      >
        {t('organiser.waitingDo')}
      </ButtonLink>
    )
    return [...parts, { id: `${seasonId} announcements`, title, detail, action }]
  })
  return (
    <Section title={t('organiser.waiting')}>
      <ItemList label={t('organiser.waiting')} items={items} />
    </Section>
  )
}

/** Returns how much waits in each part of the editor of a season. */
export function useWaitingInParts(edited: Season): ReadonlyMap<string, number> {
  const { data = [] } = useQuery(seasonWork(edited))
  const season = data.find(({ seasonId }) => seasonId === edited.id)
  return new Map(season && KINDS.map(({ count, part }) => [part, season[count]]))
}
