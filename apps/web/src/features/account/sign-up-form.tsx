import { beginSignIn } from '../../auth/begun-sign-ins.ts'
import { usePasswordHint } from '../../auth/service/auth-settings.ts'
import { codeOf, authErrorMessage } from '../../auth/service/error-messages.ts'
import { signInService } from '../../auth/start-session.ts'
import { useText } from '../../messages/use-text.ts'
import { entryOf, Form } from '../../ui/forms/form.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { EmailField, readEmail } from './email-field.tsx'

const ABOUT_PASSWORD = ['weak_password']

/** `onMail`: a mail has been asked for; the answer is the same whether the address has an account. */
export function SignUpForm({
  returnTo,
  onMail,
}: {
  readonly returnTo: string
  readonly onMail: (email: string) => void
}) {
  const text = useText()
  const passwordHint = usePasswordHint(text)

  async function signUp(entries: FormData) {
    const read = readEmail(entries, text)
    if ('errors' in read) return read.errors
    const password = entryOf(entries, 'password')
    if (password === '') return { password: text('account.passwordMissing') }
    try {
      const { client } = await signInService()
      const { data, error } = await client.auth.signUp({
        email: read.email,
        password,
        options: { emailRedirectTo: beginSignIn(returnTo) },
      })
      if (error) {
        const place = ABOUT_PASSWORD.includes(codeOf(error)) ? 'password' : 'form'
        return { [place]: authErrorMessage(error, text) }
      }
      if (data.session === null) onMail(read.email)
      return null
    } catch (error) {
      return { form: authErrorMessage(error, text) }
    }
  }

  return (
    <Form
      isDraft={false}
      label={text('account.signUp')}
      submitLabel={text('account.signUp')}
      onSubmit={signUp}
    >
      {(errors) => (
        <>
          <EmailField errors={errors} />
          <PasswordField
            name="password"
            label={text('account.password')}
            autoComplete="new-password"
            hint={passwordHint}
            error={errors.password}
          />
        </>
      )}
    </Form>
  )
}

/** Sends the confirmation once more. Throws what the service answers. */
export async function sendSignUpMail(email: string, returnTo: string): Promise<void> {
  const { client } = await signInService()
  const { error } = await client.auth.resend({
    type: 'signup',
    email,
    options: { emailRedirectTo: beginSignIn(returnTo) },
  })
  if (error) throw error
}
