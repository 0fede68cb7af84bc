import { useState } from 'react'
import { beginSignIn } from '../../auth/begun-sign-ins.ts'
import { authErrorMessage } from '../../auth/service/error-messages.ts'
import { signInService } from '../../auth/start-session.ts'
import { useText } from '../../messages/use-text.ts'
import { Form } from '../../ui/forms/form.tsx'
import { EmailField, readEmail } from './email-field.tsx'
import { MailCode } from './mail-code.tsx'

/** Signs in whoever reads the mail of an account; it makes none. */
export function MailSignIn({ returnTo }: { readonly returnTo: string }) {
  const text = useText()
  const [email, setEmail] = useState<string | null>(null)

  async function send(address: string) {
    const { client } = await signInService()
    const { error } = await client.auth.signInWithOtp({
      email: address,
      options: { emailRedirectTo: beginSignIn(returnTo), shouldCreateUser: false },
    })
    // An unknown address is refused: the page does not tell it from a known one.
    if (error && error.code !== 'otp_disabled') throw error
  }

  async function ask(entries: FormData) {
    const read = readEmail(entries, text)
    if ('errors' in read) return read.errors
    try {
      await send(read.email)
      setEmail(read.email)
      return null
    } catch (error) {
      return { form: authErrorMessage(error, text) }
    }
  }

  if (email !== null) {
    return (
      <MailCode
        email={email}
        type="email"
        explanation={text('account.checkMailSignIn', { email })}
        sendAgain={() => send(email)}
        onOtherAddress={() => setEmail(null)}
      />
    )
  }
  return (
    <Form
      isDraft={false}
      label={text('account.byMail')}
      submitLabel={text('account.sendMail')}
      onSubmit={ask}
    >
      {(errors) => <EmailField errors={errors} hint={text('account.byMailHow')} />}
    </Form>
  )
}
