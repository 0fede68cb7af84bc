import { useQueryClient } from '@tanstack/react-query'
import { ACCOUNT } from '../../auth/service/account-user.ts'
import { useText } from '../../messages/use-text.ts'
import { showToast } from '../../ui/toast/toast.ts'

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
