import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ACCOUNT } from '../../auth/service/account-user.ts'
import { codeOf, errorWords } from '../../auth/service/error-words.ts'
import { showCode } from '../../auth/service/second-factor.ts'
import { signInService } from '../../auth/start-session.ts'
import { useText } from '../../messages/use-text.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { entryOf, Form } from '../../ui/form.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.ts'

interface Enrolled {
  readonly id: string
  readonly qrCode: string
  readonly secret: string
}

/** First a name, then the code that shows that the app knows the secret. */
export function AddAppDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText()
  const queries = useQueryClient()
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
        const place = codeOf(error) === 'mfa_factor_name_conflict' ? 'factorName' : 'form'
        return { [place]: errorWords(error, text) }
      }
      setEnrolled({ id: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret })
      return null
    } catch (error) {
      return { form: errorWords(error, text) }
    }
  }

  async function confirm(entries: FormData) {
    const code = entryOf(entries, 'code').replaceAll(/\D/g, '')
    if (enrolled === null || code === '') return { code: text('dashboard.codeMissing') }
    try {
      await showCode(enrolled.id, code)
    } catch (error) {
      return { code: errorWords(error, text) }
    }
    await queries.invalidateQueries(ACCOUNT)
    void showToast({ title: text('dashboard.factorAdded'), tone: 'good' })
    onClose()
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
          {(errors) => (
            <TextField
              name="factorName"
              label={text('dashboard.factorName')}
              autoComplete="off"
              maxLength={60}
              hint={text('dashboard.factorNameHint')}
              error={errors.factorName}
            />
          )}
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
            {(errors) => (
              <TextField
                name="code"
                label={text('dashboard.codeFromApp')}
                autoComplete="one-time-code"
                inputMode="numeric"
                maxLength={8}
                error={errors.code}
              />
            )}
          </Form>
        </>
      )}
    </Dialog>
  )
}
