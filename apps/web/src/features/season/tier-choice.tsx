import { useText } from '../../messages/use-text.ts'
import { ChoiceBar } from '../../ui/buttons/choice-bar.tsx'
import { Select } from '../../ui/forms/select.tsx'

/** So many stand side by side on a phone. */
const BESIDE_MAX = 3

interface TierChoiceProps {
  readonly tiers: readonly string[]
  readonly tier: string
  readonly onTier: (tier: string) => void
}

/** Lets the reader choose the tier whose standings the page shows. */
export function TierChoice({ tiers, tier, onTier }: TierChoiceProps) {
  const t = useText()
  const options = tiers.map((name) => ({ value: name, label: name }))
  const isShort = tiers.join('').length <= 30
  const Control = tiers.length <= BESIDE_MAX && isShort ? ChoiceBar : Select
  return <Control label={t('season.whichTier')} options={options} value={tier} onChange={onTier} />
}
