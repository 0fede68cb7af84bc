import type { Factor, User } from '@supabase/supabase-js'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { callAuth } from '../../auth/service/auth-request.ts'
import { authErrorMessage, authFormErrors } from '../../auth/service/error-messages.ts'
import { verifySmsCode, sendSmsCode } from '../../auth/service/phone-factor.ts'
import { verifyCode, verifySecurityKey } from '../../auth/service/second-factor.ts'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import type { FormField, FormValues } from '../../ui/forms/form-fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { TextButton } from '../../ui/buttons/button.tsx'
import { ProblemText } from '../../ui/states/problem-text.tsx'
import { codeField } from './factor-fields.ts'

/** With `phone` a message is still to be sent; with `text` its code is to be typed. */
type Kind = 'app' | 'key' | 'phone' | 'text' | 'mail' | 'password'

/** Errors belong to these fields. */
const PLACES: Readonly<Record<Kind, string>> = {
  app: 'code',
  text: 'code',
  mail: 'code',
  password: 'password',
  key: 'form',
  phone: 'form',
}

const CODES = {
  app: 'dashboard.codeFromApp',
  mail: 'dashboard.mailCode',
  text: 'dashboard.codeFromText',
} as const

function kindOf({ factor_type: type }: Factor, challengeId: string | null): Kind {
  if (type === 'totp') return 'app'
  if (type === 'webauthn') return 'key'
  return challengeId === null ? 'phone' : 'text'
}

function fieldsOf(kind: Kind, t: Text): FormField<'code' | 'password'>[] {
  if (kind === 'key' || kind === 'phone') return []
  if (kind !== 'password') return [codeField(t, CODES[kind])]
  return [
    {
      kind,
      name: 'password',
      autoComplete: 'current-password',
      label: t('dashboard.currentPassword'),
    },
  ]
}

/**
 * Asks once more who the user is. With a second factor it is that one: a password alone would make
 * a session that counts for less than the present one.
 */
export function ProveIdentity({
  user,
  onProved,
}: {
  readonly user: User
  readonly onProved: () => Promise<void>
}) {
  const t = useText()
  const [challengeId, setChallengeId] = useState<string | null>(null)
  const factor = (user.factors ?? []).find(
    ({ status, factor_type: type }) =>
      status === 'verified' && (type === 'totp' || type === 'webauthn' || type === 'phone'),
  )
  const email = user.email ?? ''
  const mailing = useMutation({
    mutationFn: () =>
      callAuth((auth) => auth.signInWithOtp({ email, options: { shouldCreateUser: false } })),
  })
  const kind = factor ? kindOf(factor, challengeId) : mailing.isSuccess ? 'mail' : 'password'

  async function prove({ code, password }: FormValues<'code' | 'password'>) {
    if (factor && kind === 'phone') return setChallengeId(await sendSmsCode(factor.id))
    if (factor && challengeId !== null) await verifySmsCode(factor.id, challengeId, code)
    else if (factor && kind === 'key') await verifySecurityKey(factor.id)
    else if (factor) await verifyCode(factor.id, code)
    else if (kind === 'mail') {
      await callAuth((auth) => auth.verifyOtp({ email, token: code, type: 'email' }))
    } else await callAuth((auth) => auth.signInWithPassword({ email, password }))
    await onProved()
  }

  return (
    <div className="flex flex-col gap-4">
      <p>{t('dashboard.proveWhy')}</p>
      <Form
        key={kind}
        label={t('dashboard.proveIdentity')}
        submitLabel={t('dashboard.continue')}
        fields={fieldsOf(kind, t)}
        isDraft={false}
        onSubmit={prove}
        errorsOf={authFormErrors({}, PLACES[kind])}
        actions={
          kind === 'password' &&
          email !== '' && (
            <TextButton onClick={() => mailing.mutate()}>{t('dashboard.sendCode')}</TextButton>
          )
        }
      >
        {kind === 'key' && <p>{t('account.securityKeyHow')}</p>}
        {kind === 'phone' && <p>{t('account.textHow')}</p>}
        {kind === 'mail' && <p>{t('dashboard.codeSent', { email })}</p>}
        {kind === 'password' && (
          <input type="hidden" name="email" autoComplete="username" value={email} />
        )}
        <ProblemText>{mailing.error && authErrorMessage(mailing.error, t)}</ProblemText>
      </Form>
    </div>
  )
}
