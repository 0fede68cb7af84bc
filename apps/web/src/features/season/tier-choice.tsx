import { useText } from '../../messages/use-text.ts'
import { ChoiceBar } from '../../ui/buttons/choice-bar.tsx'
import { CONTROL_LOOK } from '../../ui/control-style.ts'

/** This many stand side by side on a phone. */
const BESIDE_MAX = 3

interface TierChoiceProps {
  readonly tiers: readonly string[]
  readonly tier: string
  readonly onTier: (tier: string) => void
}

/** Lets the reader choose the tier whose standings the page shows. */
export function TierChoice({ tiers, tier, onTier }: TierChoiceProps) {
  const t = useText()
  const label = t('season.whichTier')
  const isShort = tiers.join('').length <= 30
  if (tiers.length <= BESIDE_MAX && isShort) {
    const options = tiers.map((name) => ({ value: name, label: name }))
    return <ChoiceBar label={label} options={options} value={tier} onChange={onTier} />
  }
  // The one of forms would bring all that forms need.
  return (
    <select
      aria-label={label}
      value={tier}
      onChange={({ target }) => onTier(target.value)}
      className={`${CONTROL_LOOK} truncate`}
    >
      {tiers.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  )
}
