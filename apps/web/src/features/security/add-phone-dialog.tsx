import { useState } from 'react'
import { callAuth } from '../../auth/service/auth-request.ts'
import { authFormErrors } from '../../auth/service/error-messages.ts'
import { verifySmsCode, sendSmsCode } from '../../auth/service/phone-factor.ts'
import { useText } from '../../messages/use-text.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import type { FormValues } from '../../ui/forms/form-fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { codeField, factorErrors, factorNameField, useFactorAdded } from './factor-fields.ts'

interface Sent {
  readonly factorId: string
  readonly challengeId: string
}

/** Asks for the number, then for the code that was sent to it. */
export function AddPhoneDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const onAdded = useFactorAdded(onClose)
  const [sent, setSent] = useState<Sent | null>(null)

  async function enrol({
    factorName: friendlyName,
    phone: typed,
  }: FormValues<'factorName' | 'phone'>) {
    const phone = plainNumber(typed)
    const { id } = await callAuth((auth) =>
      auth.mfa.enroll({ factorType: 'phone', friendlyName, phone }),
    )
    setSent({ factorId: id, challengeId: await sendSmsCode(id) })
  }

  return (
    <Dialog open onClose={onClose} title={t('dashboard.addPhone')}>
      {sent === null ? (
        <Form
          key="number"
          label={t('dashboard.addPhone')}
          submitLabel={t('dashboard.continue')}
          fields={[
            factorNameField(t),
            {
              kind: 'text',
              name: 'phone',
              autoComplete: 'tel',
              maxLength: 30,
              label: t('dashboard.phoneNumber'),
              hint: t('dashboard.phoneHint'),
              missing: t('dashboard.phoneMissing'),
              check: (phone) => !/^\+\d/.test(plainNumber(phone)) && t('dashboard.phoneMissing'),
            },
          ]}
          isDraft={false}
          onSubmit={enrol}
          errorsOf={factorErrors('phone')}
        />
      ) : (
        <Form
          key="code"
          label={t('dashboard.codeFromText')}
          submitLabel={t('dashboard.confirmFactor')}
          takesFocus
          fields={[codeField(t, 'dashboard.codeFromText')]}
          isDraft={false}
          onSubmit={async ({ code }) => {
            await verifySmsCode(sent.factorId, sent.challengeId, code)
            await onAdded()
          }}
          errorsOf={authFormErrors({}, 'code')}
        />
      )}
    </Dialog>
  )
}

function plainNumber(phone: string): string {
  return phone.replaceAll(/[^\d+]/g, '')
}
