import type { Adjustment } from '@pitboard/contract/seasons/adjustment'
import type { Season } from '@pitboard/contract/seasons/season'
import { joinParts } from '../../messages/join-parts.ts'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDate } from '../../timing/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { ItemList } from '../../ui/lists/item-list.tsx'
import { Section } from '../../ui/section.tsx'
import { adjustmentWords } from './adjustment-words.ts'

/** Lists the adjustments of the stewards with their reasons; shows nothing if there are none. */
export function AdjustmentList({ season }: { readonly season: Season }) {
  const t = useText()
  if (season.adjustments.length === 0) return null
  return (
    <Section title={t('season.adjustments')} anchor="decisions">
      <ItemList
        label={t('season.adjustments')}
        items={season.adjustments.map((adjustment) =>
          adjustmentItem(adjustment, season, formatDate(adjustment.createdAt, t.locale), t),
        )}
      />
    </Section>
  )
}

/** Returns an entry of a list. Revoked adjustments stay, struck through, with both reasons. */
export function adjustmentItem(adjustment: Adjustment, season: Season, createdAt: string, t: Text) {
  const isRevoked = adjustment.revokedAt !== null
  const { decision } = adjustment
  return {
    id: adjustment.id,
    title: (
      <>
        <span className={isRevoked ? 'line-through' : ''}>
          {adjustmentWords(adjustment, season, t)}
        </span>
        {isRevoked && <Badge>{t('season.revoked')}</Badge>}
      </>
    ),
    detail: joinParts([
      decision && t('season.decisionNumber', { number: decision.number }),
      adjustment.reason,
      decision?.replacedBy
        ? t('season.replacedByDecision', { number: decision.replacedBy })
        : adjustment.revokedReason,
      adjustment.authorName,
      createdAt,
    ]),
  }
}
