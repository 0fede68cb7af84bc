import { useState } from 'react'
import { beginSignIn } from '../../auth/begun-sign-ins.ts'
import { authFormErrors } from '../../auth/service/error-messages.ts'
import { signInService } from '../../auth/start-session.ts'
import { useText } from '../../messages/use-text.ts'
import { Form } from '../../ui/forms/form.tsx'
import { emailField } from './account-fields.ts'
import { MailCode } from './mail-code.tsx'

/** Signs in by a link or code in a mail; creates no account. */
export function MailSignIn({ returnTo }: { readonly returnTo: string }) {
  const t = useText()
  const [email, setEmail] = useState<string | null>(null)

  async function send(address: string) {
    const { client } = await signInService()
    const { error } = await client.auth.signInWithOtp({
      email: address,
      options: { emailRedirectTo: beginSignIn(returnTo), shouldCreateUser: false },
    })
    // An unknown address is refused; the page does not reveal which ones are unknown.
    if (error && error.code !== 'otp_disabled') throw error
  }

  if (email !== null) {
    return (
      <MailCode
        email={email}
        type="email"
        explanation={t('account.checkMailSignIn', { email })}
        sendAgain={() => send(email)}
        onOtherAddress={() => setEmail(null)}
      />
    )
  }
  return (
    <Form
      isDraft={false}
      label={t('account.byMail')}
      submitLabel={t('account.sendMail')}
      fields={[emailField(t, t('account.byMailHow'))]}
      onSubmit={async (entries) => {
        await send(entries.email)
        setEmail(entries.email)
      }}
      errorsOf={authFormErrors()}
    />
  )
}
