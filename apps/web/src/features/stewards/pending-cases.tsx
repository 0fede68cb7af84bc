import { useQuery } from '@tanstack/react-query'
import { useText } from '../../messages/use-text.ts'
import { formatDateTime } from '../../timing/format-date.ts'
import { ButtonLink } from '../../ui/buttons/link.tsx'
import { ItemList } from '../../ui/lists/item-list.tsx'
import { Section } from '../../ui/section.tsx'
import { pendingCases } from './steward-queries.ts'

/** Cases that wait for the user; nothing where there are none. */
export function PendingCases() {
  const text = useText()
  const { data = [] } = useQuery(pendingCases)
  if (data.length === 0) return null
  return (
    <Section title={text('stewards.pending')}>
      <ItemList
        label={text('stewards.pending')}
        items={data.map(({ caseId, number, seasonId, seasonName, need, until }) => ({
          id: caseId,
          title: `${seasonName}: ${text('stewards.caseNumber', { number })}`,
          detail: [
            text(need === 'respond' ? 'stewards.needResponse' : 'stewards.needDecision'),
            until === null
              ? ''
              : text('stewards.until', { date: formatDateTime(until, text.locale) }),
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
                aria-label={text('stewards.openCase', { number })}
              >
                {text('stewards.openIt')}
              </ButtonLink>
            ) : (
              <ButtonLink
                size="small"
                to="/dashboard/seasons/$seasonId/edit"
                params={{ seasonId }}
                search={{ part: 'stewards' }}
                aria-label={text('stewards.openCase', { number })}
              >
                {text('stewards.openIt')}
              </ButtonLink>
            ),
        }))}
      />
    </Section>
  )
}
