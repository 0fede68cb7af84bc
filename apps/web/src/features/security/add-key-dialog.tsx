import { authRequest, textField } from '../../auth/service/auth-request.ts'
import { codeOf, authErrorMessage } from '../../auth/service/error-messages.ts'
import { verifySecurityKey } from '../../auth/service/second-factor.ts'
import { useText } from '../../messages/use-text.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { entryOf, Form } from '../../ui/forms/form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { ACCOUNT } from '../../auth/service/account-user.ts'
import { showToast } from '../../ui/toast/toast.ts'

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
      await verifySecurityKey(id).catch(async (error: unknown) => {
        await authRequest('DELETE', `factors/${id}`).catch(() => null)
        throw error
      })
    } catch (error) {
      return { [fieldOf(error, 'form')]: authErrorMessage(error, text) }
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

/** What a new second factor is called, so that its owner knows it among others. */
export function FactorNameField({ error }: { readonly error: string | undefined }) {
  const text = useText()
  return (
    <TextField
      name="factorName"
      label={text('dashboard.factorName')}
      autoComplete="off"
      maxLength={60}
      hint={text('dashboard.factorNameHint')}
      error={error}
    />
  )
}

/** The field that the service's refusal of a factor is about: its name, or the one given. */
export function fieldOf<Field extends string>(error: unknown, other: Field): Field | 'factorName' {
  return codeOf(error) === 'mfa_factor_name_conflict' ? 'factorName' : other
}

/** What follows once a second factor has been shown for the first time. */
export function useFactorAdded(onClose: () => void): () => Promise<void> {
  const text = useText()
  const queries = useQueryClient()
  return async () => {
    await queries.invalidateQueries(ACCOUNT)
    void showToast({ title: text('dashboard.factorAdded'), tone: 'good' })
    onClose()
  }
}
