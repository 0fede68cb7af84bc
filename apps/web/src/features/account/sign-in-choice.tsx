import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { hasWebAuthn } from '../../auth/service/webauthn.ts'
import { useText } from '../../messages/use-text.ts'
import { TextLink } from '../../ui/buttons/link.tsx'
import { TextButton, Button } from '../../ui/buttons/button.tsx'
import { ProblemText } from '../../ui/states/problem-text.tsx'
import type { AuthSettings } from '../../auth/service/auth-settings.ts'
import { MailSignIn } from './mail-sign-in.tsx'
import { PasswordSignIn } from './password-sign-in.tsx'
import { authErrorMessage } from '../../auth/service/error-messages.ts'
import { signInWithPasskey } from '../../auth/service/passkey.ts'
import { providerAddress, providerName } from '../../auth/service/provider.ts'
import { signInService } from '../../auth/start-session.ts'

/** Shows the password first, the other ways beside it. */
export function SignInChoice({
  settings,
  returnTo,
}: {
  readonly settings: AuthSettings
  readonly returnTo: string
}) {
  const t = useText()
  const [byMail, setByMail] = useState(false)
  const hasPasskeys = settings.hasPasskeys && hasWebAuthn()
  return (
    <>
      {byMail ? <MailSignIn returnTo={returnTo} /> : <PasswordSignIn />}
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-2">
        <TextButton onClick={() => setByMail(!byMail)}>
          {t(byMail ? 'account.byPassword' : 'account.byMail')}
        </TextButton>
        {!byMail && <TextLink to="/resetPassword">{t('account.forgotPassword')}</TextLink>}
      </div>
      {(hasPasskeys || settings.providers.length > 0) && (
        <>
          <p className="flex items-center gap-3 text-small text-muted before:h-px before:flex-1 before:bg-line-strong after:h-px after:flex-1 after:bg-line-strong">
            {t('account.or')}
          </p>
          {hasPasskeys && <PasskeyButton />}
          {settings.providers.length > 0 && (
            <ProviderButtons providers={settings.providers} returnTo={returnTo} />
          )}
        </>
      )}
    </>
  )
}

/** Signs in without a password, where the browser and the service know passkeys. */
function PasskeyButton() {
  const t = useText()
  const signIn = useMutation({ mutationFn: signInWithPasskey })
  return (
    <div className="grid gap-2">
      <Button loading={signIn.isPending} onClick={() => signIn.mutate()}>
        {t('account.withPasskey')}
      </Button>
      <ProblemText>{signIn.error && authErrorMessage(signIn.error, t)}</ProblemText>
    </div>
  )
}

/** Offers the other sites by which one can sign in. */
function ProviderButtons({
  providers,
  returnTo,
}: {
  readonly providers: readonly string[]
  readonly returnTo: string
}) {
  const t = useText()
  const leaving = useMutation({
    async mutationFn(provider: string) {
      const { server } = await signInService()
      location.assign(providerAddress(server, provider, returnTo))
      // The button stays busy until the other site is there.
      await new Promise(() => {})
    },
  })
  const { reset } = leaving
  // The browser may restore the page as it was when the reader comes back to it.
  useEffect(() => {
    addEventListener('pageshow', reset)
    return () => removeEventListener('pageshow', reset)
  }, [reset])
  return (
    <>
      <ProblemText>{leaving.error && authErrorMessage(leaving.error, t)}</ProblemText>
      <ul className="grid gap-2 sm:grid-cols-2">
        {providers.map((provider) => (
          <li key={provider} className="grid">
            <Button
              loading={leaving.isPending && leaving.variables === provider}
              onClick={() => leaving.mutate(provider)}
            >
              {t('account.withProvider', { provider: providerName(provider) })}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
