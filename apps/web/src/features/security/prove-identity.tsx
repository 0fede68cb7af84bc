import type { Factor, User } from '@supabase/supabase-js'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { authErrorMessage } from '../../auth/service/error-messages.ts'
import { verifySmsCode, sendSmsCode } from '../../auth/service/phone-factor.ts'
import { verifyCode, verifySecurityKey } from '../../auth/service/second-factor.ts'
import { signInService } from '../../auth/start-session.ts'
import { useText } from '../../messages/use-text.ts'
import { CodeField, readCode } from '../../ui/forms/text-field.tsx'
import { entryOf, Form } from '../../ui/forms/form.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { TextButton } from '../../ui/buttons/button.tsx'
import { ProblemText } from '../../ui/states/problem-text.tsx'

/** `phone`: a message is still to be sent; `text`: its code is to be typed. */
type Kind = 'app' | 'key' | 'phone' | 'text' | 'mail' | 'password'

/** Where an answer belongs. */
const PLACES: Readonly<Record<Kind, string>> = {
  ...{ app: 'code', text: 'code', mail: 'code', password: 'password' },
  ...{ key: 'form', phone: 'form' },
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
  const text = useText()
  const [challengeId, setChallengeId] = useState<string | null>(null)
  const factor = (user.factors ?? []).find(
    ({ status, factor_type: type }) =>
      status === 'verified' && (type === 'totp' || type === 'webauthn' || type === 'phone'),
  )
  const email = user.email ?? ''
  const mailing = useMutation({
    async mutationFn() {
      const { client } = await signInService()
      const { error } = await client.auth.signInWithOtp({
        email,
        options: { shouldCreateUser: false },
      })
      if (error) throw error
    },
  })
  const kind = factor ? kindOf(factor, challengeId) : mailing.isSuccess ? 'mail' : 'password'

  async function show(entries: FormData): Promise<void> {
    const code = readCode(entries) ?? ''
    if (factor) {
      if (challengeId !== null) return verifySmsCode(factor.id, challengeId, code)
      return kind === 'key' ? verifySecurityKey(factor.id) : verifyCode(factor.id, code)
    }
    const { client } = await signInService()
    const { error } =
      kind === 'mail'
        ? await client.auth.verifyOtp({ email, token: code, type: 'email' })
        : await client.auth.signInWithPassword({ email, password: entryOf(entries, 'password') })
    if (error) throw error
  }

  async function prove(entries: FormData) {
    try {
      if (factor && kind === 'phone') {
        setChallengeId(await sendSmsCode(factor.id))
        return null
      }
      await show(entries)
    } catch (error) {
      const place = PLACES[kind]
      return { [place]: authErrorMessage(error, text) }
    }
    await onProved()
    return null
  }

  return (
    <div className="flex flex-col gap-4">
      <p>{text('dashboard.proveWhy')}</p>
      <Form
        key={kind}
        label={text('dashboard.proveIdentity')}
        submitLabel={text('dashboard.continue')}
        onSubmit={prove}
      >
        {(errors) => (
          <>
            {kind === 'key' && <p>{text('account.securityKeyHow')}</p>}
            {kind === 'phone' && <p>{text('account.textHow')}</p>}
            {kind === 'mail' && <p>{text('dashboard.codeSent', { email })}</p>}
            {kind === 'password' && (
              <>
                <input type="hidden" name="email" autoComplete="username" value={email} />
                <PasswordField
                  name="password"
                  label={text('dashboard.currentPassword')}
                  autoComplete="current-password"
                  error={errors.password}
                />
              </>
            )}
            {(kind === 'app' || kind === 'mail' || kind === 'text') && (
              <CodeField label={text(CODES[kind])} error={errors.code} />
            )}
          </>
        )}
      </Form>
      {kind === 'password' && email !== '' && (
        <div>
          <TextButton onClick={() => mailing.mutate()}>{text('dashboard.sendCode')}</TextButton>
        </div>
      )}
      <ProblemText>{mailing.error && authErrorMessage(mailing.error, text)}</ProblemText>
    </div>
  )
}
