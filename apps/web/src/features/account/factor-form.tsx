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
  const text = useText()
  const missing = text('account.codeMissing')
  if (factor.kind === 'webauthn') return <KeyForm factor={factor} />
  if (factor.kind === 'phone') return <PhoneForm factor={factor} />
  if (factor.kind === RECOVERY_CODES) {
    return (
      <CodeForm
        field={{
          kind: 'text',
          name: 'recoveryCode',
          label: text('account.recoveryCode'),
          hint: text('account.recoveryCodeHow'),
          missing: text('account.recoveryCodeMissing'),
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
        label: text('account.authenticatorCode'),
        hint: text('account.secondFactorHow'),
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
  const text = useText()
  return (
    <Form
      isDraft={false}
      label={text('account.secondFactor')}
      submitLabel={text('account.login')}
      takesFocus
      fields={[field]}
      onSubmit={(values) => verify(values[field.name])}
      errorsOf={authFormErrors({}, field.name)}
    />
  )
}

function KeyForm({ factor }: { readonly factor: SecondFactor }) {
  const text = useText()
  return (
    <Form
      isDraft={false}
      label={text('account.secondFactor')}
      submitLabel={text('account.useSecurityKey', { name: factor.name })}
      onSubmit={() => verifySecurityKey(factor.id)}
      errorsOf={authFormErrors()}
    >
      <p>{text('account.securityKeyHow')}</p>
    </Form>
  )
}

/** Every text message costs the operator money, so it is sent on request only. */
function PhoneForm({ factor }: { readonly factor: SecondFactor }) {
  const text = useText()
  const [challengeId, setChallengeId] = useState<string | null>(null)
  if (challengeId !== null) {
    return (
      <CodeForm
        field={{
          kind: 'code',
          name: 'code',
          label: text('account.textedCode'),
          missing: text('account.codeMissing'),
        }}
        verify={(code) => verifySmsCode(factor.id, challengeId, code)}
      />
    )
  }
  return (
    <Form
      isDraft={false}
      label={text('account.secondFactor')}
      submitLabel={text('account.sendText', { name: factor.name })}
      onSubmit={async () => setChallengeId(await sendSmsCode(factor.id))}
      errorsOf={authFormErrors()}
    >
      <p>{text('account.textHow')}</p>
    </Form>
  )
}
