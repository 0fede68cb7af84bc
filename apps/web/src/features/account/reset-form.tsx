import { beginSignIn } from '../../auth/begun-sign-ins.ts'
import { callAuth } from '../../auth/service/auth-request.ts'
import { authFormErrors } from '../../auth/service/error-messages.ts'
import { useText } from '../../messages/use-text.ts'
import { Form } from '../../ui/forms/form.tsx'
import { emailField } from './account-fields.ts'

/** The answer of the service is the same whether or not the address has an account. */
export function ResetForm({ onMail }: { readonly onMail: (email: string) => void }) {
  const t = useText()
  return (
    <Form
      isDraft={false}
      label={t('account.resetPassword')}
      submitLabel={t('account.sendMail')}
      fields={[emailField(t)]}
      onSubmit={async ({ email }) => {
        await sendResetMail(email)
        onMail(email)
      }}
      errorsOf={authFormErrors()}
    >
      <p className="text-muted">{t('account.resetHow')}</p>
    </Form>
  )
}

/** Rejects with the error of the service. */
export async function sendResetMail(email: string): Promise<void> {
  const redirectTo = beginSignIn(`${location.origin}/resetPasswordConfirm`)
  await callAuth((auth) => auth.resetPasswordForEmail(email, { redirectTo }))
}
