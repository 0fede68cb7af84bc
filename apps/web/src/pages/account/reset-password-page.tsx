import { useState } from 'react'
import { MailCode } from '../../features/account/mail-code.tsx'
import { ServiceGate } from '../../features/account/service-gate.tsx'
import { useText } from '../../messages/use-text.ts'
import { ResetForm, sendResetMail } from '../../features/account/reset-form.tsx'
import { AccountPage } from './account-page.tsx'

export function ResetPasswordPage() {
  const t = useText()
  const [email, setEmail] = useState<string | null>(null)
  return (
    <AccountPage title={t(email === null ? 'account.resetPassword' : 'account.checkMail')}>
      {email === null ? (
        <ServiceGate>{() => <ResetForm onMail={setEmail} />}</ServiceGate>
      ) : (
        <MailCode
          email={email}
          type="recovery"
          explanation={t('account.checkMailReset', { email })}
          sendAgain={() => sendResetMail(email)}
          onOtherAddress={() => setEmail(null)}
        />
      )}
    </AccountPage>
  )
}
