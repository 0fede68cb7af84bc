import { authErrorMessage } from '../../auth/service/error-messages.ts'
import { RECOVERY_CODES, showRecoveryCode } from '../../auth/service/recovery-codes.ts'
import { verifyCode, verifySecurityKey } from '../../auth/service/second-factor.ts'
import type { SecondFactor } from '../../auth/account.ts'
import { useText } from '../../messages/use-text.ts'
import { CodeField, readCode, TextField } from '../../ui/forms/text-field.tsx'
import { entryOf, Form } from '../../ui/forms/form.tsx'
import { useState } from 'react'
import { verifySmsCode, sendSmsCode } from '../../auth/service/phone-factor.ts'

/** Asks for one second factor, by what it is. */
export function FactorForm({ factor }: { readonly factor: SecondFactor }) {
  if (factor.kind === 'webauthn') return <KeyForm factor={factor} />
  if (factor.kind === 'phone') return <PhoneForm factor={factor} />
  return factor.kind === RECOVERY_CODES ? <RecoveryCodeForm /> : <AppForm factor={factor} />
}

function AppForm({ factor }: { readonly factor: SecondFactor }) {
  const text = useText()

  async function show(entries: FormData) {
    const code = readCode(entries)
    if (code === null) return { code: text('account.codeMissing') }
    try {
      await verifyCode(factor.id, code)
      return null
    } catch (error) {
      return { code: authErrorMessage(error, text) }
    }
  }

  return (
    <Form
      isDraft={false}
      label={text('account.secondFactor')}
      submitLabel={text('account.login')}
      takesFocus
      onSubmit={show}
    >
      {(errors) => (
        <CodeField
          label={text('account.authenticatorCode')}
          hint={text('account.secondFactorHow')}
          error={errors.code}
        />
      )}
    </Form>
  )
}

function KeyForm({ factor }: { readonly factor: SecondFactor }) {
  const text = useText()

  async function show() {
    try {
      await verifySecurityKey(factor.id)
      return null
    } catch (error) {
      return { form: authErrorMessage(error, text) }
    }
  }

  return (
    <Form
      isDraft={false}
      label={text('account.secondFactor')}
      submitLabel={text('account.useSecurityKey', { name: factor.name })}
      onSubmit={show}
    >
      {() => <p>{text('account.securityKeyHow')}</p>}
    </Form>
  )
}

function RecoveryCodeForm() {
  const text = useText()

  async function show(entries: FormData) {
    const code = entryOf(entries, 'recoveryCode').trim()
    if (code === '') return { recoveryCode: text('account.recoveryCodeMissing') }
    try {
      await showRecoveryCode(code)
      return null
    } catch (error) {
      return { recoveryCode: authErrorMessage(error, text) }
    }
  }

  return (
    <Form
      isDraft={false}
      label={text('account.secondFactor')}
      submitLabel={text('account.login')}
      takesFocus
      onSubmit={show}
    >
      {(errors) => (
        <TextField
          name="recoveryCode"
          label={text('account.recoveryCode')}
          autoComplete="off"
          hint={text('account.recoveryCodeHow')}
          error={errors.recoveryCode}
        />
      )}
    </Form>
  )
}

/** A message costs whoever runs the site money: it is sent when it is asked for. */
function PhoneForm({ factor }: { readonly factor: SecondFactor }) {
  const text = useText()
  const [challengeId, setChallengeId] = useState<string | null>(null)

  async function send() {
    try {
      setChallengeId(await sendSmsCode(factor.id))
      return null
    } catch (error) {
      return { form: authErrorMessage(error, text) }
    }
  }

  async function show(entries: FormData) {
    const code = readCode(entries)
    if (challengeId === null || code === null) return { code: text('account.codeMissing') }
    try {
      await verifySmsCode(factor.id, challengeId, code)
      return null
    } catch (error) {
      return { code: authErrorMessage(error, text) }
    }
  }

  if (challengeId === null) {
    return (
      <Form
        isDraft={false}
        label={text('account.secondFactor')}
        submitLabel={text('account.sendText', { name: factor.name })}
        onSubmit={send}
      >
        {() => <p>{text('account.textHow')}</p>}
      </Form>
    )
  }
  return (
    <Form
      isDraft={false}
      key="code"
      label={text('account.secondFactor')}
      submitLabel={text('account.login')}
      takesFocus
      onSubmit={show}
    >
      {(errors) => <CodeField label={text('account.textedCode')} error={errors.code} />}
    </Form>
  )
}
