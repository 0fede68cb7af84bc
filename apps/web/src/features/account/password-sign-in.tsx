import { authErrorMessage } from '../../auth/service/error-messages.ts'
import { signInService } from '../../auth/start-session.ts'
import { useText } from '../../messages/use-text.ts'
import { entryOf, Form } from '../../ui/forms/form.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { EmailField, readEmail } from './email-field.tsx'

export function PasswordSignIn() {
  const text = useText()

  async function signIn(entries: FormData) {
    const read = readEmail(entries, text)
    if ('errors' in read) return read.errors
    const password = entryOf(entries, 'password')
    if (password === '') return { password: text('account.passwordMissing') }
    try {
      const { client } = await signInService()
      const { error } = await client.auth.signInWithPassword({ email: read.email, password })
      return error ? { form: authErrorMessage(error, text) } : null
    } catch (error) {
      return { form: authErrorMessage(error, text) }
    }
  }

  return (
    <Form
      isDraft={false}
      label={text('account.login')}
      submitLabel={text('account.login')}
      onSubmit={signIn}
    >
      {(errors) => (
        <>
          <EmailField errors={errors} />
          <PasswordField
            name="password"
            label={text('account.password')}
            autoComplete="current-password"
            error={errors.password}
          />
        </>
      )}
    </Form>
  )
}
