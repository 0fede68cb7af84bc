import { useQueryClient } from '@tanstack/react-query'
import { ACCOUNT } from '../../auth/service/account-user.ts'
import { authRequest, textField } from '../../auth/service/auth-request.ts'
import { codeOf, errorWords } from '../../auth/service/error-words.ts'
import { showSecurityKey } from '../../auth/service/second-factor.ts'
import { useText } from '../../messages/use-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { entryOf, Form } from '../../ui/form.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.ts'

/** Registers a security key, or the lock of this device, as a second factor. */
export function AddKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText()
  const queries = useQueryClient()

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
      const place = codeOf(error) === 'mfa_factor_name_conflict' ? 'factorName' : 'form'
      return { [place]: errorWords(error, text) }
    }
    await queries.invalidateQueries(ACCOUNT)
    void showToast({ title: text('dashboard.factorAdded'), tone: 'good' })
    onClose()
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
    </Dialog>
  )
}
