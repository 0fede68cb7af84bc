import { usePasswordHint } from '../../auth/service/auth-settings.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ACCOUNT } from '../../auth/service/account-user.ts'
import { codeOf, authErrorMessage } from '../../auth/service/error-messages.ts'
import { signInService } from '../../auth/start-session.ts'
import { useText } from '../../messages/use-text.ts'
import { CodeField, readCode } from '../../ui/forms/text-field.tsx'
import { entryOf, Form } from '../../ui/forms/form.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { showToast } from '../../ui/toast/toast.ts'

/** Where an answer of the service belongs. */
const PLACES: Readonly<Record<string, string>> = {
  weak_password: 'newPassword',
  same_password: 'newPassword',
  validation_failed: 'newPassword',
  current_password_required: 'currentPassword',
  current_password_invalid: 'currentPassword',
  invalid_credentials: 'currentPassword',
  reauthentication_not_valid: 'code',
}

/** Asks for a code from a mail where the service wants to know again who it is. */
export function PasswordForm({ email }: { readonly email: string }) {
  const text = useText()
  const passwordHint = usePasswordHint(text)
  const queries = useQueryClient()
  const [needsCode, setNeedsCode] = useState(false)
  const [round, setRound] = useState(0)

  async function change(entries: FormData) {
    const password = entryOf(entries, 'newPassword')
    const currentPassword = entryOf(entries, 'currentPassword')
    const nonce = readCode(entries)
    if (password === '') return { newPassword: text('account.passwordMissing') }
    if (needsCode && nonce === null) return { code: text('dashboard.codeMissing') }
    const wanted = {
      password,
      ...(currentPassword !== '' && { current_password: currentPassword }),
      ...(nonce !== null && { nonce }),
    }
    try {
      const { client } = await signInService()
      const { error } = await client.auth.updateUser(wanted)
      if (codeOf(error) === 'reauthentication_needed') {
        const asked = await client.auth.reauthenticate()
        if (asked.error) return { form: authErrorMessage(asked.error, text) }
        setNeedsCode(true)
        return { code: text('dashboard.mailCodeHow', { email }) }
      }
      if (error) return { [PLACES[codeOf(error)] ?? 'form']: authErrorMessage(error, text) }
    } catch (error) {
      return { form: authErrorMessage(error, text) }
    }
    setNeedsCode(false)
    await queries.invalidateQueries(ACCOUNT)
    setRound(round + 1)
    void showToast({ title: text('dashboard.passwordChanged'), tone: 'good' })
    return null
  }

  return (
    <Form
      key={round}
      label={text('dashboard.password')}
      submitLabel={text('dashboard.changePassword')}
      submitLook="secondary"
      onSubmit={change}
    >
      {(errors) => (
        <>
          <input type="hidden" name="email" autoComplete="username" value={email} />
          <PasswordField
            name="currentPassword"
            label={text('dashboard.currentPassword')}
            autoComplete="current-password"
            hint={text('dashboard.currentPasswordHint')}
            error={errors.currentPassword}
          />
          <PasswordField
            name="newPassword"
            label={text('dashboard.newPassword')}
            autoComplete="new-password"
            hint={passwordHint}
            error={errors.newPassword}
          />
          {needsCode && <CodeField label={text('dashboard.mailCode')} error={errors.code} />}
        </>
      )}
    </Form>
  )
}
