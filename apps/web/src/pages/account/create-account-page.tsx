import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { MailCode } from '../../features/account/mail-code.tsx'
import { ServiceGate } from '../../features/account/service-gate.tsx'
import { useText } from '../../messages/use-text.ts'
import { TextLink } from '../../ui/buttons/link.tsx'
import { sendSignUpMail, SignUpForm } from '../../features/account/sign-up-form.tsx'
import { AccountPage, returnAddress } from './account-page.tsx'

export function CreateAccountPage() {
  const t = useText()
  const { redirect } = useSearch({ from: '/signup' })
  const [email, setEmail] = useState<string | null>(null)
  const returnTo = returnAddress(redirect)
  if (email !== null) {
    return (
      <AccountPage title={t('account.checkMail')}>
        <MailCode
          email={email}
          type="email"
          explanation={t('account.checkMailSignUp', { email })}
          sendAgain={() => sendSignUpMail(email, returnTo)}
          onOtherAddress={() => setEmail(null)}
        />
      </AccountPage>
    )
  }
  return (
    <AccountPage
      title={t('account.signUp')}
      below={
        <>
          {t('account.haveAccount')}{' '}
          <TextLink to="/login" search={{ redirect }}>
            {t('account.login')}
          </TextLink>
        </>
      }
    >
      <ServiceGate>
        {(settings) =>
          settings.isSignUpOpen ? (
            <SignUpForm returnTo={returnTo} onMail={setEmail} />
          ) : (
            <p>{t('account.signUpOff')}</p>
          )
        }
      </ServiceGate>
    </AccountPage>
  )
}
