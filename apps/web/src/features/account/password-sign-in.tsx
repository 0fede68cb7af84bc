import { callAuth } from '../../auth/service/auth-request.ts'
import { authFormErrors } from '../../auth/service/error-messages.ts'
import { useText } from '../../messages/use-text.ts'
import { Form } from '../../ui/forms/form.tsx'
import { emailField, passwordField } from './account-fields.ts'

export function PasswordSignIn() {
  const t = useText()
  return (
    <Form
      isDraft={false}
      label={t('account.login')}
      submitLabel={t('account.login')}
      fields={[emailField(t), passwordField(t, 'current-password')]}
      onSubmit={async (entries) =>
        void (await callAuth((auth) => auth.signInWithPassword(entries)))
      }
      errorsOf={authFormErrors()}
    />
  )
}
