import { authRequest, textField } from '../../auth/service/auth-request.ts'
import { verifySecurityKey } from '../../auth/service/second-factor.ts'
import { useText } from '../../messages/use-text.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import type { FormValues } from '../../ui/forms/form-fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { factorErrors, factorNameField, useFactorAdded } from './factor-fields.ts'

/** Registers a security key, or the lock of this device, as a second factor. */
export function AddKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const onAdded = useFactorAdded(onClose)

  async function add({ factorName }: FormValues<'factorName'>) {
    const body = { factor_type: 'webauthn', friendly_name: factorName }
    const id = textField(await authRequest('POST', 'factors', body), 'id')
    await verifySecurityKey(id).catch(async (error: unknown) => {
      await authRequest('DELETE', `factors/${id}`).catch(() => null)
      throw error
    })
    await onAdded()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('dashboard.addKey')}
      description={t('account.securityKeyHow')}
    >
      <Form
        label={t('dashboard.addKey')}
        submitLabel={t('dashboard.continue')}
        fields={[factorNameField(t)]}
        isDraft={false}
        onSubmit={add}
        errorsOf={factorErrors('form')}
      />
    </Dialog>
  )
}
