import type { Season } from '@pitboard/contract/season'
import { useText } from '../../messages/use-text.ts'
import { formatDate } from '../../timing/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { ItemList } from '../../ui/item-list.tsx'
import { Section } from '../../ui/section.tsx'
import { decisionWords } from './decision-words.ts'

/** What the stewards decided, with their reasons; nothing where they had nothing to decide. */
export function DecisionList({ season }: { readonly season: Season }) {
  const text = useText()
  if (season.adjustments.length === 0) return null
  return (
    <Section title={text('season.decisions')} anchor="decisions">
      <ItemList
        label={text('season.decisions')}
        items={season.adjustments.map((decision) => ({
          id: decision.id,
          title: (
            <>
              <span className={decision.revokedAt === null ? '' : 'line-through'}>
                {decisionWords(decision, season, text)}
              </span>
              {decision.revokedAt !== null && <Badge>{text('season.revoked')}</Badge>}
            </>
          ),
          detail: [
            decision.reason,
            decision.revokedReason,
            decision.authorName,
            formatDate(decision.createdAt, text.locale),
          ]
            .filter((part) => part !== null && part !== '')
            .join(' · '),
        }))}
      />
    </Section>
  )
}
