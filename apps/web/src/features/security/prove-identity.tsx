import type { User } from '@supabase/supabase-js'
import { useState } from 'react'
import { errorWords } from '../../auth/service/error-words.ts'
import { showCode, showSecurityKey } from '../../auth/service/second-factor.ts'
import { signInService } from '../../auth/start-session.ts'
import { useText } from '../../messages/use-text.ts'
import { entryOf, Form } from '../../ui/form.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import { TextField } from '../../ui/text-field.tsx'

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
  const [mailed, setMailed] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const factor = (user.factors ?? []).find(
    ({ status, factor_type: type }) =>
      status === 'verified' && (type === 'totp' || type === 'webauthn'),
  )
  const email = user.email ?? ''
  const kind = factor
    ? factor.factor_type === 'totp'
      ? 'app'
      : 'key'
    : mailed
      ? 'mail'
      : 'password'

  async function show(entries: FormData): Promise<void> {
    const code = entryOf(entries, 'code').replaceAll(/\D/g, '')
    if (factor) {
      return kind === 'key' ? showSecurityKey(factor.id) : showCode(factor.id, code)
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
      await show(entries)
    } catch (error) {
      const place = { app: 'code', mail: 'code', password: 'password', key: 'form' }[kind]
      return { [place]: errorWords(error, text) }
    }
    await onProved()
    return null
  }

  async function sendCode() {
    const { client } = await signInService()
    const { error } = await client.auth.signInWithOtp({
      email,
      options: { shouldCreateUser: false },
    })
    setProblem(error ? errorWords(error, text) : null)
    setMailed(error === null)
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
            {(kind === 'app' || kind === 'mail') && (
              <TextField
                name="code"
                label={text(kind === 'app' ? 'dashboard.codeFromApp' : 'dashboard.mailCode')}
                autoComplete="one-time-code"
                inputMode="numeric"
                error={errors.code}
              />
            )}
          </>
        )}
      </Form>
      {kind === 'password' && email !== '' && (
        <div>
          <TextButton onClick={() => void sendCode()}>{text('dashboard.sendCode')}</TextButton>
        </div>
      )}
      {problem !== null && (
        <p role="alert" className="text-bad">
          {problem}
        </p>
      )}
    </div>
  )
}
