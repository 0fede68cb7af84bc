import type { PendingCase } from '@pitboard/contract/stewards/steward-case'
import { useQuery } from '@tanstack/react-query'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDateTime } from '../../timing/format-date.ts'
import { ButtonLink } from '../../ui/buttons/link.tsx'
import { ItemList } from '../../ui/lists/item-list.tsx'
import { Section } from '../../ui/section.tsx'
import { pendingCases } from './steward-queries.ts'

/** Lists cases that wait for the user; shows nothing where there are none. */
export function PendingCases() {
  const t = useText()
  const { data = [] } = useQuery(pendingCases)
  if (data.length === 0) return null
  const judged = Map.groupBy(
    data.filter(({ need }) => need === 'judge'),
    ({ seasonId }) => seasonId,
  )
  return (
    <Section title={t('stewards.pending')}>
      <ItemList
        label={t('stewards.pending')}
        items={[
          ...data.filter(({ need }) => need === 'respond').map((found) => toResponse(found, t)),
          ...Array.from(judged.values(), (cases) => toDecisions(cases, t)).flat(),
        ]}
      />
    </Section>
  )
}

/** The reader is reported and can respond. */
function toResponse({ caseId, number, seasonId, seasonName, until }: PendingCase, t: Text) {
  return {
    id: caseId,
    title: `${seasonName}: ${t('stewards.caseNumber', { number })}`,
    detail: [
      t('stewards.needResponse'),
      ...(until === null ? [] : [t('stewards.until', { date: formatDateTime(until, t.locale) })]),
    ].join(' · '),
    action: (
      <ButtonLink
        size="small"
        to="/seasons/$seasonId"
        params={{ seasonId }}
        hash="incidents"
        aria-label={t('stewards.openCase', { number })}
      >
        {t('stewards.openIt')}
      </ButtonLink>
    ),
  }
}

/** Lists the cases of a season that wait for its stewards. */
function toDecisions(cases: readonly PendingCase[], t: Text) {
  const [first, ...others] = cases
  if (!first) return []
  const { caseId, number, seasonId, seasonName } = first
  const isOnly = others.length === 0
  return [
    {
      id: caseId,
      title: isOnly ? `${seasonName}: ${t('stewards.caseNumber', { number })}` : seasonName,
      detail: isOnly
        ? t('stewards.needDecision')
        : t('stewards.needDecisions', { count: cases.length }),
      action: (
        <ButtonLink
          size="small"
          to="/dashboard/seasons/$seasonId/edit"
          params={{ seasonId }}
          search={{ part: 'stewards' }}
          aria-label={
            isOnly
              ? t('stewards.openCase', { number })
              : `${t('stewards.openIt')}: ${seasonName}, ${t('stewards.needDecisions', { count: cases.length })}`
          }
        >
          {t('stewards.openIt')}
        </ButtonLink>
      ),
    },
  ]
}
