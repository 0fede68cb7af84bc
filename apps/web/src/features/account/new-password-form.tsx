import { usePasswordHint } from '../../auth/service/auth-settings.ts'
import { codeOf, authErrorMessage } from '../../auth/service/error-messages.ts'
import { setRecovery } from '../../auth/recovery.ts'
import { signInService } from '../../auth/start-session.ts'
import { useText } from '../../messages/use-text.ts'
import { entryOf, Form } from '../../ui/forms/form.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { showToast } from '../../ui/toast/toast.ts'

const ABOUT_PASSWORD = ['weak_password', 'same_password', 'validation_failed']

/** The end of a password reset. */
export function NewPasswordForm({
  email,
  onSaved,
}: {
  readonly email: string
  readonly onSaved: () => void
}) {
  const text = useText()
  const passwordHint = usePasswordHint(text)

  async function save(entries: FormData) {
    const password = entryOf(entries, 'password')
    if (password === '') return { password: text('account.passwordMissing') }
    try {
      const { client } = await signInService()
      const { error } = await client.auth.updateUser({ password })
      if (error) {
        const place = ABOUT_PASSWORD.includes(codeOf(error)) ? 'password' : 'form'
        return { [place]: authErrorMessage(error, text) }
      }
      setRecovery(null)
      void showToast({ title: text('account.passwordSaved'), tone: 'good' })
      onSaved()
      return null
    } catch (error) {
      return { form: authErrorMessage(error, text) }
    }
  }

  return (
    <Form
      isDraft={false}
      label={text('account.resetPasswordConfirm')}
      submitLabel={text('account.savePassword')}
      onSubmit={save}
    >
      {(errors) => (
        <>
          {/* A password manager files the new password under it. */}
          <input type="hidden" name="email" autoComplete="username" value={email} />
          <p className="wrap-anywhere text-muted">{email}</p>
          <PasswordField
            name="password"
            label={text('account.newPassword')}
            autoComplete="new-password"
            hint={passwordHint}
            error={errors.password}
          />
        </>
      )}
    </Form>
  )
}
