import { useState } from 'react'
import { errorWords } from '../../auth/error-words.ts'
import { showCode, showSecurityKey } from '../../auth/second-factor.ts'
import type { SecondFactor } from '../../auth/session.ts'
import { useText } from '../../messages/use-text.ts'
import { Form } from '../../ui/form.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { readCode } from './email-entry.ts'

/** The password was right: one of the user's second factors is asked for. */
export function SecondFactorStep({
  factors,
  onCancel,
}: {
  readonly factors: readonly SecondFactor[]
  readonly onCancel: () => void
}) {
  const text = useText()
  const usable = factors.filter(({ kind }) => kind === 'totp' || kind === 'webauthn')
  const [chosenId, setChosenId] = useState(usable[0]?.id)
  const chosen = usable.find(({ id }) => id === chosenId) ?? usable[0]
  const others = usable.filter((factor) => factor !== chosen)
  return (
    <div className="flex flex-col gap-5">
      {chosen && <FactorForm key={chosen.id} factor={chosen} />}
      {others.length > 0 && (
        <ul aria-label={text('account.whichFactor')} className="flex flex-col items-start gap-2">
          {others.map((factor) => (
            <li key={factor.id}>
              <TextButton onClick={() => setChosenId(factor.id)}>
                {factor.kind === 'totp'
                  ? text('account.factorFromApp', { name: factor.name })
                  : text('account.useSecurityKey', { name: factor.name })}
              </TextButton>
            </li>
          ))}
        </ul>
      )}
      <div>
        <TextButton onClick={onCancel}>{text('account.cancelSignIn')}</TextButton>
      </div>
    </div>
  )
}

function FactorForm({ factor }: { readonly factor: SecondFactor }) {
  const text = useText()
  const isKey = factor.kind === 'webauthn'

  async function show(entries: FormData) {
    const code = readCode(entries)
    if (!isKey && code === null) return { code: text('account.codeMissing') }
    try {
      await (code === null ? showSecurityKey(factor.id) : showCode(factor.id, code))
      return null
    } catch (error) {
      return { [isKey ? 'form' : 'code']: errorWords(error, text) }
    }
  }

  return (
    <Form
      label={text('account.secondFactor')}
      submitLabel={
        isKey ? text('account.useSecurityKey', { name: factor.name }) : text('account.login')
      }
      takesFocus
      onSubmit={show}
    >
      {(errors) => (
        <>
          <p>{text(isKey ? 'account.securityKeyHow' : 'account.secondFactorHow')}</p>
          {!isKey && (
            <TextField
              name="code"
              label={text('account.authenticatorCode')}
              autoComplete="one-time-code"
              inputMode="numeric"
              maxLength={8}
              error={errors.code}
            />
          )}
        </>
      )}
    </Form>
  )
}
