import type { Adjustment } from '@pitboard/contract/seasons/adjustment'
import type { Season } from '@pitboard/contract/seasons/season'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDate } from '../../timing/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { ItemList } from '../../ui/lists/item-list.tsx'
import { Section } from '../../ui/section.tsx'
import { adjustmentWords } from './adjustment-words.ts'

/** The adjustments of the stewards with their reasons; nothing if there are none. */
export function AdjustmentList({ season }: { readonly season: Season }) {
  const text = useText()
  if (season.adjustments.length === 0) return null
  return (
    <Section title={text('season.adjustments')} anchor="decisions">
      <ItemList
        label={text('season.adjustments')}
        items={season.adjustments.map((adjustment) =>
          adjustmentItem(adjustment, season, formatDate(adjustment.createdAt, text.locale), text),
        )}
      />
    </Section>
  )
}

/** An entry of a list. Revoked adjustments stay, struck through, with both reasons. */
export function adjustmentItem(
  adjustment: Adjustment,
  season: Season,
  createdAt: string,
  text: Text,
) {
  const isRevoked = adjustment.revokedAt !== null
  const { decision } = adjustment
  return {
    id: adjustment.id,
    title: (
      <>
        <span className={isRevoked ? 'line-through' : ''}>
          {adjustmentWords(adjustment, season, text)}
        </span>
        {isRevoked && <Badge>{text('season.revoked')}</Badge>}
      </>
    ),
    detail: [
      decision && text('season.decisionNumber', { number: decision.number }),
      adjustment.reason,
      decision?.replacedBy
        ? text('season.replacedByDecision', { number: decision.replacedBy })
        : adjustment.revokedReason,
      adjustment.authorName,
      createdAt,
    ]
      .filter((part) => part !== null && part !== '')
      .join(' · '),
  }
}
