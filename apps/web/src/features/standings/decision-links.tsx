import type { AdjustmentDecision } from '@pitboard/contract/seasons/adjustment'
import { useText } from '../../messages/use-text.ts'
import { TextLink } from '../../ui/buttons/link.tsx'

interface DecisionLinksProps {
  readonly seasonId: string
  readonly decisions: readonly AdjustmentDecision[]
  readonly onFollow: () => void
}

/** Shows the numbers of decisions, each with a link to it in the list of the season. */
export function DecisionLinks({ seasonId, decisions, onFollow }: DecisionLinksProps) {
  const t = useText()
  return decisions.map(({ id, number }) => (
    <span key={id} className="ml-2 whitespace-nowrap">
      <TextLink
        to="/seasons/$seasonId"
        params={{ seasonId }}
        hash={`decision-${number}`}
        onClick={onFollow}
      >
        {t('season.decisionNumber', { number })}
      </TextLink>
    </span>
  ))
}
