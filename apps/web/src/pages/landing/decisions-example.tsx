import type { Season } from '@pitboard/contract/seasons/season'
import { adjustmentItem } from '../../features/stewards/adjustment-list.tsx'
import { useText } from '../../messages/use-text.ts'
import { formatDate } from '../../timing/format-date.ts'
import { ItemList } from '../../ui/lists/item-list.tsx'

const SHOWN = 3

/** Shows the newest decisions of a season's stewards, with their reasons. */
export function DecisionsExample({ season }: { readonly season: Season }) {
  const t = useText()
  const newest = season.adjustments.slice(-SHOWN).toReversed()
  return (
    <ItemList
      label={t('season.adjustments')}
      items={newest.map((adjustment) =>
        adjustmentItem(adjustment, season, formatDate(adjustment.createdAt, t.locale), t),
      )}
    />
  )
}
