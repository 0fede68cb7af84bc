import type { StewardCase } from '@pitboard/contract/stewards/steward-case'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { joinParts } from '../../messages/join-parts.ts'
import { useText } from '../../messages/use-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { TextLink } from '../../ui/buttons/link.tsx'
import { Card } from '../../ui/card.tsx'
import { ItemList } from '../../ui/lists/item-list.tsx'
import { Section } from '../../ui/section.tsx'
import { QueryContent } from '../../ui/shell/query-content.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { CaseFacts } from './case-facts.tsx'
import { CaseRoom } from './case-room.tsx'
import { RulesForm } from './rules-form.tsx'
import { OpenPenalties } from './open-penalties.tsx'
import { casesOf, decisionsOf } from './steward-queries.ts'
import { sessionWords, STATE_LABELS } from './steward-words.ts'
import { useEditedSeason } from '../season/edited-season.ts'

interface StewardsRoomProps {
  readonly maySetRules: boolean
}

/** Shows the cases of the season, one of them open, and the rules for reports. */
export function StewardsRoom({ maySetRules }: StewardsRoomProps) {
  const { season } = useEditedSeason()
  const t = useText()
  const query = useQuery(casesOf(season.id))
  const decisions = useQuery(decisionsOf(season.id, season.version))
  const [openId, setOpenId] = useState<string | null>(null)
  const open = query.data?.find(({ id }) => id === openId)
  return (
    <div className="flex flex-col gap-9">
      {decisions.data && <OpenPenalties licences={decisions.data.licences} />}
      <Section title={t('stewards.cases')}>
        <QueryContent query={query} placeholder={<Skeleton className="h-48" />}>
          {(data) =>
            data.length === 0 ? (
              <EmptyState title={t('stewards.noCases')}>{t('stewards.noCasesWhy')}</EmptyState>
            ) : (
              <div className="flex flex-col gap-5">
                <ItemList
                  label={t('stewards.cases')}
                  items={data.map((one) => caseItem(one, one.id === openId))}
                />
                {open && (
                  <Card
                    as="article"
                    label={t('stewards.caseNumber', { number: open.number })}
                    key={open.id}
                  >
                    <div className="flex flex-col gap-5">
                      <CaseFacts season={season} of={open} />
                      {open.may.judge ? (
                        <CaseRoom season={season} of={open} />
                      ) : (
                        <p className="text-muted">{t('stewards.involved')}</p>
                      )}
                    </div>
                  </Card>
                )}
              </div>
            )
          }
        </QueryContent>
      </Section>
      {maySetRules && (
        <Section title={t('stewards.rules')}>
          <div className="max-w-3xl">
            <p className="mb-4">
              <TextLink to="/guides/stewarding">{t('stewards.guide')}</TextLink>
            </p>
            <RulesForm />
          </div>
        </Section>
      )}
    </div>
  )

  function caseItem(one: StewardCase, isOpen: boolean) {
    const { id, number, state, cars, sessionId, lap } = one
    return {
      id,
      title: (
        <>
          {t('stewards.caseNumber', { number })}
          <Badge tone={state === 'decided' ? 'plain' : 'warning'}>{t(STATE_LABELS[state])}</Badge>
        </>
      ),
      detail: joinParts([
        cars.map(({ name }) => name).join(', '),
        sessionWords(season, sessionId, t),
        lap === null ? '' : t('stewards.lapNumber', { lap }),
      ]),
      action: (
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-label={t(isOpen ? 'stewards.closeCase' : 'stewards.openCase', { number })}
          onClick={() => setOpenId(isOpen ? null : id)}
        >
          {t(isOpen ? 'stewards.close' : 'stewards.openIt')}
        </Button>
      ),
    }
  }
}
