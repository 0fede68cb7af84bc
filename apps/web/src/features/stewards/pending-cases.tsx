import { useQuery } from '@tanstack/react-query'
import { useText } from '../../messages/use-text.ts'
import { formatDateTime } from '../../timing/format-date.ts'
import { ButtonLink } from '../../ui/buttons/link.tsx'
import { ItemList } from '../../ui/lists/item-list.tsx'
import { Section } from '../../ui/section.tsx'
import { pendingCases } from './steward-queries.ts'

/** Cases that wait for the user; nothing where there are none. */
export function PendingCases() {
  const t = useText()
  const { data = [] } = useQuery(pendingCases)
  if (data.length === 0) return null
  return (
    <Section title={t('stewards.pending')}>
      <ItemList
        label={t('stewards.pending')}
        items={data.map(({ caseId, number, seasonId, seasonName, need, until }) => ({
          id: caseId,
          title: `${seasonName}: ${t('stewards.caseNumber', { number })}`,
          detail: [
            t(need === 'respond' ? 'stewards.needResponse' : 'stewards.needDecision'),
            until === null ? '' : t('stewards.until', { date: formatDateTime(until, t.locale) }),
          ]
            .filter((part) => part !== '')
            .join(' · '),
          action:
            need === 'respond' ? (
              <ButtonLink
                size="small"
                to="/seasons/$seasonId"
                params={{ seasonId }}
                hash="incidents"
                aria-label={t('stewards.openCase', { number })}
              >
                {t('stewards.openIt')}
              </ButtonLink>
            ) : (
              <ButtonLink
                size="small"
                to="/dashboard/seasons/$seasonId/edit"
                params={{ seasonId }}
                search={{ part: 'stewards' }}
                aria-label={t('stewards.openCase', { number })}
              >
                {t('stewards.openIt')}
              </ButtonLink>
            ),
        }))}
      />
    </Section>
  )
}
