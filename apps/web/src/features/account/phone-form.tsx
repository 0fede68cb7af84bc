import { useState } from 'react'
import { errorWords } from '../../auth/service/error-messages.ts'
import { showTextedCode, textCode } from '../../auth/service/phone-factor.ts'
import type { SecondFactor } from '../../auth/session.ts'
import { useText } from '../../messages/use-text.ts'
import { CodeField, readCode } from '../../ui/forms/code-field.tsx'
import { Form } from '../../ui/forms/form.tsx'

/** A message costs whoever runs the site money: it is sent when it is asked for. */
export function PhoneForm({ factor }: { readonly factor: SecondFactor }) {
  const text = useText()
  const [challengeId, setChallengeId] = useState<string | null>(null)

  async function send() {
    try {
      setChallengeId(await textCode(factor.id))
      return null
    } catch (error) {
      return { form: errorWords(error, text) }
    }
  }

  async function show(entries: FormData) {
    const code = readCode(entries)
    if (challengeId === null || code === null) return { code: text('account.codeMissing') }
    try {
      await showTextedCode(factor.id, challengeId, code)
      return null
    } catch (error) {
      return { code: errorWords(error, text) }
    }
  }

  if (challengeId === null) {
    return (
      <Form
        isDraft={false}
        label={text('account.secondFactor')}
        submitLabel={text('account.sendText', { name: factor.name })}
        onSubmit={send}
      >
        {() => <p>{text('account.textHow')}</p>}
      </Form>
    )
  }
  return (
    <Form
      isDraft={false}
      key="code"
      label={text('account.secondFactor')}
      submitLabel={text('account.login')}
      takesFocus
      onSubmit={show}
    >
      {(errors) => <CodeField label={text('account.textedCode')} error={errors.code} />}
    </Form>
  )
}
