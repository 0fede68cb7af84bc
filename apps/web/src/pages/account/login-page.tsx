import { useSearch } from '@tanstack/react-router'
import { useAccountState } from '../../auth/account.ts'
import { signOut } from '../../auth/sign-out.ts'
import { SecondFactorStep } from '../../features/account/second-factor-step.tsx'
import { ServiceGate } from '../../features/account/service-gate.tsx'
import { SignInChoice } from '../../features/account/sign-in-choice.tsx'
import { useText } from '../../messages/use-text.ts'
import { TextLink } from '../../ui/buttons/link.tsx'
import { AccountPage, returnAddress } from './account-page.tsx'

export function LoginPage() {
  const t = useText()
  const state = useAccountState()
  const { redirect } = useSearch({ from: '/login' })
  if (state.kind === 'secondFactor') {
    return (
      <AccountPage title={t('account.secondFactor')}>
        <SecondFactorStep factors={state.factors} onCancel={() => void signOut()} />
      </AccountPage>
    )
  }
  return (
    <AccountPage
      title={t('account.login')}
      below={
        <>
          {t('account.noAccountYet')}{' '}
          <TextLink to="/signup" search={{ redirect }}>
            {t('account.signUp')}
          </TextLink>
        </>
      }
    >
      {redirect !== '' && <p>{t('account.signInNeeded')}</p>}
      <ServiceGate>
        {(settings) => <SignInChoice settings={settings} returnTo={returnAddress(redirect)} />}
      </ServiceGate>
    </AccountPage>
  )
}
