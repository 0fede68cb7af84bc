import { useState } from 'react'
import { hasWebAuthn } from '../../auth/service/webauthn.ts'
import { useText } from '../../messages/use-text.ts'
import { TextLink } from '../../ui/link.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import type { AuthSettings } from '../../auth/service/auth-settings.ts'
import { MailSignIn } from './mail-sign-in.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { PasswordSignIn } from './password-sign-in.tsx'
import { ProviderButtons } from './provider-buttons.tsx'

/** Password first, the other ways beside it. */
export function SignInChoice({
  settings,
  returnTo,
}: {
  readonly settings: AuthSettings
  readonly returnTo: string
}) {
  const text = useText()
  const [byMail, setByMail] = useState(false)
  const hasPasskeys = settings.hasPasskeys && hasWebAuthn()
  return (
    <>
      {byMail ? <MailSignIn returnTo={returnTo} /> : <PasswordSignIn />}
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-2">
        <TextButton onClick={() => setByMail(!byMail)}>
          {text(byMail ? 'account.byPassword' : 'account.byMail')}
        </TextButton>
        {!byMail && <TextLink to="/resetPassword">{text('account.forgotPassword')}</TextLink>}
      </div>
      {(hasPasskeys || settings.providers.length > 0) && (
        <>
          <p className="flex items-center gap-3 text-small text-muted before:h-px before:flex-1 before:bg-line-strong after:h-px after:flex-1 after:bg-line-strong">
            {text('account.or')}
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
