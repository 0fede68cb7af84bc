import { useState } from 'react'
import { authErrorMessage } from '../../auth/service/error-messages.ts'
import { signInService } from '../../auth/start-session.ts'
import { useText } from '../../messages/use-text.ts'
import { CodeField, readCode } from '../../ui/forms/text-field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Prose } from '../../ui/reading/prose.tsx'
import { TextButton } from '../../ui/buttons/button.tsx'

interface MailCodeProps {
  readonly email: string
  /** `recovery` leads to a new password, `email` signs in. */
  readonly type: 'email' | 'recovery'
  readonly explanation: string
  /** Throws what the service answers. */
  readonly sendAgain: () => Promise<void>
  readonly onOtherAddress: () => void
}

/** The mail has been asked for; its code can be typed where its link can't be opened. */
export function MailCode({ email, type, explanation, sendAgain, onOtherAddress }: MailCodeProps) {
  const text = useText()
  const [said, setSaid] = useState('')

  async function confirm(entries: FormData) {
    const token = readCode(entries)
    if (token === null) return { code: text('account.codeMissing') }
    try {
      const { client } = await signInService()
      const { error } = await client.auth.verifyOtp({ email, token, type })
      return error ? { code: authErrorMessage(error, text) } : null
    } catch (error) {
      return { form: authErrorMessage(error, text) }
    }
  }

  async function again() {
    try {
      await sendAgain()
      setSaid(text('account.sentAgain'))
    } catch (error) {
      setSaid(authErrorMessage(error, text))
    }
  }

  return (
    <div className="flex flex-col gap-5">
      <Prose>{explanation}</Prose>
      <Form
        isDraft={false}
        label={text('account.code')}
        submitLabel={text('account.confirmCode')}
        takesFocus
        onSubmit={confirm}
      >
        {(errors) => <CodeField label={text('account.code')} error={errors.code} />}
      </Form>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <TextButton onClick={() => void again()}>{text('account.sendAgain')}</TextButton>
        <TextButton onClick={onOtherAddress}>{text('account.otherAddress')}</TextButton>
      </div>
      <output className="text-small text-muted empty:hidden">{said}</output>
    </div>
  )
}
