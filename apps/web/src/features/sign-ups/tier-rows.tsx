import { ROSTER_MAX } from '@pitboard/contract/roster/roster'
import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import { SIGN_UP_MAX, type SignUpTier } from '@pitboard/contract/sign-ups/sign-ups'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import type { FormErrors } from '../../ui/forms/form-errors.ts'
import { Input } from '../../ui/forms/input.tsx'

interface TierRowsProps {
  readonly tiers: readonly SignUpTier[]
  readonly errors: FormErrors
  readonly onChange: (tiers: SignUpTier[]) => void
}

/** Edits tiers with their places. */
export function TierRows({ tiers, errors, onChange }: TierRowsProps) {
  const t = useText()
  const replace = (at: number, next: Partial<SignUpTier>) =>
    onChange(tiers.map((tier, index) => (index === at ? { ...tier, ...next } : tier)))
  const errorOf = (index: number) => errors[`tiers/${index}/name`] ?? null
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 text-subhead">{t('participation.tiers')}</legend>
      {tiers.map((tier, index) => {
        const number = index + 1
        return (
          <div key={number} className="flex max-w-lg items-start gap-2">
            <div className="min-w-0 flex-1">
              <Field
                label={t('participation.tierName', { number })}
                isLabelHidden
                error={errorOf(index)}
              >
                <Input
                  type="text"
                  autoComplete="off"
                  maxLength={TEXT_MAX.tier}
                  placeholder={t('participation.tierName', { number })}
                  value={tier.name}
                  onChange={({ target }) => replace(index, { name: target.value })}
                />
              </Field>
            </div>
            <div className="min-w-0 flex-1">
              <Field label={t('participation.tierCapacity', { number })} isLabelHidden>
                <Input
                  type="text"
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={3}
                  placeholder={t('participation.tierCapacity', { number })}
                  value={tier.capacity === null ? '' : String(tier.capacity)}
                  onChange={({ target }) =>
                    replace(index, { capacity: readCapacity(target.value) })
                  }
                />
              </Field>
            </div>
            <IconButton
              icon="close"
              label={t('participation.removeTier', { number })}
              onClick={() => onChange(tiers.filter((one) => one !== tier))}
            />
          </div>
        )
      })}
      {tiers.length < SIGN_UP_MAX.tiers && (
        <div>
          <Button size="small" onClick={() => onChange([...tiers, { name: '', capacity: null }])}>
            {t('participation.addTier')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

/** Returns null without a number, which is without a limit. */
export function readCapacity(typed: string): number | null {
  const number = Number(typed.replaceAll(/\D/g, ''))
  return number === 0 ? null : Math.min(number, ROSTER_MAX.drivers)
}
