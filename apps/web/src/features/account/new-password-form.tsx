import { setRecovery } from '../../auth/recovery.ts'
import { callAuth } from '../../auth/service/auth-request.ts'
import { usePasswordHint } from '../../auth/service/auth-settings.ts'
import { authFormErrors } from '../../auth/service/error-messages.ts'
import { useText } from '../../messages/use-text.ts'
import { Form } from '../../ui/forms/form.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { passwordField } from './account-fields.ts'

/** Ends a password reset. */
export function NewPasswordForm({
  email,
  onSaved,
}: {
  readonly email: string
  readonly onSaved: () => void
}) {
  const t = useText()
  const passwordHint = usePasswordHint(t)
  return (
    <Form
      isDraft={false}
      label={t('account.resetPasswordConfirm')}
      submitLabel={t('account.savePassword')}
      fields={[
        {
          ...passwordField(t, 'new-password', passwordHint),
          label: t('account.newPassword'),
        },
      ]}
      onSubmit={async ({ password }) => {
        await callAuth((auth) => auth.updateUser({ password }))
        setRecovery(null)
        void showToast({ title: t('account.passwordSaved'), tone: 'good' })
        onSaved()
      }}
      errorsOf={authFormErrors({
        weak_password: 'password',
        same_password: 'password',
        validation_failed: 'password',
      })}
    >
      {/* A password manager files the new password under it. */}
      <input type="hidden" name="email" autoComplete="username" value={email} />
      <p className="wrap-anywhere text-muted">{email}</p>
    </Form>
  )
}
