import { useState } from 'react'
import { authErrorMessage } from '../../auth/service/error-messages.ts'
import { verifySmsCode, sendSmsCode } from '../../auth/service/phone-factor.ts'
import { signInService } from '../../auth/start-session.ts'
import { useText } from '../../messages/use-text.ts'
import { CodeField, readCode, TextField } from '../../ui/forms/text-field.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { entryOf, Form } from '../../ui/forms/form.tsx'
import { FactorNameField, fieldOf, useFactorAdded } from './add-key-dialog.tsx'

interface Sent {
  readonly factorId: string
  readonly challengeId: string
}

/** First the number, then the code that has come to it. */
export function AddPhoneDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText()
  const added = useFactorAdded(onClose)
  const [sent, setSent] = useState<Sent | null>(null)

  async function enrol(entries: FormData) {
    const friendlyName = entryOf(entries, 'factorName').trim()
    const phone = entryOf(entries, 'phone').replaceAll(/[^\d+]/g, '')
    if (friendlyName === '') return { factorName: text('dashboard.factorNameMissing') }
    if (!/^\+\d/.test(phone)) return { phone: text('dashboard.phoneMissing') }
    try {
      const { client } = await signInService()
      const { data, error } = await client.auth.mfa.enroll({
        factorType: 'phone',
        friendlyName,
        phone,
      })
      if (error) throw error
      setSent({ factorId: data.id, challengeId: await sendSmsCode(data.id) })
      return null
    } catch (error) {
      return { [fieldOf(error, 'phone')]: authErrorMessage(error, text) }
    }
  }

  async function confirm(entries: FormData) {
    const code = readCode(entries)
    if (sent === null || code === null) return { code: text('dashboard.codeMissing') }
    try {
      await verifySmsCode(sent.factorId, sent.challengeId, code)
    } catch (error) {
      return { code: authErrorMessage(error, text) }
    }
    await added()
    return null
  }

  return (
    <Dialog open onClose={onClose} title={text('dashboard.addPhone')}>
      {sent === null ? (
        <Form
          key="number"
          label={text('dashboard.addPhone')}
          submitLabel={text('dashboard.continue')}
          onSubmit={enrol}
        >
          {(errors) => (
            <>
              <FactorNameField error={errors.factorName} />
              <TextField
                name="phone"
                label={text('dashboard.phoneNumber')}
                autoComplete="tel"
                maxLength={30}
                hint={text('dashboard.phoneHint')}
                error={errors.phone}
              />
            </>
          )}
        </Form>
      ) : (
        <Form
          key="code"
          label={text('dashboard.codeFromText')}
          submitLabel={text('dashboard.confirmFactor')}
          takesFocus
          onSubmit={confirm}
        >
          {(errors) => <CodeField label={text('dashboard.codeFromText')} error={errors.code} />}
        </Form>
      )}
    </Dialog>
  )
}
