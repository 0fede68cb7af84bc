import { useState } from 'react'
import { callAuth } from '../../auth/service/auth-request.ts'
import { authFormErrors } from '../../auth/service/error-messages.ts'
import { verifyCode } from '../../auth/service/second-factor.ts'
import { useText } from '../../messages/use-text.ts'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import type { FormValues } from '../../ui/forms/form-fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { codeField, factorErrors, factorNameField, useFactorAdded } from './factor-fields.ts'

interface Enrolled {
  readonly id: string
  readonly qrCode: string
  readonly secret: string
}

/** Asks for a name, then for a code that proves that the app has the secret. */
export function AddAppDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const onAdded = useFactorAdded(onClose)
  const [enrolled, setEnrolled] = useState<Enrolled | null>(null)

  async function enrol({ factorName: friendlyName }: FormValues<'factorName'>) {
    const { id, totp } = await callAuth((auth) =>
      auth.mfa.enroll({ factorType: 'totp', friendlyName, issuer: 'Pitboard' }),
    )
    setEnrolled({ id, qrCode: totp.qr_code, secret: totp.secret })
  }

  return (
    <Dialog open onClose={onClose} title={t('dashboard.addApp')}>
      {enrolled === null ? (
        <Form
          key="name"
          label={t('dashboard.addApp')}
          submitLabel={t('dashboard.continue')}
          fields={[factorNameField(t)]}
          isDraft={false}
          onSubmit={enrol}
          errorsOf={factorErrors('form')}
        />
      ) : (
        <>
          <p>{t('dashboard.scan')}</p>
          <img
            src={enrolled.qrCode}
            alt={t('dashboard.qrCode')}
            className="size-48 self-center rounded-m bg-white p-2"
          />
          <CopyField label={t('dashboard.secret')} value={enrolled.secret} />
          <Form
            key="code"
            label={t('dashboard.codeFromApp')}
            submitLabel={t('dashboard.confirmFactor')}
            takesFocus
            fields={[codeField(t, 'dashboard.codeFromApp')]}
            isDraft={false}
            onSubmit={async ({ code }) => {
              await verifyCode(enrolled.id, code)
              await onAdded()
            }}
            errorsOf={authFormErrors({}, 'code')}
          />
        </>
      )}
    </Dialog>
  )
}
