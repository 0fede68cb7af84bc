import { authErrorMessage } from '../../auth/service/error-messages.ts'
import { useText } from '../../messages/use-text.ts'
import { Form } from '../../ui/forms/form.tsx'
import { EmailField, readEmail } from './email-field.tsx'
import { beginSignIn } from '../../auth/begun-sign-ins.ts'
import { signInService } from '../../auth/start-session.ts'

/** `onMail`: a mail has been asked for; the answer is the same whether the address has an account. */
export function ResetForm({ onMail }: { readonly onMail: (email: string) => void }) {
  const text = useText()

  async function ask(entries: FormData) {
    const read = readEmail(entries, text)
    if ('errors' in read) return read.errors
    try {
      await sendResetMail(read.email)
      onMail(read.email)
      return null
    } catch (error) {
      return { form: authErrorMessage(error, text) }
    }
  }

  return (
    <Form
      isDraft={false}
      label={text('account.resetPassword')}
      submitLabel={text('account.sendMail')}
      onSubmit={ask}
    >
      {(errors) => (
        <>
          <p className="text-muted">{text('account.resetHow')}</p>
          <EmailField errors={errors} />
        </>
      )}
    </Form>
  )
}

/** Throws what the service answers: the same for every address. */
export async function sendResetMail(email: string): Promise<void> {
  const { client } = await signInService()
  const { error } = await client.auth.resetPasswordForEmail(email, {
    redirectTo: beginSignIn(`${location.origin}/resetPasswordConfirm`),
  })
  if (error) throw error
}
