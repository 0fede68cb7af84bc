import { seasonOffers } from '@pitboard/contract/seasons/season-offer'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { AnswerInvitation } from '../../changes/answer-invitation.tsx'
import { useText } from '../../messages/use-text.ts'
import { formatDate } from '../../timing/format-date.ts'
import { TextLink } from '../../ui/buttons/link.tsx'
import { ItemList } from '../../ui/lists/item-list.tsx'
import { Section } from '../../ui/section.tsx'
import { SEASONS_KEY } from './season-queries.ts'

export const ownSeasonOffers = queryOptions({
  queryKey: [...SEASONS_KEY, 'offers'],
  queryFn: ({ signal }) => call(seasonOffers.own, { signal }),
  refetchInterval: 60_000,
})

/** Lists seasons that are offered to the user; shows nothing where there are none. */
export function OwnSeasonOffers() {
  const t = useText()
  const { data = [] } = useQuery(ownSeasonOffers)
  if (data.length === 0) return null
  return (
    <Section title={t('organiser.seasonsForYou')}>
      <ItemList
        label={t('organiser.seasonsForYou')}
        items={data.map(({ id, seasonId, seasonName, offeredByName, expiresAt }) => ({
          id,
          title: (
            <TextLink to="/seasons/$seasonId" params={{ seasonId }}>
              {seasonName}
            </TextLink>
          ),
          detail: [
            t('organiser.offersSeason', { name: offeredByName }),
            t('organiser.invitedUntil', { date: formatDate(expiresAt, t.locale) }),
          ].join(', '),
          action: (
            <AnswerInvitation
              name={seasonName}
              welcome={t('organiser.seasonTaken', { season: seasonName })}
              accept={() => call(seasonOffers.accept, { params: { offerId: id } })}
              decline={() => call(seasonOffers.decline, { params: { offerId: id } })}
            />
          ),
        }))}
      />
    </Section>
  )
}
