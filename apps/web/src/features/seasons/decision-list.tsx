import type { Season } from '@pitboard/contract/season'
import { useText } from '../../messages/use-text.ts'
import { formatDate } from '../../timing/format-date.ts'
import { ItemList } from '../../ui/item-list.tsx'
import { Section } from '../../ui/section.tsx'
import { decisionItem } from './decision-item.tsx'

/** What the stewards decided, with their reasons; nothing where they had nothing to decide. */
export function DecisionList({ season }: { readonly season: Season }) {
  const text = useText()
  if (season.adjustments.length === 0) return null
  return (
    <Section title={text('season.decisions')} anchor="decisions">
      <ItemList
        label={text('season.decisions')}
        items={season.adjustments.map((decision) =>
          decisionItem(decision, season, formatDate(decision.createdAt, text.locale), text),
        )}
      />
    </Section>
  )
}
