import { seasonOffers } from '@pitboard/contract/seasons/season-offer'
import { ApiException } from '@pitboard/contract/wire/client'
import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { refusalErrors } from '../../messages/refusal-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDate } from '../../timing/format-date.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { PartProblem } from '../../ui/shell/query-content.tsx'
import { useEditedSeason } from '../season/edited-season.ts'
import { SEASONS_KEY } from '../season/season-queries.ts'

/** Each change of the season may be one of its offer. */
function offerOf(seasonId: string, version: number) {
  return queryOptions({
    queryKey: [...SEASONS_KEY, 'offer', seasonId, version],
    queryFn: ({ signal }) => call(seasonOffers.get, { params: { seasonId }, signal }),
  })
}

/** Offers a season that is in no league to another user, who has to accept. */
export function HandOverSeason() {
  const { season, edit } = useEditedSeason()
  const t = useText()
  const query = useQuery(offerOf(season.id, season.version))
  /** Each offer is followed by an empty form. */
  const [sentCount, setSentCount] = useState(0)
  const params = { seasonId: season.id }
  const offer = query.data?.offer

  async function send({ username }: { readonly username: string }) {
    const body = { username }
    await edit.run((ifMatch) => call(seasonOffers.create, { params, body, ifMatch }), {
      done: t('organiser.seasonOffered', { name: username }),
      undo: null,
    })
    setSentCount(sentCount + 1)
  }

  return (
    <Section title={t('organiser.handOverSeason')}>
      <div className="flex max-w-prose flex-col items-start gap-3">
        <p className="text-muted">{t('organiser.handOverWhy')}</p>
        <PartProblem query={query} />
        {query.isPending && <Skeleton className="h-20 w-full" />}
        {offer && (
          <>
            <p role="status">
              {t('organiser.seasonOfferedTo', {
                name: offer.username,
                date: formatDate(offer.expiresAt, t.locale),
              })}
            </p>
            <Button
              onClick={() =>
                void edit.runWithToast(
                  (ifMatch) => call(seasonOffers.revoke, { params, ifMatch }),
                  {
                    done: t('organiser.seasonOfferRevoked'),
                    undo: null,
                  },
                )
              }
            >
              {t('organiser.revokeSeasonOffer')}
            </Button>
          </>
        )}
        {offer === null && (
          <Form
            key={sentCount}
            label={t('organiser.handOverSeason')}
            submitLabel={t('organiser.offerSeason')}
            submitLook="secondary"
            isDraft={false}
            fields={[
              {
                kind: 'text',
                name: 'username',
                label: t('organiser.newOwner'),
                hint: t('organiser.offerHint'),
                maxLength: TEXT_MAX.name,
                missing: t('organiser.usernameMissing'),
              },
            ]}
            onSubmit={send}
            errorsOf={(error) =>
              error instanceof ApiException && error.status === 404
                ? { username: t('organiser.unknownUser') }
                : refusalErrors(error, t, ['username'])
            }
          />
        )}
      </div>
    </Section>
  )
}
