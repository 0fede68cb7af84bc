import { authRequest, textField } from '../../auth/service/auth-request.ts'
import { errorWords } from '../../auth/service/error-messages.ts'
import { showSecurityKey } from '../../auth/service/second-factor.ts'
import { useText } from '../../messages/use-text.ts'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { entryOf, Form } from '../../ui/forms/form.tsx'
import { FactorNameField, fieldOf } from './factor-name-field.tsx'
import { useFactorAdded } from './use-factor-added.ts'

/** Registers a security key, or the lock of this device, as a second factor. */
export function AddKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText()
  const added = useFactorAdded(onClose)

  async function add(entries: FormData) {
    const name = entryOf(entries, 'factorName').trim()
    if (name === '') return { factorName: text('dashboard.factorNameMissing') }
    try {
      const factor = await authRequest('POST', 'factors', {
        factor_type: 'webauthn',
        friendly_name: name,
      })
      const id = textField(factor, 'id')
      await showSecurityKey(id).catch(async (error: unknown) => {
        await authRequest('DELETE', `factors/${id}`).catch(() => null)
        throw error
      })
    } catch (error) {
      return { [fieldOf(error, 'form')]: errorWords(error, text) }
    }
    await added()
    return null
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={text('dashboard.addKey')}
      description={text('account.securityKeyHow')}
    >
      <Form
        label={text('dashboard.addKey')}
        submitLabel={text('dashboard.continue')}
        onSubmit={add}
      >
        {(errors) => <FactorNameField error={errors.factorName} />}
      </Form>
    </Dialog>
  )
}
