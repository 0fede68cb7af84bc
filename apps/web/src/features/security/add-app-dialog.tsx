import { useState } from 'react'
import { authErrorMessage } from '../../auth/service/error-messages.ts'
import { verifyCode } from '../../auth/service/second-factor.ts'
import { signInService } from '../../auth/start-session.ts'
import { useText } from '../../messages/use-text.ts'
import { CodeField, readCode } from '../../ui/forms/text-field.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { entryOf, Form } from '../../ui/forms/form.tsx'
import { FactorNameField, fieldOf, useFactorAdded } from './add-key-dialog.tsx'

interface Enrolled {
  readonly id: string
  readonly qrCode: string
  readonly secret: string
}

/** First a name, then the code that shows that the app knows the secret. */
export function AddAppDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText()
  const added = useFactorAdded(onClose)
  const [enrolled, setEnrolled] = useState<Enrolled | null>(null)

  async function enrol(entries: FormData) {
    const friendlyName = entryOf(entries, 'factorName').trim()
    if (friendlyName === '') return { factorName: text('dashboard.factorNameMissing') }
    try {
      const { client } = await signInService()
      const { data, error } = await client.auth.mfa.enroll({
        factorType: 'totp',
        friendlyName,
        issuer: 'Pitboard',
      })
      if (error) {
        return { [fieldOf(error, 'form')]: authErrorMessage(error, text) }
      }
      setEnrolled({ id: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret })
      return null
    } catch (error) {
      return { form: authErrorMessage(error, text) }
    }
  }

  async function confirm(entries: FormData) {
    const code = readCode(entries)
    if (enrolled === null || code === null) return { code: text('dashboard.codeMissing') }
    try {
      await verifyCode(enrolled.id, code)
    } catch (error) {
      return { code: authErrorMessage(error, text) }
    }
    await added()
    return null
  }

  return (
    <Dialog open onClose={onClose} title={text('dashboard.addApp')}>
      {enrolled === null ? (
        <Form
          key="name"
          label={text('dashboard.addApp')}
          submitLabel={text('dashboard.continue')}
          onSubmit={enrol}
        >
          {(errors) => <FactorNameField error={errors.factorName} />}
        </Form>
      ) : (
        <>
          <p>{text('dashboard.scan')}</p>
          <img
            src={enrolled.qrCode}
            alt={text('dashboard.qrCode')}
            className="size-48 self-center rounded-m bg-white p-2"
          />
          <CopyField label={text('dashboard.secret')} value={enrolled.secret} />
          <Form
            key="code"
            label={text('dashboard.codeFromApp')}
            submitLabel={text('dashboard.confirmFactor')}
            takesFocus
            onSubmit={confirm}
          >
            {(errors) => <CodeField label={text('dashboard.codeFromApp')} error={errors.code} />}
          </Form>
        </>
      )}
    </Dialog>
  )
}
