import { beginSignIn } from '../../auth/begun-sign-ins.ts'
import { usePasswordHint } from '../../auth/service/auth-settings.ts'
import { callAuth } from '../../auth/service/auth-request.ts'
import { authFormErrors } from '../../auth/service/error-messages.ts'
import { useText } from '../../messages/use-text.ts'
import type { FormValues } from '../../ui/forms/form-fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { emailField, passwordField } from './account-fields.ts'

/** The answer of the service is the same whether or not the address has an account. */
export function SignUpForm({
  returnTo,
  onMail,
}: {
  readonly returnTo: string
  readonly onMail: (email: string) => void
}) {
  const t = useText()
  const passwordHint = usePasswordHint(t)

  async function signUp({ email, password }: FormValues<'email' | 'password'>) {
    const { session } = await callAuth((auth) =>
      auth.signUp({ email, password, options: { emailRedirectTo: beginSignIn(returnTo) } }),
    )
    if (session === null) onMail(email)
  }

  return (
    <Form
      isDraft={false}
      label={t('account.signUp')}
      submitLabel={t('account.signUp')}
      fields={[emailField(t), passwordField(t, 'new-password', passwordHint)]}
      onSubmit={signUp}
      errorsOf={authFormErrors({ weak_password: 'password' })}
    />
  )
}

/** Sends the confirmation again; rejects with the error of the service. */
export async function sendSignUpMail(email: string, returnTo: string): Promise<void> {
  const options = { emailRedirectTo: beginSignIn(returnTo) }
  await callAuth((auth) => auth.resend({ type: 'signup', email, options }))
}
