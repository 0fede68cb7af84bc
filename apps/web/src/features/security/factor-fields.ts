import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import { useQueryClient } from '@tanstack/react-query'
import { ACCOUNT } from '../../auth/service/account-user.ts'
import { authFormErrors } from '../../auth/service/error-messages.ts'
import type { PlainKey, Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import type { TypedField } from '../../ui/forms/form-fields.tsx'
import { showToast } from '../../ui/toast/toast.ts'

export function codeField(t: Text, label: PlainKey): TypedField<'code'> {
  return {
    kind: 'code',
    name: 'code',
    label: t(label),
    missing: t('dashboard.codeMissing'),
  }
}

/** The user recognises a second factor by its name. */
export function factorNameField(t: Text): TypedField<'factorName'> {
  return {
    kind: 'text',
    name: 'factorName',
    maxLength: TEXT_MAX.factorName,
    label: t('dashboard.factorName'),
    hint: t('dashboard.factorNameHint'),
    missing: t('dashboard.factorNameMissing'),
  }
}

/** Returns errors of a new factor: at its name, or at another place. */
export function factorErrors(otherPlace: string) {
  return authFormErrors({ mfa_factor_name_conflict: 'factorName' }, otherPlace)
}

/** Returns what to do after a new second factor was verified. */
export function useFactorAdded(onClose: () => void): () => Promise<void> {
  const t = useText()
  const queries = useQueryClient()
  return async () => {
    await queries.invalidateQueries(ACCOUNT)
    void showToast({ title: t('dashboard.factorAdded'), tone: 'good' })
    onClose()
  }
}
