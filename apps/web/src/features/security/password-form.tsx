import { usePasswordHint } from '../../auth/service/auth-settings.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ACCOUNT } from '../../auth/service/account-user.ts'
import { callAuth } from '../../auth/service/auth-request.ts'
import { authFormErrors, codeOf } from '../../auth/service/error-messages.ts'
import { useText } from '../../messages/use-text.ts'
import type { FormValues } from '../../ui/forms/form-fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { codeField } from './factor-fields.ts'

/** Error codes of the service belong to these fields. */
const PLACES: Readonly<Record<string, string>> = {
  weak_password: 'newPassword',
  same_password: 'newPassword',
  validation_failed: 'newPassword',
  current_password_required: 'currentPassword',
  current_password_invalid: 'currentPassword',
  invalid_credentials: 'currentPassword',
  reauthentication_not_valid: 'code',
}

/** Asks for a code from a mail if the service requires it. */
export function PasswordForm({ email }: { readonly email: string }) {
  const t = useText()
  const passwordHint = usePasswordHint(t)
  const queries = useQueryClient()
  const [needsCode, setNeedsCode] = useState(false)
  const [round, setRound] = useState(0)

  async function change(values: FormValues<'newPassword' | 'currentPassword' | 'code'>) {
    const { newPassword: password, currentPassword, code: nonce } = values
    const wanted = {
      password,
      ...(currentPassword !== '' && { current_password: currentPassword }),
      ...(needsCode && { nonce }),
    }
    try {
      await callAuth((auth) => auth.updateUser(wanted))
    } catch (error) {
      if (codeOf(error) !== 'reauthentication_needed') throw error
      await callAuth((auth) => auth.reauthenticate())
      setNeedsCode(true)
      return { code: t('dashboard.mailCodeHow', { email }) }
    }
    setNeedsCode(false)
    await queries.invalidateQueries(ACCOUNT)
    setRound(round + 1)
    void showToast({ title: t('dashboard.passwordChanged'), tone: 'good' })
    return null
  }

  return (
    <Form
      key={round}
      label={t('dashboard.password')}
      submitLabel={t('dashboard.changePassword')}
      submitLook="secondary"
      fields={[
        {
          kind: 'password',
          name: 'currentPassword',
          autoComplete: 'current-password',
          label: t('dashboard.currentPassword'),
          hint: t('dashboard.currentPasswordHint'),
        },
        {
          kind: 'password',
          name: 'newPassword',
          autoComplete: 'new-password',
          label: t('dashboard.newPassword'),
          hint: passwordHint,
          missing: t('account.passwordMissing'),
        },
        ...(needsCode ? [codeField(t, 'dashboard.mailCode')] : []),
      ]}
      onSubmit={change}
      errorsOf={authFormErrors(PLACES)}
    >
      <input type="hidden" name="email" autoComplete="username" value={email} />
    </Form>
  )
}
