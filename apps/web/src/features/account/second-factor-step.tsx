import { useState } from 'react'
import { RECOVERY_CODES } from '../../auth/service/recovery-codes.ts'
import type { SecondFactor } from '../../auth/account.ts'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { TextButton } from '../../ui/buttons/button.tsx'
import { FactorForm } from './factor-form.tsx'

/** The kinds are offered in this order: what the user has at hand comes first, the recovery codes come last. */
const KINDS = ['totp', 'webauthn', 'phone', RECOVERY_CODES]

/** The password was right: one of the user's second factors is asked for. */
export function SecondFactorStep({
  factors,
  onCancel,
}: {
  readonly factors: readonly SecondFactor[]
  readonly onCancel: () => void
}) {
  const t = useText()
  const [chosenId, setChosenId] = useState<string | null>(null)
  const usable = factors
    .filter(({ kind }) => KINDS.includes(kind))
    .toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind))
  const chosen = usable.find(({ id }) => id === chosenId) ?? usable[0]
  const others = usable.filter((factor) => factor !== chosen)
  return (
    <div className="flex flex-col gap-5">
      {chosen && <FactorForm key={chosen.id} factor={chosen} />}
      {others.length > 0 && (
        <ul aria-label={t('account.whichFactor')} className="flex flex-col items-start gap-2">
          {others.map((factor) => (
            <li key={factor.id}>
              <TextButton onClick={() => setChosenId(factor.id)}>{offerOf(factor, t)}</TextButton>
            </li>
          ))}
        </ul>
      )}
      <div>
        <TextButton onClick={onCancel}>{t('account.cancelSignIn')}</TextButton>
      </div>
    </div>
  )
}

function offerOf({ kind, name }: SecondFactor, t: Text): string {
  if (kind === RECOVERY_CODES) return t('account.useRecoveryCode')
  if (kind === 'phone') return t('account.sendText', { name })
  return t(kind === 'totp' ? 'account.factorFromApp' : 'account.useSecurityKey', { name })
}
