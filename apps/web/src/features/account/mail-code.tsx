import { useState } from 'react'
import { callAuth } from '../../auth/service/auth-request.ts'
import { authErrorMessage, authFormErrors } from '../../auth/service/error-messages.ts'
import { useText } from '../../messages/use-text.ts'
import type { FormValues } from '../../ui/forms/form-fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Prose } from '../../ui/reading/prose.tsx'
import { TextButton } from '../../ui/buttons/button.tsx'

interface MailCodeProps {
  readonly email: string
  /** `recovery` leads to a new password, `email` signs in. */
  readonly type: 'email' | 'recovery'
  readonly explanation: string
  /** Rejects with the error of the service. */
  readonly sendAgain: () => Promise<void>
  readonly onOtherAddress: () => void
}

/** Asks for the code of a mail that was sent, for readers who cannot open its link. */
export function MailCode({ email, type, explanation, sendAgain, onOtherAddress }: MailCodeProps) {
  const t = useText()
  const [outcome, setOutcome] = useState('')

  async function confirm({ code: token }: FormValues<'code'>) {
    await callAuth((auth) => auth.verifyOtp({ email, token, type }))
  }

  async function again() {
    try {
      await sendAgain()
      setOutcome(t('account.sentAgain'))
    } catch (error) {
      setOutcome(authErrorMessage(error, t))
    }
  }

  return (
    <div className="flex flex-col gap-5">
      <Prose>{explanation}</Prose>
      <Form
        isDraft={false}
        label={t('account.code')}
        submitLabel={t('account.confirmCode')}
        takesFocus
        fields={[
          {
            kind: 'code',
            name: 'code',
            label: t('account.code'),
            missing: t('account.codeMissing'),
          },
        ]}
        onSubmit={confirm}
        errorsOf={authFormErrors({}, 'code')}
      />
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <TextButton onClick={() => void again()}>{t('account.sendAgain')}</TextButton>
        <TextButton onClick={onOtherAddress}>{t('account.otherAddress')}</TextButton>
      </div>
      <output className="text-small text-muted empty:hidden">{outcome}</output>
    </div>
  )
}
