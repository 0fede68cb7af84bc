import { useState } from 'react'
import type { SecondFactor } from '../../auth/account.ts'
import { authFormErrors } from '../../auth/service/error-messages.ts'
import { sendSmsCode, verifySmsCode } from '../../auth/service/phone-factor.ts'
import { RECOVERY_CODES, showRecoveryCode } from '../../auth/service/recovery-codes.ts'
import { verifyCode, verifySecurityKey } from '../../auth/service/second-factor.ts'
import { useText } from '../../messages/use-text.ts'
import type { FormField } from '../../ui/forms/form-fields.tsx'
import { Form } from '../../ui/forms/form.tsx'

/** Asks for a second factor, by its kind. */
export function FactorForm({ factor }: { readonly factor: SecondFactor }) {
  const t = useText()
  const missing = t('account.codeMissing')
  if (factor.kind === 'webauthn') return <KeyForm factor={factor} />
  if (factor.kind === 'phone') return <PhoneForm factor={factor} />
  if (factor.kind === RECOVERY_CODES) {
    return (
      <CodeForm
        field={{
          kind: 'text',
          name: 'recoveryCode',
          label: t('account.recoveryCode'),
          hint: t('account.recoveryCodeHow'),
          missing: t('account.recoveryCodeMissing'),
        }}
        verify={showRecoveryCode}
      />
    )
  }
  return (
    <CodeForm
      field={{
        kind: 'code',
        name: 'code',
        missing,
        label: t('account.authenticatorCode'),
        hint: t('account.secondFactorHow'),
      }}
      verify={(code) => verifyCode(factor.id, code)}
    />
  )
}

interface CodeFormProps {
  readonly field: FormField<'code' | 'recoveryCode'>
  readonly verify: (code: string) => Promise<void>
}

function CodeForm({ field, verify }: CodeFormProps) {
  const t = useText()
  return (
    <Form
      isDraft={false}
      label={t('account.secondFactor')}
      submitLabel={t('account.login')}
      takesFocus
      fields={[field]}
      onSubmit={(values) => verify(values[field.name])}
      errorsOf={authFormErrors({}, field.name)}
    />
  )
}

function KeyForm({ factor }: { readonly factor: SecondFactor }) {
  const t = useText()
  return (
    <Form
      isDraft={false}
      label={t('account.secondFactor')}
      submitLabel={t('account.useSecurityKey', { name: factor.name })}
      onSubmit={() => verifySecurityKey(factor.id)}
      errorsOf={authFormErrors()}
    >
      <p>{t('account.securityKeyHow')}</p>
    </Form>
  )
}

/** Every text message costs the operator money, so it is sent on request only. */
function PhoneForm({ factor }: { readonly factor: SecondFactor }) {
  const t = useText()
  const [challengeId, setChallengeId] = useState<string | null>(null)
  if (challengeId !== null) {
    return (
      <CodeForm
        field={{
          kind: 'code',
          name: 'code',
          label: t('account.textedCode'),
          missing: t('account.codeMissing'),
        }}
        verify={(code) => verifySmsCode(factor.id, challengeId, code)}
      />
    )
  }
  return (
    <Form
      isDraft={false}
      label={t('account.secondFactor')}
      submitLabel={t('account.sendText', { name: factor.name })}
      onSubmit={async () => setChallengeId(await sendSmsCode(factor.id))}
      errorsOf={authFormErrors()}
    >
      <p>{t('account.textHow')}</p>
    </Form>
  )
}
